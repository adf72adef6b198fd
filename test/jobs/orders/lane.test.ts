// The lane of a shop: one worker at a time sends its orders, and one that was held up for longer than its lease sends nothing more.
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {drainOrders} from '../../../jobs/orders/drain-orders.ts';
import {drainOrdersInLane, openLane} from '../../../jobs/orders/lane.ts';
import {placeDropshipOrder} from '../../../jobs/orders/place-dropship-order.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {releaseLane, renewLane, takeLane} from '../../../server/db/orders/lanes.ts';
import {oneEngine, quickestEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

describe('the lane of a shop', () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {byHand: true});
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  const open = async (leaseMs?: number) => {
    const lane = await openLane(app.worker, app.shop, leaseMs);
    if (lane === null) throw new Error('the lane is taken');
    return lane;
  };
  const bought = async () => {
    const order = app.buy();
    await app.shopify.webhooks.flush();
    for (let turn = 0; turn < 3; turn += 1) await drainDeliveries({...app.worker}, {shop: app.shop});
    return {order, id: DropshipOrderId.parse((await app.row(order.id)).id)};
  };
  /** As if the lease had expired: its holder was held up, or died. */
  const expire = () =>
    app.worker.db.updateTable('shops').set({lane_until: sql<Date>`clock_timestamp() - interval '1 second'`}).execute();
  const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  it('has one holder at a time, and passes on when it is released or expired', async () => {
    const first = await open();
    expect(await openLane(app.worker, app.shop)).toBeNull();
    await first.close();
    const second = await open();
    expect(second.token).toBeGreaterThan(first.token);
    await expire();
    const third = await open();
    expect(third.token).toBeGreaterThan(second.token);
    await second.close();
    expect(await takeLane(app.worker.db, app.shop, 1_000)).toBeNull();
    await third.close();
  });

  it('is none for a shop that is not known, whose name the store may have given up: its job ends and comes again no more', async () => {
    await drainOrdersInLane(app.worker, {shop: ShopDomain.parse('given-up.myshopify.com')});
    expect((await app.worker.queues.countJobs()).dropship).toMatchObject({waiting: 0, delayed: 0});
  });

  it('is free once released, also where a renewal was under way', async () => {
    const {db} = app.worker;
    const token = await takeLane(db, app.shop, 60_000);
    await releaseLane(db, app.shop, token ?? 0);
    expect(await renewLane(db, app.shop, token ?? 0, 60_000)).toBe(false);
    const lane = await open();
    await lane.close();
  });

  it('is kept beyond its lease while it is renewed, and lost by a holder that another one replaced', async () => {
    const lane = await open(1_500);
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(lane.isHeld()).toBe(true);
    await expire();
    const next = await open();
    await expect.poll(() => lane.isHeld(), {timeout: 3_000}).toBe(false);
    expect(next.isHeld()).toBe(true);
    await lane.close();
    await next.close();
  });

  it('that another worker has taken claims nothing: the order is sent by the new holder, once', async () => {
    const {order, id} = await bought();
    const old = await open();
    await expire();
    const lane = await open();
    const before = app.supplier.orderRequests();
    await placeDropshipOrder(app.worker, {shop: app.shop, dropshipOrderId: id, mayYield: false, lane: old});
    expect(app.supplier.orderRequests()).toBe(before);
    expect(await app.row(order.id)).toMatchObject({state: 'waiting', attempts: 0});
    await drainOrders(app.worker, {shop: app.shop}, lane);
    expect(await app.row(order.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(app.supplier.orderRequests()).toBe(before + 1);
    await old.close();
    await lane.close();
  });

  it('of a worker whose event loop was busy for longer than the lease sends no byte, also of a claimed order', async () => {
    const {order} = await bought();
    const lane = await open(400);
    app.onCheckpoint((name) => {
      if (name === 'after-claim') blockFor(600);
    });
    const before = app.supplier.orderRequests();
    await drainOrders(app.worker, {shop: app.shop}, lane);
    app.onCheckpoint(null);
    expect(app.supplier.orderRequests()).toBe(before);
    expect(await app.tries(order.id)).toEqual(['never_sent overdue']);
    await lane.close();
    await drainOrdersInLane(app.worker, {shop: app.shop});
    expect(await app.row(order.id)).toMatchObject({state: 'awaiting_payment'});
    expect(app.supplier.orderRequests()).toBe(before + 1);
  });

  it('that is taken makes a second job do nothing and come again', async () => {
    const {order} = await bought();
    const lane = await open();
    await drainOrdersInLane(app.worker, {shop: app.shop});
    expect(await app.row(order.id)).toMatchObject({state: 'waiting'});
    expect((await app.worker.queues.countJobs()).dropship['delayed']).toBe(1);
    await lane.close();
    await drainOrdersInLane(app.worker, {shop: app.shop});
    expect(await app.row(order.id)).toMatchObject({state: 'awaiting_payment'});
  });
});

// On one engine: all suites of this folder on both engines go through a lane.
describe.each(oneEngine)('a job that finds the lane taken, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('comes again until the lane is free, however often it was taken', async () => {
    const lane = await openLane(app.worker, app.shop);
    const ended = async () => (await app.worker.queues.countJobs()).dropship['completed'] ?? 0;
    const before = await ended();
    const order = app.buy();
    // The webhooks of the order may cause more than one job; what comes after them are tries.
    await expect.poll(ended, {timeout: 10_000}).toBeGreaterThanOrEqual(before + 3);
    const [tried, began] = [await ended(), performance.now()];
    await expect.poll(ended, {timeout: 10_000}).toBeGreaterThanOrEqual(tried + 3);
    // Four tries a second, no more.
    expect(performance.now() - began).toBeGreaterThan(400);
    expect(await app.row(order.id)).toMatchObject({state: 'waiting'});
    await lane?.close();
    await expect.poll(async () => (await app.row(order.id)).state, {timeout: 5_000}).toBe('awaiting_payment');
  });
});
