import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../server/actions/merchant-actions.ts';
import type {Schedule} from '../../server/queue/queues.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {testEngines} from '../support/house.ts';
import {keptInRedis} from '../support/redis-contents.ts';
import {openStage, patientToken, type Stage} from './orders/stage.ts';

const hour = 3_600_000;
const neighbour = 'neighbour.myshopify.com';
const isAbout = (shop: string) => (schedule: Schedule) => JSON.stringify(schedule.payload).includes(shop);
const chores = ['sweep-deliveries', 'sweep-placing', 'recheck-open', 'reconcile-orders', 'catch-up'] as const;

/** One story, told in order: a merchant removes the app, comes back, leaves for good. */
describe.each(testEngines)('a merchant who leaves, on %s', (engine) => {
  let stage: Stage;
  let other: Merchant;
  beforeAll(async () => {
    const shops = [{domain: 'leaver.myshopify.com', plan: 'plus'}, {domain: neighbour}] as const;
    stage = await openStage(engine, {shopify: {shops}});
    other = createMerchant(stage.url, () => patientToken(stage.shopify, neighbour, stage.clock));
    await other.overview();
    await other.connect('dropship', stage.supplier.issueKey('dropship'));
    await stage.quiet();
  });
  afterAll(() => stage.close());

  const calls = () => ({
    shopify: stage.shopify.requests().filter(({shop}) => shop === stage.shop).length,
    supplier: stage.supplier.requests().length,
  });
  const rowsOf = async (shop: string): Promise<Record<string, number>> => {
    const {db} = stage.worker;
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
  /** Bought, and told of, while the app was away. */
  const meanwhile: string[] = [];

  it('takes tokens, keys and schedules along, and what was on its way is still told', async () => {
    waiting.push(stage.buy({financialStatus: 'PENDING'}).id);
    await stage.quiet();
    stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 300}});
    const onItsWay = stage.buy();
    await expect
      .poll(async () => (await stage.rows(onItsWay.id))[0]?.state, {interval: 10, timeout: 10_000})
      .toBe('placing');
    stage.shopify.uninstall(stage.shop);
    await stage.quiet();

    expect(await stage.row(onItsWay.id)).toMatchObject({state: 'awaiting_payment'});
    const shop = await stage.worker.db
      .selectFrom('shops')
      .selectAll()
      .where('shop', '=', stage.shop)
      .executeTakeFirst();
    expect(shop).toMatchObject({
      state: 'uninstalled',
      catalogue_key_sealed: null,
      catalogue_key_last4: null,
      dropship_key_sealed: null,
      dropship_key_last4: null,
      scopes: '',
    });
    expect((await rowsOf(stage.shop))['sessions']).toBe(0);
    const schedules = await stage.worker.queues.listSchedules();
    expect(schedules.filter(isAbout(stage.shop))).toEqual([]);
    expect(schedules.filter(isAbout(neighbour))).toHaveLength(2);
  });

  it('is not called any more: nothing goes to Shopify or the supplier for this shop', async () => {
    const before = calls();
    const [order = ''] = waiting;
    meanwhile.push(stage.buy().id);
    for (const gid of [order, ...meanwhile]) {
      const payload = {id: Number(gid.split('/').at(-1)), admin_graphql_api_id: gid};
      for (const topic of ['orders/paid', 'orders/updated', 'products/update', 'shop/update']) {
        stage.shopify.webhooks.deliver(topic, stage.shop, payload);
      }
    }
    for (let night = 0; night < 2; night += 1) {
      stage.clock.turn(12 * hour);
      await stage.upkeep(...chores);
    }
    expect(calls()).toEqual(before);
    expect(await stage.row(order)).toMatchObject({state: 'waiting'});
  });

  it('finds settings and orders again on coming back; keys are asked for, and what waited is sent once', async () => {
    const [order = ''] = waiting;
    const before = stage.supplier.orderRequests();
    stage.shopify.install(stage.shop);
    expect(await stage.merchant.settings()).toMatchObject({markupPercent: 60, vatPercent: 22, newProducts: 'active'});
    expect(await stage.merchant.overview()).toMatchObject({
      needsReauth: false,
      connection: {catalogue: {state: 'absent'}, dropship: {state: 'absent'}},
    });
    stage.store.payOrder(order);
    await stage.quiet();
    expect(await stage.row(order)).toMatchObject({state: 'waiting', reason_code: 'key_missing'});
    await stage.merchant.connect('dropship', stage.supplier.issueKey('dropship'));
    await stage.quiet();
    expect(await stage.row(order)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.supplier.orderRequests() - before).toBe(1);
    const schedules = await stage.worker.queues.listSchedules();
    expect(schedules.filter(isAbout(stage.shop))).toHaveLength(2);
  });

  it('finds what was paid while the app was away, though its webhook was put away then; a person says whether it is sent', async () => {
    const before = stage.supplier.orderRequests();
    await stage.upkeep('reconcile-orders');
    const [order = ''] = meanwhile;
    expect(await stage.row(order)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('is not thrown out by late news of the time before', async () => {
    stage.clock.turn(48 * hour);
    const longAgo = new Date(stage.clock.now().getTime() - 50 * hour).toISOString();
    const headers = {'X-Shopify-Triggered-At': longAgo};
    stage.shopify.webhooks.deliver('app/uninstalled', stage.shop, {id: 1}, {headers});
    stage.shopify.webhooks.deliver('shop/redact', stage.shop, {shop_domain: stage.shop}, {headers});
    await stage.quiet();
    // Shopify is asked about the uninstall within the next hour, three times more.
    for (const minutes of [1, 9, 50]) {
      stage.clock.turn((minutes * hour) / 60);
      await stage.upkeep('sweep-deliveries');
    }
    expect((await stage.merchant.overview()).connection.dropship).toMatchObject({state: 'accepted'});
    expect((await rowsOf(stage.shop))['dropship_orders']).toBeGreaterThan(0);
  });

  it('leaves nothing behind 48 hours after leaving for good, and the neighbour is untouched', async () => {
    const filled = Object.entries(await rowsOf(stage.shop)).filter(([, rows]) => rows > 0);
    expect(filled.length).toBeGreaterThanOrEqual(8);
    stage.shopify.uninstall(stage.shop);
    await stage.quiet();
    const beside = await rowsOf(neighbour);
    stage.clock.turn(48 * hour - 1);
    await stage.quiet();
    expect((await rowsOf(stage.shop))['dropship_orders']).toBeGreaterThan(0);
    stage.clock.turn(1);
    await stage.quiet();
    expect(Object.entries(await rowsOf(stage.shop)).filter(([, rows]) => rows > 0)).toEqual([]);
    expect(await rowsOf(neighbour)).toEqual(beside);
    await stage.upkeep('forget-jobs');
    await stage.quiet();
    if (engine === 'postgres and redis') {
      const kept = await keptInRedis(stage.config.queuePrefix);
      expect(kept).not.toContain(stage.shop);
      expect(kept).toContain(neighbour);
    }
    expect(beside).toMatchObject({shops: 1, sessions: 1});
    expect((await other.overview()).connection.dropship.state).toBe('accepted');
  });

  it('sends nothing a second time after coming back with nothing known of it: orders from before need a person', async () => {
    const sentBefore = stage.supplier.orders().map(({reference}) => reference);
    stage.shopify.webhooks.drop(() => true);
    const untold = stage.buy();
    const shipped = stage.buy();
    stage.store.fulfil(shipped.id);
    stage.shopify.webhooks.drop(null);
    stage.clock.turn(hour);
    stage.shopify.install(stage.shop);
    await stage.importAll();
    const requests = stage.supplier.orderRequests();
    const [known = ''] = waiting;
    stage.store.setRisk(known, {level: 'LOW'});
    await stage.quiet();
    expect(sentBefore).toContain((await stage.row(known)).reference);
    expect(await stage.row(known)).toMatchObject({state: 'held', reason_code: 'before_install'});
    await stage.upkeep('reconcile-orders', 'reconcile-week', 'recheck-open');
    expect(await stage.rows(shipped.id)).toEqual([]);
    expect(await stage.row(untold.id)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(stage.supplier.orderRequests()).toBe(requests);

    const {id} = await stage.row(untold.id);
    await approve(stage.worker.db, {shop: stage.shop, id, actor: 'user:7'}, [], stage.clock.now());
    const fresh = stage.buy();
    await stage.upkeep('recheck-open');
    for (const bought of [untold, fresh]) {
      expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    }
    expect(stage.supplier.orderRequests() - requests).toBe(2);
  });

  it('leaves nothing behind either where the word of its leaving never came', async () => {
    expect((await rowsOf(stage.shop))['dropship_orders']).toBeGreaterThan(0);
    stage.shopify.webhooks.drop(({topic}) => topic === 'app/uninstalled');
    stage.shopify.uninstall(stage.shop);
    stage.clock.turn(48 * hour);
    await stage.quiet();
    stage.shopify.webhooks.drop(null);
    expect(Object.entries(await rowsOf(stage.shop)).filter(([, rows]) => rows > 0)).toEqual([]);
  });
});
