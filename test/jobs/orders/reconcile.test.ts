import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {reconcileOrders} from '../../../jobs/orders/reconcile-orders.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {loadStoreOrder} from '../../../server/db/orders/store-orders.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {createMerchant} from '../../sandbox/demo/merchant.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, patientToken, type Stage} from './stage.ts';

const minute = 60_000;
const neighbour = ShopDomain.parse('a-neighbour.myshopify.com');

describe.each(testEngines)('orders that no webhook told of, on %s', (engine) => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    stage = await openStage(engine, {
      shopify: {shops: [{domain: 'z-store.myshopify.com', plan: 'plus'}, {domain: neighbour}]},
    });
    await createMerchant(stage.url, () => patientToken(stage.shopify, neighbour, stage.clock)).overview();
    await stage.quiet();
    stage.shopify.webhooks.drop(() => true);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  const reads = (operation: string): number =>
    stage.shopify.requests().filter(({operationName}) => operationName === operation).length;
  type Seen = {readonly operationName: string | null; readonly variables: Readonly<Record<string, unknown>>};
  const refuse = (operation: string, status: number, when: (seen: Seen) => boolean): (() => void) => {
    const mine = (seen: Seen): boolean => seen.operationName === operation && when(seen);
    const end = stage.shopify.misbehave({fault: 'status', status, when: mine});
    ends.push(end);
    return end;
  };
  const watermark = async () => (await loadShop(stage.worker.db, stage.shop))?.ordersWatermarkAt ?? null;
  const reconcile = async (): Promise<number> => {
    const found = await reconcileOrders(stage.worker, stage.shop);
    await stage.quiet();
    return found;
  };

  it('are found within ten minutes, counted, and end as the store has them', async () => {
    const paid = stage.buy();
    const late = stage.buy({financialStatus: 'PENDING'});
    const cancelled = stage.buy();
    stage.store.cancelOrder(cancelled.id);
    expect(await reconcile()).toBe(2);
    expect(await stage.row(paid.id)).toMatchObject({state: 'awaiting_payment'});
    expect(await stage.row(late.id)).toMatchObject({state: 'waiting', reason_code: 'not_paid'});
    expect(await stage.rows(cancelled.id)).toEqual([]);

    stage.clock.turn(10 * minute);
    stage.store.payOrder(late.id);
    expect(await reconcile()).toBe(0);
    expect(await stage.row(late.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(await watermark()).toEqual(stage.clock.now());
  });

  it('are read again for half an hour, for what Shopify’s index shows late, and then left alone', async () => {
    stage.buy();
    await reconcile();
    const before = reads('StoreOrder');
    await reconcile();
    expect(reads('StoreOrder')).toBeGreaterThan(before);
    stage.clock.turn(31 * minute);
    await reconcile();
    const after = reads('StoreOrder');
    stage.clock.turn(10 * minute);
    await reconcile();
    expect(reads('StoreOrder')).toBe(after);
  });

  it('are not lost when Shopify fails half way: what was covered is not begun again, the rest is found later', async () => {
    const foreign = {country: 'DE', lines: [{variantId: null, title: 'Something else'}]};
    for (let order = 0; order < 101; order += 1) {
      stage.store.placeOrder(foreign);
      stage.clock.turn(minute);
    }
    const last = stage.buy();
    ends.push(
      stage.shopify.misbehave({
        fault: 'unauthorised',
        when: ({operationName, variables}) => operationName === 'OrdersUpdatedSince' && variables['after'] !== null,
      }),
    );
    const begun = await watermark();
    await expect(reconcile()).rejects.toThrow();
    expect((await watermark())?.getTime()).toBeGreaterThan((begun?.getTime() ?? 0) + 60 * minute);
    expect(await stage.rows(last.id)).toEqual([]);
    ends.splice(0)[0]?.();
    await stage.merchant.overview();
    const before = reads('StoreOrder');
    expect(await reconcile()).toBe(1);
    expect(reads('StoreOrder') - before).toBeLessThan(50);
    expect(await stage.row(last.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it.each([400, 503])(
    'are found behind one that Shopify answers %d for, which is tried again by itself',
    async (status) => {
      const poison = stage.buy();
      const next = stage.buy();
      const end = refuse('StoreOrder', status, ({variables}) => variables['id'] === poison.id);
      const begun = stage.clock.now();
      expect(await reconcileOrders(stage.worker, stage.shop)).toBe(1);
      expect(await watermark()).toEqual(begun);
      expect(await stage.rows(next.id)).toHaveLength(1);
      expect(await stage.rows(poison.id)).toEqual([]);
      end();
      stage.clock.turn(minute);
      await stage.upkeep('sweep-deliveries');
      expect(await stage.row(poison.id)).toMatchObject({state: 'awaiting_payment', found_by: 'reconciliation'});
      expect(await stage.row(next.id)).toMatchObject({state: 'awaiting_payment'});
    },
  );

  it('are found behind one that cannot be written down, which is given up in the end, and shown', async () => {
    const {db} = stage.worker;
    const poison = stage.buy();
    const next = stage.buy();
    await sql`create function refuse_one() returns trigger language plpgsql as $$
      begin if new.order_gid = tg_argv[0] then raise exception 'out of range'; end if; return new; end $$`.execute(db);
    await sql
      .raw(
        `create trigger poison before insert on store_orders for each row execute function refuse_one('${poison.id}')`,
      )
      .execute(db);
    ends.push(() => void sql`drop trigger if exists poison on store_orders`.execute(db));
    const begun = stage.clock.now();
    expect(await reconcileOrders(stage.worker, stage.shop)).toBe(1);
    expect(await watermark()).toEqual(begun);
    expect(await stage.rows(next.id)).toHaveLength(1);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await drainDeliveries(stage.worker, {shop: stage.shop}).catch(() => {});
    }
    const {webhooks} = await stage.merchant.overview();
    expect(webhooks).toMatchObject({failed: 1, lastFailure: {topic: 'orders/found', resource: poison.id}});
    await stage.quiet();
  });

  it('are not set aside one after the other while the store itself is away', async () => {
    const bought = [stage.buy(), stage.buy()];
    const before = await watermark();
    stage.clock.turn(minute);
    let asked = 0;
    refuse('StoreOrder', 503, () => {
      asked += 1;
      return true;
    });
    refuse('OrdersUpdatedSince', 503, () => asked > 0);
    await expect(reconcileOrders(stage.worker, stage.shop)).rejects.toMatchObject({kind: 'unavailable'});
    expect(await watermark()).toEqual(before);
    const {db} = stage.worker;
    expect(await db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute()).toEqual([]);
    for (const end of ends.splice(0)) end();
    expect(await reconcile()).toBe(2);
    for (const {id} of bought) expect(await stage.row(id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are found whatever they cost: a store that counts in rupiah has orders of billions', async () => {
    const bought = stage.buy({lines: [{variantId: stage.goods().variantId, price: '32000000.00'}]});
    expect(await reconcile()).toBe(1);
    expect(await loadStoreOrder(stage.worker.db, stage.shop, bought.id)).toMatchObject({revenue: 3_200_000_000});
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', buyer_paid: 3_200_000_000});
  });

  it('are found though another shop is in trouble', async () => {
    ends.push(stage.shopify.misbehave({fault: 'status', status: 503, when: ({shop}) => shop === neighbour}));
    const bought = stage.buy();
    await stage.upkeep('reconcile-orders');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are found while another shop hangs, round after round, and the sweeps go on', async () => {
    const earlier = stage.buy();
    await stage.upkeep('reconcile-orders');
    const {id} = await stage.row(earlier.id);
    const db = stage.worker.db;
    await db
      .updateTable('dropship_orders')
      .set({state: 'placing', lease_owner: 'gone', lease_until: new Date(stage.clock.now().getTime() - 1)})
      .where('id', '=', id)
      .execute();
    ends.push(stage.shopify.misbehave({fault: 'delay', ms: 7_000, when: ({shop}) => shop === neighbour}));
    const bought = stage.buy();
    const before = reads('OrdersUpdatedSince');
    for (let round = 0; round < 3; round += 1) await stage.worker.queues.enqueue('upkeep', {task: 'reconcile-orders'});
    await stage.worker.queues.enqueue('upkeep', {task: 'sweep-placing'});
    const soon = {timeout: 5_000, interval: 50};
    const stateOf = async (gid: string) => (await stage.rows(gid)).map(({state}) => state);
    await expect.poll(() => stateOf(earlier.id), soon).toEqual(['unconfirmed']);
    await expect.poll(() => stateOf(bought.id), soon).toEqual(['awaiting_payment']);
    // The rounds that came while it hung added nothing for the shop that hangs.
    expect(reads('OrdersUpdatedSince') - before).toBeLessThanOrEqual(4);
  });
});
