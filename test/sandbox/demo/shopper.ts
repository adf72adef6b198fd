// The shoppers at the store: each zone once, a country the supplier does not serve, and the orders that need more thought.
import type {DropshipOrder} from '../../../server/http/contract/dropship-orders.ts';
import type {ShopControl} from '../shopify/start.ts';
import type {SupplierSandbox} from '../supplier/start.ts';
import type {Crew} from './crew.ts';
import {type Merchant, until} from './merchant.ts';

export type DemoOrder = {
  readonly country: string;
  readonly zone: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly ref: string | null;
  readonly checkoutUrl: string | null;
  /** Euro cents. */
  readonly fee: number | null;
  readonly reference: string;
};

/** What a group of shoppers ordered, and what became of each line of ours. */
export type DemoScene = {readonly title: string; readonly orders: readonly DemoOrder[]};

/** Played one after the other; each scene waits until none of its orders is on its way any more. */
export async function playOrders(
  merchant: Merchant,
  store: ShopControl,
  supplier: SupplierSandbox,
  crew: Crew | null,
): Promise<readonly DemoScene[]> {
  const variants = variantsOf(store);
  const buy = (country: string, count = 1, financialStatus: 'PAID' | 'PENDING' = 'PAID') =>
    store.placeOrder({
      country,
      lines: variants.splice(0, count).map((variantId) => ({variantId, quantity: 1})),
      financialStatus,
    }).id;
  const scene = async (title: string, gids: readonly string[], lines = 1): Promise<DemoScene> => ({
    title,
    orders: await whatBecameOf(merchant, gids, lines),
  });

  const zones = await scene(
    'One piece each to Germany, the United Kingdom, the United States, Japan and Norway',
    ['DE', 'GB', 'US', 'JP', 'NO'].map((country) => buy(country)),
  );
  const three = await scene('Three articles to France: three dropship orders, three shipping fees', [buy('FR', 3)], 3);
  const mixed = await scene('A basket to Italy with one article of ours and one of the store’s own', [
    store.placeOrder({
      country: 'IT',
      lines: [
        ...variants.splice(0, 1).map((variantId) => ({variantId, quantity: 1})),
        {variantId: null, title: 'Gift wrapping', quantity: 1, price: '4.00'},
      ],
      financialStatus: 'PAID',
    }).id,
  ]);
  const unpaid = await scene('An order to the Netherlands that the buyer has not paid', [buy('NL', 1, 'PENDING')]);
  const cancelled = await cancelledOrder(merchant, store, () => buy('AU', 1, 'PENDING'));
  const off = supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'cut', when: 'after'}});
  const cutOff = await scene('An order to Canada that the supplier takes before the connection breaks', [buy('CA')]);
  off();
  const scenes = [zones, three, mixed, unpaid, cancelled, cutOff];
  if (crew === null) return scenes;
  const slow = supplier.misbehave({api: 'dropship', a: 'stock', times: 1, does: {kind: 'slow', ms: 3_000}});
  const gid = await crew.killTheOneWith('dropship', () => buy('DK'));
  slow();
  return [...scenes, await scene('An order to Denmark whose worker is killed (-9): the other takes it over', [gid])];
}

async function cancelledOrder(merchant: Merchant, store: ShopControl, buy: () => string): Promise<DemoScene> {
  const gid = buy();
  await whatBecameOf(merchant, [gid], 1);
  store.cancelOrder(gid);
  const orders = await until(60_000, async () => {
    const [order] = await whatBecameOf(merchant, [gid], 1);
    return order?.state === 'cancelled' ? [order] : null;
  });
  return {title: 'An order to Australia that is cancelled before it is paid', orders};
}

/** One variant each of products that have both a colour and a size. */
function variantsOf(store: ShopControl): string[] {
  const variants = store
    .products()
    .filter((product) => product.status === 'ACTIVE' && product.options.length === 2)
    .flatMap((product) => product.variants.slice(0, 1).map(({id}) => id));
  if (variants.length < 12) throw new Error('the store has too few products with a colour and a size');
  return variants;
}

async function whatBecameOf(
  merchant: Merchant,
  gids: readonly string[],
  linesEach: number,
): Promise<readonly DemoOrder[]> {
  const settled = await until(60_000, async () => {
    const {orders} = await merchant.orders();
    const found = gids.map((gid) => orders.filter((order) => order.orderGid === gid));
    return found.every((lines) => lines.length === linesEach && lines.every(isSettled)) ? found.flat() : null;
  });
  return settled.map(toDemoOrder);
}

const isSettled = ({state, reason}: DropshipOrder): boolean =>
  state !== 'placing' && !(state === 'waiting' && reason === null);

function toDemoOrder(order: DropshipOrder): DemoOrder {
  const {country, zone, state, reason, ref, checkoutUrl, fee, reference} = order;
  return {country: country ?? '', zone, state, reason, ref, checkoutUrl, fee, reference};
}

/** Whether a checkout link opens at the supplier. */
export async function opens(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status === 200;
}
