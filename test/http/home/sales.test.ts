// Orders and margin of the last thirty days, as Home draws them.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {day, hour} from '#domain/durations.ts';
import {DropshipOrderId, OrderGid} from '#domain/ids.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {Sales} from '../../../server/http/contract/order-money.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../bare-app.ts';
import {saveOrder} from '../orders/acting.ts';

type Sold = {revenue: number; price: number | null; currency: string; state: 'paid' | 'blocked'};
const usual: Sold = {revenue: 10_000, price: 4_000, currency: 'EUR', state: 'paid'};

const now = Date.now();
/** The day a calendar in that zone shows. */
const dayIn = (timeZone: string, at: number): string => {
  const of = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', {timeZone, ...parts}).format(at);
  return [of({year: 'numeric'}), of({month: 'numeric'}).padStart(2, '0'), of({day: 'numeric'}).padStart(2, '0')].join(
    '-',
  );
};

describe('the sales of the last thirty days', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const sales = async () => Sales.parse((await pageOf(app)('GET', '/sales')).json);
  let number = 0;
  /** One store order of one line; amounts in cents. */
  const sold = async (at: number, changes: Partial<Sold> = {}) => {
    const {revenue, price, currency, state} = {...usual, ...changes};
    number += 1;
    const order_gid = OrderGid.parse(`gid://shopify/Order/${number}`);
    const when = {ordered_at: new Date(at), updated_at: new Date(at)};
    await app.deps.db
      .insertInto('store_orders')
      .values({shop, order_gid, order_name: `#${number}`, currency, revenue, shipping: 0, shipping_paid: 0, ...when})
      .execute();
    return saveOrder(app, {order_gid, state, revenue, price, fee: price === null ? null : 1_600, ...when});
  };

  it('are empty days while nothing was sold, today last', async () => {
    const {days, ...total} = await sales();
    expect(total).toEqual({currency: 'EUR', orders: 0, margin: 0, unknown: 0, ended: 0, shipped: 0});
    expect(days).toHaveLength(30);
    const today = dayIn('Europe/Berlin', now);
    // Not by the clock: a change to winter time makes one of these days an hour longer.
    const first = dayIn('UTC', Date.parse(`${today}T00:00:00Z`) - 29 * day);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([first, today]);
  });

  it('count each order and its margin on its day, a loss as a loss, and leave out what is older or not known', async () => {
    const at = now - 5 * day;
    await sold(at);
    await sold(at, {revenue: 5_000});
    await sold(now - 31 * day);
    await sold(now - 3 * day, {price: null, state: 'blocked'});
    await sold(now - 3 * day, {currency: 'USD'});
    const {days, ...total} = await sales();
    expect(total).toMatchObject({orders: 4, margin: 4_400 - 600, unknown: 2});
    expect(days.filter(({orders}) => orders > 0)).toEqual([
      {day: dayIn('Europe/Berlin', at), orders: 2, margin: 3_800, unknown: 0, ended: 0},
      {day: dayIn('Europe/Berlin', now - 3 * day), orders: 2, margin: 0, unknown: 2, ended: 0},
    ]);
  });

  it.each(['order_cancelled', 'order_refunded', 'order_deleted', 'line_removed'] as const)(
    'an order with the flag %s leaves the margin at once, and comes back when the flag goes',
    async (code) => {
      await app.deps.db.deleteFrom('store_orders').execute();
      await sold(now - 5 * day);
      // Sent and unpaid, its money given back: 40.00 and 16.00 would count as a loss of 56.00.
      const id = await sold(now - 5 * day, {revenue: 0});
      expect(await sales()).toMatchObject({orders: 2, margin: 4_400 - 5_600, ended: 0});
      const flag = (flags: readonly object[]) =>
        app.deps.db
          .updateTable('dropship_orders')
          .set({flags: JSON.stringify(flags)})
          .where('id', '=', DropshipOrderId.parse(id))
          .execute();
      await flag([{code, at: new Date(now).toISOString()}]);
      expect(await sales()).toMatchObject({orders: 2, margin: 4_400, unknown: 0, ended: 1});
      await flag([{code: 'buyer_changed', at: new Date(now).toISOString()}]);
      expect(await sales()).toMatchObject({margin: 4_400 - 5_600, ended: 0});
    },
  );

  it('go by the store’s own calendar: the same hour is another day on the other side of the world', async () => {
    await app.deps.db.deleteFrom('store_orders').execute();
    const at = now - 10 * day;
    await sold(at);
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Midway']) {
      await saveShopFacts(app.deps.db, shop, {timeZone}, new Date(now));
      const {days} = await sales();
      expect(days.filter(({orders}) => orders === 1).map((one) => one.day)).toEqual([dayIn(timeZone, at)]);
    }
    expect(dayIn('Pacific/Kiritimati', at)).not.toBe(dayIn('Pacific/Midway', at));
  });

  it('count what was shipped in these days and not refunded since, and the list shows the same orders', async () => {
    const counted = await saveOrder(app, {state: 'shipped', shipped_at: new Date(now - hour)});
    await saveOrder(app, {state: 'refunded', shipped_at: new Date(now - hour)});
    await saveOrder(app, {state: 'shipped', shipped_at: new Date(now - 31 * day)});
    expect((await sales()).shipped).toBe(1);
    const {orders} = DropshipOrders.parse((await pageOf(app)('GET', '/dropship-orders?recentlyShipped=true')).json);
    expect(orders.map(({id}) => id)).toEqual([counted]);
  });
});
