// Random store orders with lines of the supplier's articles: in every state, some ordered again, not priced, or of another currency.
import fc from 'fast-check';
import type {Kysely} from 'kysely';
import {ArticleId, LineItemGid, OrderGid, type ShopDomain} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {anOrder} from './stored-order.ts';

// Around the largest amount that the database calculates with as a bigint.
const large = fc.constantFrom(1_999_999_999, 2_000_000_000, 3_000_000_007);
const amount = fc.option(fc.oneof({weight: 8, arbitrary: fc.nat(9_000)}, {weight: 1, arbitrary: large}), {freq: 4});
const line = fc.record({
  generations: fc.constantFrom(1, 1, 1, 2),
  article: fc.constantFrom('priced', 'priceless', 'unread', 'gone'),
  state: fc.constantFrom(...dropshipStates),
  flag: fc.constantFrom(null, null, null, 'order_cancelled', 'order_refunded', 'destination_changed'),
  quantity: fc.constantFrom(0, 1, 1, 2, 3),
  wanted: fc.option(fc.constantFrom(1, 3, 4)),
  pieces: fc.option(fc.constantFrom(1, 3, 5)),
  price: amount,
  fee: amount,
  revenue: amount,
  paid: amount,
  zone: fc.constantFrom(null, 'EU', 'AU', 'XX'),
  country: fc.constantFrom(null, 'DE', 'GB', 'NO', 'MC'),
});

export const randomOrder = fc.record({
  day: fc.integer({min: 1, max: 4}),
  currency: fc.constantFrom('home', 'home', 'home', 'NOK'),
  money: fc.option(fc.record({goods: fc.constantFrom(0, 1, 20_000, 3_333), shipping: fc.nat(900), tax: fc.nat(90)}), {
    freq: 6,
  }),
  refunded: fc.constantFrom(null, 0, 0, 700),
  lines: fc.array(line, {minLength: 1, maxLength: 4}),
});
type RandomOrder = typeof randomOrder extends fc.Arbitrary<infer T> ? T : never;

export const randomTerms = fc.record({
  rate: fc.constantFrom(null, '0.9421', '11.500001'),
  currency: fc.constantFrom('EUR', 'CHF'),
  percent: fc.constantFrom(0, 2.9),
  fixed: fc.constantFrom(0, 30),
});
type RandomTerms = typeof randomTerms extends fc.Arbitrary<infer T> ? T : never;

/** Stores the orders, and their terms in the shop's settings. @param from the midnight in UTC that their days are counted from. */
export async function saveRandomSales(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orders: readonly RandomOrder[],
  {currency: home, rate, percent, fixed}: RandomTerms,
  from = Date.UTC(2026, 8, 30),
): Promise<void> {
  const perEuro = home === 'EUR' || rate === null ? null : {currency: home, perEuro: rate, asOf: '2026-11-01'};
  await saveSettings(db, shop, {pricing: {paymentPercent: percent, paymentFixed: fixed, rate: perEuro}}, new Date());
  await db.updateTable('shops').set({currency: home}).where('shop', '=', shop).execute();
  for (const [at, {day, currency, money, refunded, lines}] of orders.entries()) {
    const order_gid = OrderGid.parse(`gid://shopify/Order/${900 + at}`);
    const ordered_at = new Date(from + day * 86_400_000);
    if (money !== null) {
      const {goods, shipping, tax} = money;
      const amounts = {revenue: goods, shipping, shipping_paid: shipping + tax, refunded};
      const facts = {order_gid, order_name: `#${at}`, currency: currency === 'home' ? home : currency};
      await db
        .insertInto('store_orders')
        .values({shop, ...facts, ...amounts, ordered_at, updated_at: ordered_at})
        .execute();
    }
    const rows = lines.flatMap(({generations, article, pieces, paid, flag, ...row}, place) =>
      Array.from({length: generations}, (_, generation) => ({
        ...anOrder(at * 100 + place * 10 + generation),
        ...row,
        shop,
        order_gid,
        ordered_at,
        generation: generation + 1,
        revenue_pieces: pieces,
        buyer_paid: paid,
        flags: JSON.stringify(flag === null ? [] : [{code: flag, at: '2026-10-02T00:00:00.000Z'}]),
        line_gid: LineItemGid.parse(`gid://shopify/LineItem/${at * 100 + place}`),
        article_id: ArticleId.parse(article),
      })),
    );
    await db.insertInto('dropship_orders').values(rows).execute();
  }
}
