// The backlog of a shop: a supplier away for a night, a key that stops being accepted, and many shops at once.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {enqueueBatch} from '../../../jobs/enqueue-batch.ts';
import {loadDueOrders} from '../../../server/db/orders/due-orders.ts';
import type {Deps} from '../../../server/deps.ts';
import {createMerchant} from '../../sandbox/demo/merchant.ts';
import {runsEverything} from '../../support/database.ts';
import {patientToken} from '../../support/patient-token.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

/** One more than are served at a time. */
const busy = Array.from({length: 9}, (_, at) => ShopDomain.parse(`busy-${at + 1}.myshopify.com`));
/** Orders of a night without the supplier, and of a pause: more than one batch of ten. */
const [ofNight, ofPause] = runsEverything ? [40, 30] : [16, 14];
/** Orders due in each of the busy shops. */
const backlog = 200;
const minute = 60_000;
const hour = 60 * minute;

// On one engine: `journeys/order-to-checkout`, `placing-late` and `queue/queues` send its statements on both.
describe.each(oneEngine)('a shop’s backlog of orders, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    const shops = ['backlog.myshopify.com', ...busy].map((domain) => ({domain, plan: 'plus'}) as const);
    app = await openOrderTestApp(engine, {shopify: {shops}});
  });
  afterAll(() => app.close());

  /** Orders placed while no webhook was sent; the reconciliation takes them all. */
  const buyMany = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      app.clock.turn(1_000);
      ids.push(app.buy().id);
    }
    await app.quiet();
    return ids;
  };
  const states = async (ids: readonly string[]) => {
    const rows = await app.worker.db
      .selectFrom('dropship_orders')
      .select(['order_gid', 'state', 'reason_code'])
      .where(
        'order_gid',
        'in',
        ids.map((id) => OrderGid.parse(id)),
      )
      .execute();
    return new Map(rows.map((row) => [row.order_gid, row.state]));
  };

  it('a supplier away for a night: everything waits together, and is sent once, oldest first, checked again', async () => {
    app.setSupplierAway(true);
    const ids = await buyMany(ofNight);
    expect([...new Set((await states(ids)).values())]).toEqual(['waiting']);
    for (let passed = 0; passed < 10 * hour; passed += 2 * hour) {
      app.clock.turn(2 * hour);
      await app.upkeep('recheck-open');
    }
    const cancelled = ids[7] ?? '';
    app.store.cancelOrder(cancelled);
    await app.quiet();
    app.setSupplierAway(false);
    const before = app.supplier.orders().length;
    app.clock.turn(2 * hour);
    await app.upkeep('recheck-open');
    const after = await states(ids);
    expect(after.get(OrderGid.parse(cancelled))).toBe('cancelled');
    expect(ids.filter((id) => after.get(OrderGid.parse(id)) === 'awaiting_payment')).toHaveLength(ofNight - 1);
    const sent = app.supplier.orders().slice(before);
    expect(sent).toHaveLength(ofNight - 1);
    const rows = await Promise.all(ids.filter((id) => id !== cancelled).map((id) => app.row(id)));
    expect(sent.map(({reference}) => reference)).toEqual(rows.map(({reference}) => reference));
  }, 120_000);

  it('an order whose supplier is away for a day and a half waits for the merchant, and the supplier is not asked any more', async () => {
    app.setSupplierAway(true);
    const [id = ''] = await buyMany(1);
    for (let passed = 0; passed <= 38 * hour; passed += 6 * hour) {
      app.clock.turn(6 * hour);
      await app.upkeep('recheck-open');
    }
    expect(await app.row(id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
    app.setSupplierAway(false);
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await app.row(id)).toMatchObject({state: 'held', reason_code: 'supplier_away'});
  }, 120_000);

  it('a key refused in the middle: at most one request more, the merchant sees it, the rest is sent with the new key', async () => {
    const settings = await app.merchant.settings();
    await app.merchant.saveSettings({...settings, sendingPaused: true});
    const ids = Array.from({length: ofPause}, () => app.buy({financialStatus: 'PARTIALLY_REFUNDED'}).id);
    await app.quiet();
    const before = app.supplier.orderRequests();
    let asked = 0;
    app.onCheckpoint((name) => {
      if (name !== 'after-claim') return;
      asked += 1;
      if (asked === 4)
        app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'revoke-key', when: 'before'}});
    });
    await app.merchant.saveSettings({...settings, sendingPaused: false});
    await app.quiet();
    app.onCheckpoint(null);
    expect(asked).toBeGreaterThanOrEqual(4);
    const sent = app.supplier.orderRequests() - before;
    expect(sent).toBeLessThanOrEqual(5);
    const rows = await Promise.all(ids.map((id) => app.row(id)));
    const waiting = rows.filter(({state}) => state === 'waiting');
    expect(waiting.length).toBe(ofPause - 3);
    expect(new Set(waiting.map(({reason_code}) => reason_code))).toEqual(new Set(['key_rejected']));
    expect((await app.merchant.overview()).connection.dropship).toMatchObject({state: 'rejected'});
    await app.merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
    expect((await app.merchant.overview()).connection.dropship).toMatchObject({state: 'accepted'});
    expect([...new Set((await states(ids)).values())]).toEqual(['awaiting_payment']);
    for (const row of rows) expect(app.taken(row)).toHaveLength(1);
    expect(app.supplier.orderRequests() - before - sent).toBe(ofPause - 3);
  }, 60_000);

  it('a new order, and one that a webhook announced, are served before three hundred that are only looked at again', async () => {
    const {db} = app.worker;
    const late = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    const old = new Date(app.clock.now().getTime() - hour);
    await saveBacklog(db, app.shop, old, 300);
    const recheck = db
      .updateTable('dropship_orders')
      .where('shop', '=', app.shop)
      .where('article_id', '=', ArticleId.parse('1'));
    await recheck.set({state: 'held', reason_code: 'risk', reason: 'Shopify advises to check it.'}).execute();
    const asked: unknown[] = [];
    const end = app.shopify.misbehave({
      fault: 'throttle',
      when({operationName, variables}) {
        if (operationName?.startsWith('StoreOrder')) asked.push(variables['id']);
        return false;
      },
    });
    const bought = app.buy();
    app.store.payOrder(late.id);
    const ours = [bought.id, late.id];
    const isSent = async (id: string) => (await app.rows(id))[0]?.state;
    for (const id of ours) {
      await expect.poll(() => isSent(id), {timeout: 20_000, interval: 5}).toBe('awaiting_payment');
    }
    end();
    // Each is read by the one who takes it and by the one who sends it; a batch of ten may have begun before.
    const sent = Math.max(...ours.map((id) => asked.indexOf(id, asked.indexOf(id) + 1)));
    const again = asked.slice(0, sent).filter((id) => !ours.includes(String(id)));
    expect(again.length).toBeLessThan(12);
    await db.deleteFrom('dropship_orders').where('article_id', '=', ArticleId.parse('1')).execute();
    await app.quiet();
  }, 60_000);

  it('behind nine shops with hundreds of orders each an order is placed after a few turns of theirs', async () => {
    const {db} = app.worker;
    for (const other of busy) {
      await createMerchant(app.url, () => patientToken(app.shopify, other, app.clock)).overview();
      await saveBacklog(db, other, app.clock.now());
    }
    const left = async () => {
      const due = await Promise.all(busy.map((other) => loadDueOrders(db, other, app.clock.now(), backlog)));
      return due.reduce((sum, ids) => sum + ids.length, 0);
    };
    for (const other of busy) await enqueueBatch(app.worker, 'dropship', other);
    await expect.poll(left, {timeout: 20_000, interval: 20}).toBeLessThan(busy.length * backlog);
    const bought = app.buy();
    const seen = async () => (await app.rows(bought.id))[0]?.state;
    await expect.poll(seen, {timeout: 60_000, interval: 10}).toBeDefined();
    const before = await left();
    await expect.poll(seen, {timeout: 60_000, interval: 10}).toBe('awaiting_payment');
    const after = await left();
    // Ten a batch: each of the nine had two, perhaps, and the eight that are served at a time a third.
    expect(before - after).toBeLessThan(300);
    expect(after).toBeGreaterThan(0);
    await db.deleteFrom('dropship_orders').where('shop', 'in', busy).execute();
    await app.quiet();
  }, 120_000);
});

/** Orders the store does not know: each is read once and cancelled. */
async function saveBacklog(db: Deps['db'], shop: ShopDomain, now: Date, count = backlog): Promise<void> {
  const rows = Array.from({length: count}, (_, at) => ({
    id: DropshipOrderId.parse(randomUUID()),
    shop,
    order_gid: OrderGid.parse(`gid://shopify/Order/${at + 1}`),
    order_name: '#1',
    line_gid: LineItemGid.parse(`gid://shopify/LineItem/${at + 1}`),
    article_id: ArticleId.parse('1'),
    article_name: 'One',
    quantity: 1,
    state: 'waiting' as const,
    reference: randomUUID(),
    next_attempt_at: now,
    ordered_at: now,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto('dropship_orders').values(rows).execute();
}
