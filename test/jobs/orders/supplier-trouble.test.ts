// When the supplier fails: for one article only its orders wait, for all articles the whole backlog.

import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {approveSending} from '../../../server/actions/merchant-actions.ts';
import {runsEverything} from '../../support/database.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Paid as well, and announced by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

// On one engine: `journeys/order-to-checkout`, `placing-late` and `not-kept` send its statements on both.
describe.each(oneEngine)('a backlog whose supplier has trouble, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  /** `npm test` sends a few; the embedded database takes several times as long for each. */
  const most = engine === 'embedded' ? 100 : 500;
  const count = runsEverything ? most : 20;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 60});
  });
  afterEach(() => {
    app.setSupplierAway(false);
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  it('one article that the supplier fails on stops its own order alone, and for a day and a half at most', async () => {
    const [sick, well] = [app.goods(), app.goods()];
    const id = sick.articleId;
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'stock', id, does: {kind: 'status', status: 500}}));
    app.shopify.webhooks.pause();
    const older = app.buy({goods: sick, ...onceTold});
    app.clock.turn(1_000);
    const younger = app.buy({goods: well, ...onceTold});
    app.shopify.webhooks.resume();
    await app.quiet();
    expect(await app.row(younger.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    const waiting = await app.row(older.id);
    expect(waiting).toMatchObject({state: 'waiting', reason_code: 'supplier_failing', attempts: 0});
    expect(waiting.next_attempt_at?.getTime()).toBe(app.clock.now().getTime() + minute);
    for (let passed = 0; passed <= 38 * hour; passed += 6 * hour) {
      app.clock.turn(6 * hour);
      await app.upkeep('recheck-open');
    }
    expect(await app.row(older.id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    const later = app.buy({goods: well, ...onceTold});
    await app.quiet();
    expect(await app.row(later.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);

  it('the first order the supplier answers for frees the whole backlog: the oldest goes first, and no clock is waited for', async () => {
    app.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => app.shopify.webhooks.drop(null));
    app.setSupplierAway(true);
    const old: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      app.clock.turn(1_000);
      old.push(app.buy(onceTold).id);
    }
    await app.quiet();
    for (let passed = 0; passed < 9 * hour; passed += hour) {
      app.clock.turn(hour);
      await app.upkeep('recheck-open');
    }
    const waits = await app.row(old[0] ?? '');
    expect(waits).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    expect(waits.next_attempt_at?.getTime()).toBeGreaterThan(app.clock.now().getTime() + minute);
    app.setSupplierAway(false);
    const before = app.supplier.orders().length;
    const fresh = app.buy(onceTold);
    await app.quiet();
    const rows = await Promise.all([...old, fresh.id].map((id) => app.row(id)));
    expect(rows.map(({state}) => state)).toEqual(rows.map(() => 'awaiting_payment'));
    const taken = app.supplier.orders().slice(before);
    expect(taken.map(({reference}) => reference)).toEqual(rows.map(({reference}) => reference));
  });

  it('an older order on which the supplier fails, now that it is back, does not hold up the others', async () => {
    const [sick, well] = [app.goods(), app.goods()];
    app.setSupplierAway(true);
    const older = app.buy({goods: sick, ...onceTold});
    await app.quiet();
    expect(await app.row(older.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    app.setSupplierAway(false);
    const id = sick.articleId;
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'stock', id, does: {kind: 'cut', when: 'before'}}));
    app.clock.turn(1_000);
    const younger = app.buy({goods: well, ...onceTold});
    await app.quiet();
    expect(await app.row(younger.id)).toMatchObject({state: 'awaiting_payment'});
    expect(await app.row(older.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_failing'});
  });

  it('an order that could not be sent for a day and a half, though the supplier answers questions, waits for the merchant', async () => {
    app.onCheckpoint((name) => {
      if (name === 'after-claim') app.setSupplierAway(true);
      if (name === 'after-answer') app.setSupplierAway(false);
    });
    ends.push(() => app.onCheckpoint(null));
    const bought = app.buy(onceTold);
    await app.quiet();
    for (let passed = 0; passed <= 40 * hour; passed += 2 * hour) {
      app.clock.turn(2 * hour);
      await app.upkeep('recheck-open');
    }
    const held = await app.row(bought.id);
    expect(held).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    expect(held.attempts).toBeLessThan(30);
    await approveSending(
      app.worker.db,
      {shop: app.shop, id: held.id, actor: 'user:7'},
      ['supplier_away'],
      app.clock.now(),
    );
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', attempts: held.attempts + 1});
    app.onCheckpoint(null);
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);

  it('an order whose app was away as long as the supplier is sent when both are back, not held for the time without the app', async () => {
    app.setSupplierAway(true);
    const bought = app.buy(onceTold);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    app.setSupplierAway(false);
    app.clock.turn(40 * hour);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('what the store no longer wants does not wait for the supplier', async () => {
    app.setSupplierAway(true);
    const [cancelled, refunded] = [app.buy(onceTold), app.buy(onceTold)];
    await app.quiet();
    for (const {id} of [cancelled, refunded]) expect(await app.row(id)).toMatchObject({state: 'waiting'});
    app.store.cancelOrder(cancelled.id);
    app.store.refundLine(refunded.id, refunded.lines[0]?.id ?? '');
    await app.quiet();
    for (const {id} of [cancelled, refunded]) expect(await app.row(id)).toMatchObject({state: 'cancelled'});
  });

  it('a list that no run has read for a day is read once for all the orders that need it', async () => {
    app.clock.turn(25 * hour);
    const before = app.supplier.requestCount('dropship', 'list');
    const bought = Array.from({length: 5}, () => app.buy({goods: app.goods(), ...onceTold}));
    await app.quiet();
    for (const {id} of bought) expect(await app.row(id)).toMatchObject({state: 'awaiting_payment'});
    expect(app.supplier.requestCount('dropship', 'list') - before).toBe(1);
  });

  it(`${count} orders of a night without the supplier are sent once each, oldest first, the cancelled ones never`, async () => {
    // The echoes of our own tags would be served three times over.
    app.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => app.shopify.webhooks.drop(null));
    app.setSupplierAway(true);
    app.clock.turn(25 * hour);
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      app.clock.turn(1_000);
      ids.push(app.buy(onceTold).id);
    }
    await app.quiet();
    for (let passed = 0; passed < 10 * hour; passed += 2 * hour) {
      app.clock.turn(2 * hour);
      await app.upkeep('recheck-open');
    }
    const cancelled = ids.filter((_, at) => at % 25 === 7);
    for (const id of cancelled) app.store.cancelOrder(id);
    await app.quiet();
    app.setSupplierAway(false);
    const before = {
      orders: app.supplier.orders().length,
      requests: app.supplier.orderRequests(),
      lists: app.supplier.requestCount('dropship', 'list'),
    };
    app.clock.turn(2 * hour);
    await app.upkeep('recheck-open');

    const rows = await app.worker.db
      .selectFrom('dropship_orders')
      .select(['order_gid', 'state', 'reference', 'attempts'])
      .where(
        'order_gid',
        'in',
        ids.map((id) => OrderGid.parse(id)),
      )
      .orderBy('ordered_at')
      .execute();
    expect(rows).toHaveLength(count);
    const sent = rows.filter(({order_gid: gid}) => !cancelled.includes(gid));
    expect(rows.filter((row) => !sent.includes(row)).map(({state}) => state)).toEqual(cancelled.map(() => 'cancelled'));
    expect(sent.filter(({state, attempts}) => state !== 'awaiting_payment' || attempts !== 1)).toEqual([]);
    const taken = app.supplier.orders().slice(before.orders);
    expect(taken.map(({reference}) => reference)).toEqual(sent.map(({reference}) => reference));
    expect(app.supplier.orderRequests() - before.requests).toBe(count - cancelled.length);
    expect(app.supplier.requestCount('dropship', 'list') - before.lists).toBeLessThanOrEqual(2);
  }, 300_000);
});
