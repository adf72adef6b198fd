import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {approveSending} from '../../server/actions/merchant-actions.ts';
import type {Schedule} from '../../server/queue/queues.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {patientToken} from '../support/patient-token.ts';
import {keptInRedis} from '../support/redis-contents.ts';
import {testEngines} from '../support/test-app.ts';
import {webhookBody} from '../support/webhook-bodies.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const hour = 3_600_000;
const minute = 60_000;
const neighbour = 'neighbour.myshopify.com';
const isAbout = (shop: string) => (schedule: Schedule) => JSON.stringify(schedule.payload).includes(shop);
const chores = ['sweep-deliveries', 'sweep-placing', 'recheck-open', 'reconcile-orders', 'catch-up'] as const;

/** In order: a merchant removes the app, comes back, leaves for good. */
describe.each(testEngines)('a merchant who leaves, on %s', (engine) => {
  let app: OrderTestApp;
  let other: Merchant;
  beforeAll(async () => {
    const shops = [{domain: 'leaver.myshopify.com', plan: 'plus'}, {domain: neighbour}] as const;
    app = await openOrderTestApp(engine, {shopify: {shops}});
    other = createMerchant(app.url, () => patientToken(app.shopify, neighbour, app.clock));
    await other.overview();
    await other.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
  });
  afterAll(() => app.close());

  const calls = () => ({
    shopify: app.shopify.requests().filter(({shop}) => shop === app.shop).length,
    supplier: app.supplier.requests().length,
  });
  const rowsOf = async (shop: string): Promise<Record<string, number>> => {
    const {db} = app.worker;
    const tables = await sql<{name: string}>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'shop'
    `.execute(db);
    const counts = await Promise.all(
      tables.rows.map(async ({name}) => {
        const rows = sql<{n: number}>`select count(*)::int as n from ${sql.table(name)} where shop = ${shop}`;
        return [name, (await rows.execute(db)).rows[0]?.n ?? -1] as const;
      }),
    );
    return Object.fromEntries(counts);
  };
  const waiting: string[] = [];
  /** Bought and announced while the app was away. */
  const meanwhile: string[] = [];

  it('takes tokens, keys and schedules along, and what was on its way is still told', async () => {
    waiting.push(app.buy({financialStatus: 'PENDING'}).id);
    await app.quiet();
    app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 1_000}});
    const onItsWay = app.buy();
    await expect
      .poll(async () => (await app.rows(onItsWay.id))[0]?.state, {interval: 10, timeout: 10_000})
      .toBe('placing');
    app.shopify.uninstall(app.shop);
    await app.quiet();

    expect(await app.row(onItsWay.id)).toMatchObject({state: 'awaiting_payment'});
    const shop = await app.worker.db.selectFrom('shops').selectAll().where('shop', '=', app.shop).executeTakeFirst();
    expect(shop).toMatchObject({
      state: 'uninstalled',
      catalogue_key_sealed: null,
      catalogue_key_last4: null,
      dropship_key_sealed: null,
      dropship_key_last4: null,
      scopes: '',
    });
    expect((await rowsOf(app.shop))['sessions']).toBe(0);
    const schedules = await app.worker.queues.listSchedules();
    expect(schedules.filter(isAbout(app.shop))).toEqual([]);
    expect(schedules.filter(isAbout(neighbour))).toHaveLength(2);
  });

  it('is not called any more: nothing goes to Shopify or the supplier for this shop', async () => {
    const before = calls();
    const [order = ''] = waiting;
    meanwhile.push(app.buy().id);
    for (const gid of [order, ...meanwhile]) {
      const payload = {id: Number(gid.split('/').at(-1)), admin_graphql_api_id: gid};
      for (const topic of ['orders/paid', 'orders/updated']) app.shopify.webhooks.deliver(topic, app.shop, payload);
    }
    for (const topic of ['products/update', 'shop/update'] as const) {
      app.shopify.webhooks.deliver(topic, app.shop, webhookBody(topic, app.shop));
    }
    for (let night = 0; night < 2; night += 1) {
      app.clock.turn(12 * hour);
      await app.upkeep(...chores);
    }
    expect(calls()).toEqual(before);
    expect(await app.row(order)).toMatchObject({state: 'waiting'});
  });

  it('finds settings and orders again on coming back; keys are asked for, and what waited is sent once', async () => {
    const [order = ''] = waiting;
    const before = app.supplier.orderRequests();
    app.shopify.install(app.shop);
    expect(await app.merchant.settings()).toMatchObject({newProducts: 'active'});
    expect((await app.merchant.pricing()).pricing).toMatchObject({markupPercent: 60, vatPercent: 22});
    expect(await app.merchant.overview()).toMatchObject({
      needsReauth: false,
      connection: {catalogue: {state: 'absent'}, dropship: {state: 'absent'}},
    });
    app.store.payOrder(order);
    await app.quiet();
    expect(await app.row(order)).toMatchObject({state: 'waiting', reason_code: 'key_missing'});
    await app.merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
    expect(await app.row(order)).toMatchObject({state: 'awaiting_payment'});
    expect(app.supplier.orderRequests() - before).toBe(1);
    const schedules = await app.worker.queues.listSchedules();
    expect(schedules.filter(isAbout(app.shop))).toHaveLength(2);
  });

  it('finds what was paid while the app was away, though its webhook was put away then; the merchant decides whether it is sent', async () => {
    const before = app.supplier.orderRequests();
    await app.upkeep('reconcile-orders');
    const [order = ''] = meanwhile;
    expect(await app.row(order)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('is not thrown out by late news of the time before', async () => {
    app.clock.turn(48 * hour);
    const longAgo = new Date(app.clock.now().getTime() - 50 * hour).toISOString();
    const headers = {'X-Shopify-Triggered-At': longAgo};
    for (const topic of ['app/uninstalled', 'shop/redact'] as const) {
      app.shopify.webhooks.deliver(topic, app.shop, webhookBody(topic, app.shop), {headers});
    }
    await app.quiet();
    // Shopify is asked about the uninstall within the next hour, three times more.
    for (const minutes of [1, 9, 50]) {
      app.clock.turn((minutes * hour) / 60);
      await app.upkeep('sweep-deliveries');
    }
    expect((await app.merchant.overview()).connection.dropship).toMatchObject({state: 'accepted'});
    expect((await rowsOf(app.shop))['dropship_orders']).toBeGreaterThan(0);
  });

  it('leaves nothing behind 48 hours after leaving for good, and the neighbour is untouched', async () => {
    const filled = Object.entries(await rowsOf(app.shop)).filter(([, rows]) => rows > 0);
    expect(filled.length).toBeGreaterThanOrEqual(8);
    app.shopify.uninstall(app.shop);
    await app.quiet();
    const beside = await rowsOf(neighbour);
    app.clock.turn(48 * hour - minute);
    await app.quiet();
    expect((await rowsOf(app.shop))['dropship_orders']).toBeGreaterThan(0);
    app.clock.turn(minute);
    await app.quiet();
    expect(Object.entries(await rowsOf(app.shop)).filter(([, rows]) => rows > 0)).toEqual([]);
    expect(await rowsOf(neighbour)).toEqual(beside);
    await app.upkeep('forget-jobs');
    await app.quiet();
    if (engine === 'postgres and redis') {
      const kept = await keptInRedis(app.config.queuePrefix);
      expect(kept).not.toContain(app.shop);
      expect(kept).toContain(neighbour);
    }
    expect(beside).toMatchObject({shops: 1, sessions: 1});
    expect((await other.overview()).connection.dropship.state).toBe('accepted');
  });

  it('sends nothing a second time after coming back with nothing known of it: older orders wait for the merchant', async () => {
    const sentBefore = app.supplier.orders().map(({reference}) => reference);
    app.shopify.webhooks.drop(() => true);
    const untold = app.buy();
    const shipped = app.buy();
    app.store.fulfil(shipped.id);
    app.shopify.webhooks.drop(null);
    app.clock.turn(hour);
    app.shopify.install(app.shop);
    await app.importAll();
    const requests = app.supplier.orderRequests();
    const [known = ''] = waiting;
    app.store.touchOrder(known);
    await app.quiet();
    expect(sentBefore).toContain((await app.row(known)).reference);
    expect(await app.row(known)).toMatchObject({state: 'held', reason_code: 'before_install'});
    await app.upkeep('reconcile-orders', 'reconcile-week', 'recheck-open');
    expect(await app.rows(shipped.id)).toEqual([]);
    expect(await app.row(untold.id)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(app.supplier.orderRequests()).toBe(requests);

    const {id} = await app.row(untold.id);
    await approveSending(app.worker.db, {shop: app.shop, id, actor: 'user:7'}, [], app.clock.now());
    const fresh = app.buy();
    await app.upkeep('recheck-open');
    for (const bought of [untold, fresh]) {
      expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    }
    expect(app.supplier.orderRequests() - requests).toBe(2);
  });

  it('leaves nothing behind either where no webhook announced that it left: 20 days after it was asked for', async () => {
    expect((await rowsOf(app.shop))['dropship_orders']).toBeGreaterThan(0);
    app.shopify.webhooks.drop(({topic}) => topic === 'app/uninstalled');
    app.shopify.uninstall(app.shop);
    app.clock.turn(48 * hour);
    await app.quiet();
    app.shopify.webhooks.drop(null);
    for (let days = 0; days < 20; days += 1) {
      expect((await rowsOf(app.shop))['dropship_orders']).toBeGreaterThan(0);
      app.clock.turn(24 * hour);
      await app.upkeep('sweep-deliveries');
    }
    expect(Object.entries(await rowsOf(app.shop)).filter(([, rows]) => rows > 0)).toEqual([]);
  });
});
