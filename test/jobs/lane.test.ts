// The lane of a shop: a supplier away for a night, a key that stops being accepted, and many shops at once.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {callUp} from '../../jobs/call-up.ts';
import {loadDueOrders} from '../../server/db/due-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {houseEngines} from '../support/house.ts';
import {openStage, patientToken, type Stage} from './order-stage.ts';

const neighbour = 'neighbour.myshopify.com';
const minute = 60_000;
const hour = 60 * minute;

describe.each(houseEngines)('a shop’s lane, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    const shops = [
      {domain: 'lane.myshopify.com', plan: 'plus'},
      {domain: neighbour, plan: 'plus'},
    ] as const;
    stage = await openStage(engine, {shopify: {shops}});
  });
  afterAll(() => stage.close());

  /** Orders placed while nobody was told; the reconciliation takes them all. */
  const buyMany = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      stage.clock.turn(1_000);
      ids.push(stage.buy().id);
    }
    await stage.quiet();
    return ids;
  };
  const states = async (ids: readonly string[]) => {
    const rows = await stage.worker.db
      .selectFrom('dropship_orders')
      .select(['order_gid', 'state', 'reason_code'])
      .where('order_gid', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.order_gid, row.state]));
  };

  it('a supplier away for a night: everything waits together, and is sent once, oldest first, checked again', async () => {
    stage.setSupplierAway(true);
    const ids = await buyMany(40);
    expect([...new Set((await states(ids)).values())]).toEqual(['waiting']);
    for (let passed = 0; passed < 10 * hour; passed += hour) {
      stage.clock.turn(hour);
      await stage.upkeep('recheck-open');
    }
    const cancelled = ids[7] ?? '';
    stage.store.cancelOrder(cancelled);
    await stage.quiet();
    stage.setSupplierAway(false);
    const before = stage.supplier.orders().length;
    stage.clock.turn(2 * hour);
    await stage.upkeep('recheck-open');
    const after = await states(ids);
    expect(after.get(cancelled)).toBe('cancelled');
    expect(ids.filter((id) => after.get(id) === 'awaiting_payment')).toHaveLength(39);
    const sent = stage.supplier.orders().slice(before);
    expect(sent).toHaveLength(39);
    const rows = await Promise.all(ids.filter((id) => id !== cancelled).map((id) => stage.row(id)));
    expect(sent.map(({reference}) => reference)).toEqual(rows.map(({reference}) => reference));
  }, 120_000);

  it('a supplier away for a day and a half is a person’s to decide, and is not asked any more', async () => {
    stage.setSupplierAway(true);
    const [id = ''] = await buyMany(1);
    for (let passed = 0; passed <= 38 * hour; passed += 2 * hour) {
      stage.clock.turn(2 * hour);
      await stage.upkeep('recheck-open');
    }
    expect(await stage.row(id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    stage.setSupplierAway(false);
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await stage.row(id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
  }, 120_000);

  it('a key refused in the middle: at most one request more, the rest waits and is sent with the new key', async () => {
    const pause = stage.shopify.misbehave({fault: 'status', status: 503});
    const ids = Array.from({length: 12}, () => stage.buy().id);
    await stage.shopify.webhooks.flush();
    pause();
    let asked = 0;
    stage.onCheckpoint((name) => {
      if (name !== 'after-claim') return;
      asked += 1;
      if (asked === 4)
        stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'revoke-key', when: 'before'}});
    });
    stage.clock.turn(minute);
    await stage.upkeep('sweep-deliveries', 'recheck-open');
    stage.onCheckpoint(null);
    expect(asked).toBeLessThanOrEqual(5);
    const waiting = [...(await states(ids)).values()].filter((state) => state === 'waiting');
    expect(waiting.length).toBeGreaterThanOrEqual(8);
    await stage.merchant.connect('dropship', stage.supplier.issueKey('dropship'));
    await stage.quiet();
    expect([...new Set((await states(ids)).values())]).toEqual(['awaiting_payment']);
    const references = await Promise.all(ids.map((id) => stage.row(id)));
    for (const row of references) expect(stage.taken(row)).toHaveLength(1);
  }, 60_000);

  it('behind ten thousand orders of another shop an order is placed at once', async () => {
    const {db} = stage.worker;
    const other = ShopDomain.parse(neighbour);
    await createMerchant(stage.url, () => patientToken(stage.shopify, neighbour, stage.clock)).overview();
    await saveBacklog(db, other, stage.clock.now());
    await callUp(stage.worker, 'dropship', other);
    await expect
      .poll(async () => (await loadDueOrders(db, other, stage.clock.now(), 10_000)).length, {timeout: 20_000})
      .toBeLessThan(10_000);
    const started = performance.now();
    const bought = stage.buy();
    await expect
      .poll(async () => (await stage.rows(bought.id))[0]?.state, {timeout: 20_000, interval: 20})
      .toBe('awaiting_payment');
    const took = performance.now() - started;
    expect((await loadDueOrders(db, other, stage.clock.now(), 10_000)).length).toBeGreaterThan(1_000);
    expect(took).toBeLessThan(10_000);
    await db.deleteFrom('dropship_orders').where('shop', '=', other).execute();
    await stage.quiet();
  }, 90_000);
});

/** Orders the store does not know: each is read once and cancelled. */
async function saveBacklog(db: Deps['db'], shop: ShopDomain, now: Date): Promise<void> {
  for (let batch = 0; batch < 20; batch += 1) {
    const rows = Array.from({length: 500}, (_, at) => {
      const number = batch * 500 + at + 1;
      return {
        id: randomUUID(),
        shop,
        order_gid: `gid://shopify/Order/${number}`,
        order_name: '#1',
        line_gid: `gid://shopify/LineItem/${number}`,
        article_id: '1',
        article_name: 'One',
        quantity: 1,
        state: 'waiting' as const,
        reference: randomUUID(),
        next_attempt_at: now,
        ordered_at: now,
        created_at: now,
        updated_at: now,
      };
    });
    await db.insertInto('dropship_orders').values(rows).execute();
  }
}
