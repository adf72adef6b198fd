import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {runTask} from '../../jobs/schedule/tasks.ts';
import {drainDeliveries} from '../../jobs/webhooks/drain-deliveries.ts';
import {saveDelivery} from '../../server/db/deliveries/save-deliveries.ts';
import {createDeps} from '../../server/deps.ts';
import {type RunningApp, startApp} from '../../server/main.ts';
import type {Delivery} from '../sandbox/shopify/webhooks/transport.ts';
import {silentLog, testRedisUrl} from '../support/database.ts';
import {startFaultProxy} from '../support/fault-proxy.ts';
import {loadDelivery} from '../support/stored-delivery.ts';
import {type TestEngine, testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

/** Paid as well, and announced by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

describe.each(testEngines)('what a webhook sets going, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  const sent = async (work: () => Promise<void>): Promise<number> => {
    const before = app.supplier.orderRequests();
    await work();
    await app.quiet();
    return app.supplier.orderRequests() - before;
  };
  const toldOf = (orderGid: string): readonly Delivery[] =>
    app.shopify.webhooks.deliveries().filter(({body}) => body.includes(orderGid));

  it('the same delivery fifty times at once is one row and one order', async () => {
    app.shopify.webhooks.pause();
    const bought = app.buy(onceTold);
    const [delivery] = toldOf(bought.id);
    const requests = await sent(async () => {
      const answers = await Promise.all(Array.from({length: 50}, () => post(delivery)));
      expect(new Set(answers)).toEqual(new Set([200]));
      app.shopify.webhooks.resume();
    });
    expect(requests).toBe(1);
    const eventKey = delivery?.headers['X-Shopify-Webhook-Id'] ?? '';
    const rows = app.worker.db.selectFrom('deliveries').select('id').where('event_key', '=', eventKey);
    expect(await rows.execute()).toHaveLength(1);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });

  it('created, paid and updated in each of the six orders is one request', async () => {
    const requests = await sent(async () => {
      for (const order of permutations([0, 1, 2])) {
        app.shopify.webhooks.drop(() => true);
        const bought = app.buy();
        app.store.touchOrder(bought.id);
        app.shopify.webhooks.drop(null);
        const topics = ['orders/create', 'orders/paid', 'orders/updated'];
        const told = topics.map((wanted) => toldOf(bought.id).find(({topic}) => topic === wanted));
        for (const at of order) expect(await post(told[at])).toBe(200);
        await app.quiet();
        expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
      }
    });
    expect(requests).toBe(6);
  });

  it('deliveries that come twice and in disorder end as the store has it', async () => {
    const {webhooks} = app.shopify;
    const requests = await sent(async () => {
      for (const seed of [3, 7, 11]) {
        webhooks.pause();
        webhooks.duplicateNext(100);
        webhooks.shuffle(seed);
        const paid = app.buy({financialStatus: 'PENDING'});
        const cancelled = app.buy({financialStatus: 'PENDING'});
        app.store.payOrder(paid.id);
        app.store.cancelOrder(cancelled.id);
        webhooks.resume();
        await app.quiet();
        expect(await app.row(paid.id)).toMatchObject({state: 'awaiting_payment'});
        expect(await app.rows(cancelled.id)).toEqual([]);
      }
    });
    webhooks.duplicateNext(0);
    webhooks.shuffle(null);
    expect(requests).toBe(3);
  });

  it('one for an unknown store is acknowledged and dropped', async () => {
    const stranger = 'stranger.myshopify.com';
    app.shopify.webhooks.deliver('orders/delete', stranger, {id: 1});
    await app.quiet();
    expect(app.shopify.webhooks.deliveries().find(({shop}) => shop === stranger)).toMatchObject({state: 'delivered'});
    const rows = app.worker.db.selectFrom('deliveries').select('id').where('shop', '=', ShopDomain.parse(stranger));
    expect(await rows.execute()).toEqual([]);
  });

  it('is acknowledged while the queue cannot be reached, and the sweep finds it', async () => {
    const away = await takeQueueAway(engine, app);
    const bought = app.buy(onceTold);
    await app.shopify.webhooks.flush();
    expect(toldOf(bought.id)).toMatchObject([{state: 'delivered'}]);
    await away.refused();
    expect(await app.rows(bought.id)).toEqual([]);
    await away.bringBack();
    app.clock.turn(31_000);
    await app.upkeep('sweep-deliveries');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('a changed currency and changed permissions are read again', async () => {
    app.store.setCurrency('CHF');
    await app.quiet();
    expect(await app.merchant.overview()).toMatchObject({currency: 'CHF'});
    app.store.setCurrency('EUR');
    app.store.setScopes(['read_orders', 'read_products']);
    await app.quiet();
    const shop = app.worker.db.selectFrom('shops').select(['currency', 'scopes']).where('shop', '=', app.shop);
    expect(await shop.executeTakeFirst()).toEqual({currency: 'EUR', scopes: 'read_orders,read_products'});
  });

  it('a product the merchant deleted is remembered', async () => {
    const goods = app.goods();
    app.store.deleteProduct(goods.productId);
    await app.quiet();
    const {db} = app.worker;
    const listing = db
      .selectFrom('listings')
      .select('state')
      .where('article_id', '=', ArticleId.parse(goods.articleId));
    expect(await listing.execute()).toEqual([{state: 'deleted_in_store'}]);
  });

  it('requests about a customer’s data are answered: nothing is stored that could be handed out or erased', async () => {
    const customer = {shop_domain: app.shop, customer: {id: 5}};
    app.shopify.webhooks.deliver('customers/data_request', app.shop, {...customer, orders_requested: []});
    app.shopify.webhooks.deliver('customers/redact', app.shop, {...customer, orders_to_redact: []});
    await app.quiet();
    const rows = app.worker.db
      .selectFrom('deliveries')
      .select(['topic', 'state'])
      .where('topic', 'like', 'customers/%');
    expect(await rows.orderBy('topic').execute()).toEqual([
      {topic: 'customers/data_request', state: 'done'},
      {topic: 'customers/redact', state: 'done'},
    ]);
  });

  describe('worked off by hand,', () => {
    beforeAll(() => app.stopWork());

    const arrived = async (
      eventKey: string,
      of: {readonly topic: string; readonly resource: string | null},
    ): Promise<number> => {
      const ids = {shop: app.shop, ...of, eventKey, webhookId: 'w'};
      const times = {triggeredAt: null, receivedAt: app.clock.now()};
      return (await saveDelivery(app.worker.db, {...ids, ...times}))?.id ?? Number.NaN;
    };
    const turn = () => drainDeliveries(app.worker, {shop: app.shop});

    it('of an order that Shopify does not show yet is asked again, and is done when it never does', async () => {
      const early = await arrived('early', {topic: 'orders/updated', resource: 'gid://shopify/Order/1'});
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await expect(turn()).rejects.toThrow('does not show yet');
        expect(await loadDelivery(app.worker.db, early)).toMatchObject({state: 'pending', attempts: attempt});
      }
      await turn();
      expect(await loadDelivery(app.worker.db, early)).toMatchObject({state: 'done'});
    });

    it('stays pending while Shopify is away, and is given up after eight tries only when Shopify says no', async () => {
      const row = (eventKey: string) => arrived(eventKey, {topic: 'shop/update', resource: null});
      const passing = await row('passing');
      const away = app.shopify.misbehave({fault: 'status', status: 503});
      await expect(turn()).rejects.toMatchObject({kind: 'unavailable'});
      away();
      expect(await loadDelivery(app.worker.db, passing)).toMatchObject({state: 'pending'});
      await turn();
      expect(await loadDelivery(app.worker.db, passing)).toMatchObject({state: 'done'});

      const refused = await row('refused');
      const no = app.shopify.misbehave({fault: 'status', status: 400});
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        expect(await loadDelivery(app.worker.db, refused)).toMatchObject({state: 'pending', attempts: attempt - 1});
        await expect(turn()).rejects.toThrow();
      }
      no();
      expect(await loadDelivery(app.worker.db, refused)).toMatchObject({state: 'failed', attempts: 8});
      const {webhooks} = await app.merchant.overview();
      expect(webhooks).toMatchObject({
        failed: 1,
        lastFailure: {topic: 'shop/update', resource: null, reason: expect.stringContaining('400')},
      });
      expect(await app.worker.metrics.print()).toMatch(/^piecewise_deliveries_given_up_total 1$/m);
    });

    it('is forgotten thirty days after it was done; what is pending stays', async () => {
      const {db} = app.worker;
      const done = await db.selectFrom('deliveries').select('id').where('state', '=', 'done').execute();
      expect(done.length).toBeGreaterThan(10);
      app.clock.turn(30 * 24 * 3_600_000 + 1);
      const waits = {shop: app.shop, topic: 'orders/paid', eventKey: 'late', webhookId: 'late', resource: null};
      await saveDelivery(db, {...waits, triggeredAt: null, receivedAt: app.clock.now()});
      await runTask(app.worker, {task: 'purge-deliveries'});
      // Announcements of a product that was just read wait ten minutes; they are not what is looked at here.
      const left = db.selectFrom('deliveries').select(['state', 'event_key']).where('topic', 'not like', 'products/%');
      expect(await left.execute()).toEqual([{state: 'pending', event_key: 'late'}]);
    });
  });
});

async function post(delivery: Delivery | undefined): Promise<number> {
  if (delivery === undefined) throw new Error('there is no such delivery');
  const {url, body, headers} = delivery;
  return (await fetch(url, {method: 'POST', body, headers: {...headers}})).status;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

type Away = {readonly refused: () => Promise<void>; readonly bringBack: () => Promise<void>};

/** Embedded: the queue's tables are elsewhere. Redis: the web process looks for it on a closed port. */
async function takeQueueAway(engine: TestEngine, app: OrderTestApp): Promise<Away> {
  if (engine === 'embedded') {
    await sql`alter schema bullmq rename to bullmq_elsewhere`.execute(app.worker.db);
    return {
      refused: () => expect(app.deps.queues.enqueue('deliveries', {shop: app.shop})).rejects.toThrow(),
      bringBack: async () => void (await sql`alter schema bullmq_elsewhere rename to bullmq`.execute(app.worker.db)),
    };
  }
  const redis = await startFaultProxy(testRedisUrl);
  const config = {...app.config, redisUrl: redis.url.replace('http:', 'redis:')};
  const web: RunningApp = await startApp(config, () => createDeps(config, {log: silentLog, now: app.clock.now}));
  await redis.refuse();
  app.shopify.setAppUrl(`http://127.0.0.1:${web.port}`);
  return {
    refused: () => expect(web.deps.queues.enqueue('deliveries', {shop: app.shop})).rejects.toThrow(),
    async bringBack() {
      app.shopify.setAppUrl(app.url);
      await redis.accept();
      await web.close();
      await redis.close();
    },
  };
}
