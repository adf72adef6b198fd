import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {reconcileOrders} from '../../../jobs/orders/reconcile-orders.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {loadStoreOrder} from '../../../server/db/orders/store-orders.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {createMerchant} from '../../sandbox/demo/merchant.ts';
import {patientToken} from '../../support/patient-token.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const neighbour = ShopDomain.parse('a-neighbour.myshopify.com');

// On one engine: `journeys/order-to-checkout`, `placing-store` and `db/deliveries` send its statements on both.
describe.each(oneEngine)('orders that no webhook announced, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {
      shopify: {shops: [{domain: 'z-store.myshopify.com', plan: 'plus'}, {domain: neighbour}]},
    });
    await createMerchant(app.url, () => patientToken(app.shopify, neighbour, app.clock)).overview();
    await app.quiet();
    app.shopify.webhooks.drop(() => true);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const reads = (operation: string): number =>
    app.shopify.requests().filter(({operationName}) => operationName === operation).length;
  type Seen = {readonly operationName: string | null; readonly variables: Readonly<Record<string, unknown>>};
  const refuse = (operation: string, status: number, when: (seen: Seen) => boolean): (() => void) => {
    const mine = (seen: Seen): boolean => seen.operationName === operation && when(seen);
    const end = app.shopify.misbehave({fault: 'status', status, when: mine});
    ends.push(end);
    return end;
  };
  const watermark = async () => (await loadShop(app.worker.db, app.shop))?.ordersWatermarkAt ?? null;
  const reconcile = async (): Promise<number> => {
    const found = await reconcileOrders(app.worker, app.shop);
    await app.quiet();
    return found;
  };

  it('are looked for here by the tests alone: upkeep has no schedule, although two shops installed the app', async () => {
    const schedules = await app.worker.queues.listSchedules();
    expect(schedules.filter(({queue}) => queue === 'upkeep')).toEqual([]);
    expect(schedules.filter(({queue}) => queue === 'sync')).toHaveLength(4);
  });

  it('are found within ten minutes, counted, and end as the store has them', async () => {
    const paid = app.buy();
    const late = app.buy({financialStatus: 'PENDING'});
    const cancelled = app.buy();
    app.store.cancelOrder(cancelled.id);
    expect(await reconcile()).toBe(2);
    expect(await app.row(paid.id)).toMatchObject({state: 'awaiting_payment'});
    expect(await app.row(late.id)).toMatchObject({state: 'waiting', reason_code: 'not_paid'});
    expect(await app.rows(cancelled.id)).toEqual([]);

    app.clock.turn(10 * minute);
    app.store.payOrder(late.id);
    expect(await reconcile()).toBe(0);
    expect(await app.row(late.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(await watermark()).toEqual(app.clock.now());
  });

  it('are read again for half an hour, for what Shopify’s index shows late, and then left alone', async () => {
    app.buy();
    await reconcile();
    const before = reads('StoreOrder');
    await reconcile();
    expect(reads('StoreOrder')).toBeGreaterThan(before);
    app.clock.turn(31 * minute);
    await reconcile();
    const after = reads('StoreOrder');
    app.clock.turn(10 * minute);
    await reconcile();
    expect(reads('StoreOrder')).toBe(after);
  });

  it('are not lost when Shopify fails half way: what was covered is not begun again, the rest is found later', async () => {
    const foreign = {country: 'DE', lines: [{variantId: null, title: 'Something else'}]};
    for (let order = 0; order < 101; order += 1) {
      app.store.placeOrder(foreign);
      app.clock.turn(minute);
    }
    const last = app.buy();
    ends.push(
      app.shopify.misbehave({
        fault: 'unauthorised',
        when: ({operationName, variables}) => operationName === 'OrdersUpdatedSince' && variables['after'] !== null,
      }),
    );
    const begun = await watermark();
    await expect(reconcile()).rejects.toThrow();
    expect((await watermark())?.getTime()).toBeGreaterThan((begun?.getTime() ?? 0) + 60 * minute);
    expect(await app.rows(last.id)).toEqual([]);
    ends.splice(0)[0]?.();
    await app.merchant.overview();
    const before = reads('StoreOrder');
    expect(await reconcile()).toBe(1);
    expect(reads('StoreOrder') - before).toBeLessThan(50);
    expect(await app.row(last.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it.each([400, 503])(
    'are found behind one that Shopify answers %d for, which is tried again by itself',
    async (status) => {
      const poison = app.buy();
      const next = app.buy();
      const end = refuse('StoreOrder', status, ({variables}) => variables['id'] === poison.id);
      const begun = app.clock.now();
      expect(await reconcileOrders(app.worker, app.shop)).toBe(1);
      expect(await watermark()).toEqual(begun);
      expect(await app.rows(next.id)).toHaveLength(1);
      expect(await app.rows(poison.id)).toEqual([]);
      end();
      app.clock.turn(minute);
      await app.upkeep('sweep-deliveries');
      expect(await app.row(poison.id)).toMatchObject({state: 'awaiting_payment', found_by: 'reconciliation'});
      expect(await app.row(next.id)).toMatchObject({state: 'awaiting_payment'});
    },
  );

  it('are found behind one that cannot be written down, which is given up in the end, and shown', async () => {
    const {db} = app.worker;
    const poison = app.buy();
    const next = app.buy();
    await sql`create function refuse_one() returns trigger language plpgsql as $$
      begin if new.order_gid = tg_argv[0] then raise exception 'out of range'; end if; return new; end $$`.execute(db);
    await sql
      .raw(
        `create trigger poison before update on dropship_orders for each row execute function refuse_one('${poison.id}')`,
      )
      .execute(db);
    ends.push(() => void sql`drop trigger if exists poison on dropship_orders`.execute(db));
    const begun = app.clock.now();
    expect(await reconcileOrders(app.worker, app.shop)).toBe(1);
    expect(await watermark()).toEqual(begun);
    expect(await app.rows(next.id)).toHaveLength(1);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await drainDeliveries(app.worker, {shop: app.shop}).catch(() => {});
    }
    const {webhooks} = await app.merchant.overview();
    expect(webhooks).toMatchObject({failed: 1, lastFailure: {topic: 'orders/found', resource: poison.id}});
    await app.quiet();
  });

  it('are not set aside one after the other while the store itself is away', async () => {
    const bought = [app.buy(), app.buy()];
    const before = await watermark();
    app.clock.turn(minute);
    let asked = 0;
    refuse('StoreOrder', 503, () => {
      asked += 1;
      return true;
    });
    refuse('OrdersUpdatedSince', 503, () => asked > 0);
    await expect(reconcileOrders(app.worker, app.shop)).rejects.toMatchObject({kind: 'unavailable'});
    expect(await watermark()).toEqual(before);
    const {db} = app.worker;
    const setAside = db.selectFrom('deliveries').select('id').where('topic', '=', 'orders/found');
    expect(await setAside.where('state', '=', 'pending').execute()).toEqual([]);
    for (const end of ends.splice(0)) end();
    expect(await reconcile()).toBe(2);
    for (const {id} of bought) expect(await app.row(id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are found whatever they cost: a store that counts in rupiah has orders of billions', async () => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId, price: '32000000.00', tax: '0'}]});
    expect(await reconcile()).toBe(1);
    expect(await loadStoreOrder(app.worker.db, app.shop, OrderGid.parse(bought.id))).toMatchObject({
      revenue: 3_200_000_000,
    });
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', buyer_paid: 3_200_000_000});
  });

  it('are found though another shop is in trouble', async () => {
    ends.push(app.shopify.misbehave({fault: 'status', status: 503, when: ({shop}) => shop === neighbour}));
    const bought = app.buy();
    await app.upkeep('reconcile-orders');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are found while another shop hangs, round after round, and the sweeps go on', async () => {
    const earlier = app.buy();
    await app.upkeep('reconcile-orders');
    const {id} = await app.row(earlier.id);
    const db = app.worker.db;
    await db
      .updateTable('dropship_orders')
      .set({state: 'placing', lease_owner: 'gone', lease_until: new Date(app.clock.now().getTime() - 1)})
      .where('id', '=', id)
      .execute();
    ends.push(app.shopify.misbehave({fault: 'delay', ms: 7_000, when: ({shop}) => shop === neighbour}));
    const bought = app.buy();
    const before = reads('OrdersUpdatedSince');
    for (let round = 0; round < 3; round += 1) await app.worker.queues.enqueue('upkeep', {task: 'reconcile-orders'});
    await app.worker.queues.enqueue('upkeep', {task: 'sweep-placing'});
    const soon = {timeout: 20_000, interval: 50};
    const stateOf = async (gid: string) => (await app.rows(gid)).map(({state}) => state);
    await expect.poll(() => stateOf(earlier.id), soon).toEqual(['unconfirmed']);
    await expect.poll(() => stateOf(bought.id), soon).toEqual(['awaiting_payment']);
    // The rounds that came while it hung added nothing for the shop that hangs.
    expect(reads('OrdersUpdatedSince') - before).toBeLessThanOrEqual(4);
  });
});
