// A store with a product and an order, and the ids that name them, for documents that need some.
import {z} from 'zod';
import {article, openShop, productSet, SetAnswer, sizes} from './open-shop.ts';

export const AnyData = z.record(z.string(), z.unknown());
const Publications = z.object({publications: z.object({nodes: z.array(z.object({id: z.string()}))})});
export type Store = Awaited<ReturnType<typeof openStore>>;

/** A store with a product and an order, and the variables that name them. */
export async function openStore() {
  const open = await openShop();
  await open.done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const [product] = open.shop.products();
  const variants = product?.variants.map(({id}) => id) ?? [];
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: variants[0] ?? null, quantity: 2}]});
  const fulfillmentOrder = order.fulfillmentOrders[0]?.id ?? '';
  const {publications} = await open.done(Publications, '{ publications(first: 1) { nodes { id } } }');
  const publication = publications.nodes[0]?.id;
  return {
    ...open,
    publication,
    product: product?.id ?? '',
    variants,
    order: order.id,
    line: order.lines[0]?.id ?? '',
    fulfillmentOrder,
  };
}
