// The shopper at the store: orders that show each zone once, and a country the supplier does not serve.
import type {DropshipOrder} from '../../../server/http/contract.ts';
import type {ShopControl} from '../shopify/start.ts';
import {type Merchant, until} from './merchant.ts';

/** Countries of the demo's orders; Norway is none of the supplier's zones. */
const countries = ['DE', 'GB', 'US', 'JP', 'NO'] as const;

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

/** One paid order of one piece per country, each for another product. */
export function placeOrders(shop: ShopControl): readonly string[] {
  const variants = shop
    .products()
    .filter((product) => product.status === 'ACTIVE' && product.options.length === 2)
    .map((product) => product.variants[0]?.id);
  return countries.map((country, index) => {
    const variantId = variants[index];
    if (variantId === undefined) throw new Error('the store has too few products with a colour and a size');
    return shop.placeOrder({country, lines: [{variantId, quantity: 1}], financialStatus: 'PAID'}).id;
  });
}

/** What became of the orders, once none of them is on its way any more. */
export async function whatBecameOf(merchant: Merchant, orderGids: readonly string[]): Promise<readonly DemoOrder[]> {
  const settled = await until(60_000, async () => {
    const {orders} = await merchant.orders();
    const found = orderGids.map((gid) => orders.find((order) => order.orderGid === gid));
    return found.every((order) => order !== undefined && !['waiting', 'placing'].includes(order.state))
      ? found.filter((order) => order !== undefined)
      : null;
  });
  return settled.map(toDemoOrder);
}

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
