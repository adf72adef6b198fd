// When the supplier fails: for one article only its orders wait, for all articles the whole backlog.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../../server/actions/merchant-actions.ts';
import {runsEverything} from '../../support/database.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Paid as well, and told of by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

describe.each(testEngines)('a backlog whose supplier has trouble, on %s', (engine) => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  /** `npm test` sends a few; the embedded database takes several times as long for each. */
  const most = engine === 'embedded' ? 100 : 500;
  const count = runsEverything ? most : 60;
  beforeAll(async () => {
    stage = await openStage(engine, {articles: 60});
  });
  afterEach(() => {
    stage.setSupplierAway(false);
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  it('one article that the supplier fails on stops its own order alone, and for a day and a half at most', async () => {
    const [sick, well] = [stage.goods(), stage.goods()];
    const id = sick.articleId;
    ends.push(stage.supplier.misbehave({api: 'dropship', a: 'stock', id, does: {kind: 'status', status: 500}}));
    stage.shopify.webhooks.pause();
    const older = stage.buy({goods: sick, ...onceTold});
    stage.clock.turn(1_000);
    const younger = stage.buy({goods: well, ...onceTold});
    stage.shopify.webhooks.resume();
    await stage.quiet();
    expect(await stage.row(younger.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    const waiting = await stage.row(older.id);
    expect(waiting).toMatchObject({state: 'waiting', reason_code: 'supplier_failing', attempts: 0});
    expect(waiting.next_attempt_at?.getTime()).toBe(stage.clock.now().getTime() + minute);
    for (let passed = 0; passed <= 38 * hour; passed += 2 * hour) {
      stage.clock.turn(2 * hour);
      await stage.upkeep('recheck-open');
    }
    expect(await stage.row(older.id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    const later = stage.buy({goods: well, ...onceTold});
    await stage.quiet();
    expect(await stage.row(later.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);

  it('the first order the supplier answers for frees the whole backlog: the oldest goes first, and no clock is waited for', async () => {
    stage.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => stage.shopify.webhooks.drop(null));
    stage.setSupplierAway(true);
    const old: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      stage.clock.turn(1_000);
      old.push(stage.buy(onceTold).id);
    }
    await stage.quiet();
    for (let passed = 0; passed < 9 * hour; passed += hour) {
      stage.clock.turn(hour);
      await stage.upkeep('recheck-open');
    }
    const waits = await stage.row(old[0] ?? '');
    expect(waits).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    expect(waits.next_attempt_at?.getTime()).toBeGreaterThan(stage.clock.now().getTime() + minute);
    stage.setSupplierAway(false);
    const before = stage.supplier.orders().length;
    const fresh = stage.buy(onceTold);
    await stage.quiet();
    const rows = await Promise.all([...old, fresh.id].map((id) => stage.row(id)));
    expect(rows.map(({state}) => state)).toEqual(rows.map(() => 'awaiting_payment'));
    const taken = stage.supplier.orders().slice(before);
    expect(taken.map(({reference}) => reference)).toEqual(rows.map(({reference}) => reference));
  });

  it('an older order on which the supplier fails, now that it is back, holds up nobody', async () => {
    const [sick, well] = [stage.goods(), stage.goods()];
    stage.setSupplierAway(true);
    const older = stage.buy({goods: sick, ...onceTold});
    await stage.quiet();
    expect(await stage.row(older.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    stage.setSupplierAway(false);
    const id = sick.articleId;
    ends.push(stage.supplier.misbehave({api: 'dropship', a: 'stock', id, does: {kind: 'cut', when: 'before'}}));
    stage.clock.turn(1_000);
    const younger = stage.buy({goods: well, ...onceTold});
    await stage.quiet();
    expect(await stage.row(younger.id)).toMatchObject({state: 'awaiting_payment'});
    expect(await stage.row(older.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_failing'});
  });

  it('an order that could not be sent for a day and a half, though the supplier answers questions, is a person’s', async () => {
    stage.onCheckpoint((name) => {
      if (name === 'after-claim') stage.setSupplierAway(true);
      if (name === 'after-answer') stage.setSupplierAway(false);
    });
    ends.push(() => stage.onCheckpoint(null));
    const bought = stage.buy(onceTold);
    await stage.quiet();
    for (let passed = 0; passed <= 40 * hour; passed += 2 * hour) {
      stage.clock.turn(2 * hour);
      await stage.upkeep('recheck-open');
    }
    const held = await stage.row(bought.id);
    expect(held).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    expect(held.attempts).toBeLessThan(30);
    await approve(
      stage.worker.db,
      {shop: stage.shop, id: held.id, actor: 'user:7'},
      ['supplier_away'],
      stage.clock.now(),
    );
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', attempts: held.attempts + 1});
    stage.onCheckpoint(null);
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);

  it('an order whose app was away as long as the supplier is sent when both are back, not held for what nobody looked at', async () => {
    stage.setSupplierAway(true);
    const bought = stage.buy(onceTold);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    stage.setSupplierAway(false);
    stage.clock.turn(40 * hour);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('what the store no longer wants does not wait for the supplier', async () => {
    stage.setSupplierAway(true);
    const [cancelled, refunded] = [stage.buy(onceTold), stage.buy(onceTold)];
    await stage.quiet();
    for (const {id} of [cancelled, refunded]) expect(await stage.row(id)).toMatchObject({state: 'waiting'});
    stage.store.cancelOrder(cancelled.id);
    stage.store.refundLine(refunded.id, refunded.lines[0]?.id ?? '');
    await stage.quiet();
    for (const {id} of [cancelled, refunded]) expect(await stage.row(id)).toMatchObject({state: 'cancelled'});
  });

  it('a list that no run has read for a day is read once for all the orders that need it', async () => {
    stage.clock.turn(25 * hour);
    const before = stage.supplier.requestCount('dropship', 'list');
    const bought = Array.from({length: 5}, () => stage.buy({goods: stage.goods(), ...onceTold}));
    await stage.quiet();
    for (const {id} of bought) expect(await stage.row(id)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.supplier.requestCount('dropship', 'list') - before).toBe(1);
  });

  it(`${count} orders of a night without the supplier are sent once each, oldest first, the cancelled ones never`, async () => {
    // The echoes of our own tags would be served three times over.
    stage.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => stage.shopify.webhooks.drop(null));
    stage.setSupplierAway(true);
    stage.clock.turn(25 * hour);
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      stage.clock.turn(1_000);
      ids.push(stage.buy(onceTold).id);
    }
    await stage.quiet();
    for (let passed = 0; passed < 10 * hour; passed += hour) {
      stage.clock.turn(hour);
      await stage.upkeep('recheck-open');
    }
    const cancelled = ids.filter((_, at) => at % 25 === 7);
    for (const id of cancelled) stage.store.cancelOrder(id);
    await stage.quiet();
    stage.setSupplierAway(false);
    const before = {
      orders: stage.supplier.orders().length,
      requests: stage.supplier.orderRequests(),
      lists: stage.supplier.requestCount('dropship', 'list'),
    };
    stage.clock.turn(2 * hour);
    await stage.upkeep('recheck-open');

    const rows = await stage.worker.db
      .selectFrom('dropship_orders')
      .select(['order_gid', 'state', 'reference', 'attempts'])
      .where('order_gid', 'in', ids)
      .orderBy('ordered_at')
      .execute();
    expect(rows).toHaveLength(count);
    const sent = rows.filter(({order_gid: gid}) => !cancelled.includes(gid));
    expect(rows.filter((row) => !sent.includes(row)).map(({state}) => state)).toEqual(cancelled.map(() => 'cancelled'));
    expect(sent.filter(({state, attempts}) => state !== 'awaiting_payment' || attempts !== 1)).toEqual([]);
    const taken = stage.supplier.orders().slice(before.orders);
    expect(taken.map(({reference}) => reference)).toEqual(sent.map(({reference}) => reference));
    expect(stage.supplier.orderRequests() - before.requests).toBe(count - cancelled.length);
    expect(stage.supplier.requestCount('dropship', 'list') - before.lists).toBeLessThanOrEqual(2);
  }, 300_000);
});
