// Store orders as they are stored, for tests of reports.
import {LineItemGid, OrderGid} from '#domain/ids.ts';
import {type BareApp, shop} from '../bare-app.ts';
import {anOrder} from '../orders/stored-order.ts';

/** Columns of a dropship order that are other than usual. */
type Line = {readonly [column: string]: unknown};

/** An order of EUR 100.00 without tax and EUR 10.00 shipping, of lines that cost EUR 40.00 and a fee of EUR 9.90 each. */
export async function saveSale(
  {deps: {db}}: BareApp,
  number: number,
  orderedAt: string,
  lines: readonly Line[] = [{}],
  order: object = {},
): Promise<void> {
  const ordered_at = new Date(orderedAt);
  const order_gid = OrderGid.parse(`gid://shopify/Order/${number}`);
  const amounts = {currency: 'EUR', revenue: 10_000, shipping: 1_000, shipping_paid: 1_190, refunded: 0};
  const ids = {shop, order_gid, order_name: `#${number}`};
  await db
    .insertInto('store_orders')
    .values({...ids, ...amounts, ordered_at, updated_at: ordered_at, ...order})
    .execute();
  for (const [place, line] of lines.entries()) {
    const part = {revenue: 10_000 / lines.length, buyer_paid: 11_900 / lines.length, price: 4_000, fee: 990};
    const line_gid = LineItemGid.parse(`gid://shopify/LineItem/${number * 10 + place}`);
    const usual = {
      ...anOrder(number * 10 + place),
      order_gid,
      line_gid,
      ordered_at,
      state: 'paid' as const,
      zone: 'EU',
    };
    await db
      .insertInto('dropship_orders')
      .values({...usual, ...part, ...line})
      .execute();
  }
}
