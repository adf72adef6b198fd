import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {doUpkeep} from '../../jobs/schedule/upkeep.ts';
import {drainDeliveries} from '../../jobs/webhooks/drain-deliveries.ts';
import {loadDelivery, saveDelivery} from '../../server/db/deliveries/deliveries.ts';
import {createDeps} from '../../server/deps.ts';
import {type RunningApp, startApp} from '../../server/main.ts';
import type {Delivery} from '../sandbox/shopify/webhooks/transport.ts';
import {silentLog, testRedisUrl} from '../support/database.ts';
import {startFaultProxy} from '../support/fault-proxy.ts';
import {type TestEngine, testEngines} from '../support/house.ts';
import {openStage, type Stage} from './orders/stage.ts';

/** Paid as well, and told of by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

describe.each(testEngines)('what a webhook sets going, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  const sent = async (work: () => Promise<void>): Promise<number> => {
    const before = stage.supplier.orderRequests();
    await work();
    await stage.quiet();
    return stage.supplier.orderRequests() - before;
  };
  const toldOf = (orderGid: string): readonly Delivery[] =>
    stage.shopify.webhooks.deliveries().filter(({body}) => body.includes(orderGid));

  it('the same delivery fifty times at once is one row and one order', async () => {
    stage.shopify.webhooks.pause();
    const bought = stage.buy(onceTold);
    const [delivery] = toldOf(bought.id);
    const requests = await sent(async () => {
      const answers = await Promise.all(Array.from({length: 50}, () => post(delivery)));
      expect(new Set(answers)).toEqual(new Set([200]));
      stage.shopify.webhooks.resume();
    });
    expect(requests).toBe(1);
    const eventKey = delivery?.headers['X-Shopify-Event-Id'] ?? '';
    const rows = stage.worker.db.selectFrom('deliveries').select('id').where('event_key', '=', eventKey);
    expect(await rows.execute()).toHaveLength(1);
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });

  it('created, paid and updated in each of the six orders is one request', async () => {
    const requests = await sent(async () => {
      for (const order of permutations([0, 1, 2])) {
        stage.shopify.webhooks.drop(() => true);
        const bought = stage.buy();
        stage.store.setRisk(bought.id, {level: 'LOW'});
        stage.shopify.webhooks.drop(null);
        const topics = ['orders/create', 'orders/paid', 'orders/updated'];
        const told = topics.map((wanted) => toldOf(bought.id).find(({topic}) => topic === wanted));
        for (const at of order) expect(await post(told[at])).toBe(200);
        await stage.quiet();
        expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
      }
    });
    expect(requests).toBe(6);
  });

  it('deliveries that come twice and in disorder end as the store has it', async () => {
    const {webhooks} = stage.shopify;
    const requests = await sent(async () => {
      for (const seed of [3, 7, 11]) {
        webhooks.pause();
        webhooks.duplicateNext(100);
        webhooks.shuffle(seed);
        const paid = stage.buy({financialStatus: 'PENDING'});
        const cancelled = stage.buy({financialStatus: 'PENDING'});
        stage.store.payOrder(paid.id);
        stage.store.cancelOrder(cancelled.id);
        webhooks.resume();
        await stage.quiet();
        expect(await stage.row(paid.id)).toMatchObject({state: 'awaiting_payment'});
        expect(await stage.rows(cancelled.id)).toEqual([]);
      }
    });
    webhooks.duplicateNext(0);
    webhooks.shuffle(null);
    expect(requests).toBe(3);
  });

  it('one for a store nobody knows is acknowledged and dropped', async () => {
    const stranger = 'stranger.myshopify.com';
    stage.shopify.webhooks.deliver('orders/create', stranger, {id: 1});
    await stage.quiet();
    expect(stage.shopify.webhooks.deliveries().find(({shop}) => shop === stranger)).toMatchObject({state: 'delivered'});
    const rows = stage.worker.db.selectFrom('deliveries').select('id').where('shop', '=', stranger);
    expect(await rows.execute()).toEqual([]);
  });

  it('is acknowledged while the queue is away, and the sweep finds it', async () => {
    const away = await takeQueueAway(engine, stage);
    const bought = stage.buy(onceTold);
    await stage.shopify.webhooks.flush();
    expect(toldOf(bought.id)).toMatchObject([{state: 'delivered'}]);
    await away.refused();
    expect(await stage.rows(bought.id)).toEqual([]);
    await away.bringBack();
    stage.clock.turn(31_000);
    await stage.upkeep('sweep-deliveries');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('a changed currency and changed permissions are read again', async () => {
    stage.store.setCurrency('CHF');
    await stage.quiet();
    expect(await stage.merchant.overview()).toMatchObject({currency: 'CHF'});
    stage.store.setCurrency('EUR');
    stage.store.setScopes(['read_orders', 'read_products']);
    await stage.quiet();
    const shop = stage.worker.db.selectFrom('shops').select(['currency', 'scopes']).where('shop', '=', stage.shop);
    expect(await shop.executeTakeFirst()).toEqual({currency: 'EUR', scopes: 'read_orders,read_products'});
  });

  it('a product the merchant deleted is remembered', async () => {
    const goods = stage.goods();
    stage.store.deleteProduct(goods.productId);
    await stage.quiet();
    const {db} = stage.worker;
    const listing = db.selectFrom('listings').select('state').where('article_id', '=', goods.articleId);
    expect(await listing.execute()).toEqual([{state: 'deleted_in_store'}]);
  });

  it('requests about a customer’s data are answered: nothing is stored that could be handed out or erased', async () => {
    const customer = {shop_domain: stage.shop, customer: {id: 5}};
    stage.shopify.webhooks.deliver('customers/data_request', stage.shop, {...customer, orders_requested: []});
    stage.shopify.webhooks.deliver('customers/redact', stage.shop, {...customer, orders_to_redact: []});
    await stage.quiet();
    const rows = stage.worker.db
      .selectFrom('deliveries')
      .select(['topic', 'state'])
      .where('topic', 'like', 'customers/%');
    expect(await rows.orderBy('topic').execute()).toEqual([
      {topic: 'customers/data_request', state: 'done'},
      {topic: 'customers/redact', state: 'done'},
    ]);
  });

  describe('worked off by hand,', () => {
    beforeAll(() => stage.stopWork());

    const arrived = async (
      eventKey: string,
      of: {readonly topic: string; readonly resource: string | null},
    ): Promise<number> => {
      const ids = {shop: stage.shop, ...of, eventKey, webhookId: 'w'};
      const times = {triggeredAt: null, receivedAt: stage.clock.now()};
      return (await saveDelivery(stage.worker.db, {...ids, ...times}))?.id ?? Number.NaN;
    };
    const turn = () => drainDeliveries(stage.worker, {shop: stage.shop});

    it('of an order that Shopify does not show yet is asked again, and is done when it never does', async () => {
      const early = await arrived('early', {topic: 'orders/updated', resource: 'gid://shopify/Order/1'});
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await expect(turn()).rejects.toThrow('does not show yet');
        expect(await loadDelivery(stage.worker.db, early)).toMatchObject({state: 'pending', attempts: attempt});
      }
      await turn();
      expect(await loadDelivery(stage.worker.db, early)).toMatchObject({state: 'done'});
    });

    it('stays pending while Shopify is away, and is given up after eight tries only when Shopify says no', async () => {
      const row = (eventKey: string) => arrived(eventKey, {topic: 'shop/update', resource: null});
      const passing = await row('passing');
      const away = stage.shopify.misbehave({fault: 'status', status: 503});
      await expect(turn()).rejects.toMatchObject({kind: 'unavailable'});
      away();
      expect(await loadDelivery(stage.worker.db, passing)).toMatchObject({state: 'pending'});
      await turn();
      expect(await loadDelivery(stage.worker.db, passing)).toMatchObject({state: 'done'});

      const refused = await row('refused');
      const no = stage.shopify.misbehave({fault: 'status', status: 400});
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        expect(await loadDelivery(stage.worker.db, refused)).toMatchObject({state: 'pending', attempts: attempt - 1});
        await expect(turn()).rejects.toThrow();
      }
      no();
      expect(await loadDelivery(stage.worker.db, refused)).toMatchObject({state: 'failed', attempts: 8});
      const {webhooks} = await stage.merchant.overview();
      expect(webhooks).toMatchObject({
        failed: 1,
        lastFailure: {topic: 'shop/update', resource: null, reason: expect.stringContaining('400')},
      });
      expect(await stage.worker.metrics.print()).toMatch(/^piecewise_deliveries_given_up_total 1$/m);
    });

    it('is forgotten thirty days after it was done; what is pending stays', async () => {
      const {db} = stage.worker;
      const done = await db.selectFrom('deliveries').select('id').where('state', '=', 'done').execute();
      expect(done.length).toBeGreaterThan(10);
      stage.clock.turn(30 * 24 * 3_600_000 + 1);
      const waits = {shop: stage.shop, topic: 'orders/paid', eventKey: 'late', webhookId: 'late', resource: null};
      await saveDelivery(db, {...waits, triggeredAt: null, receivedAt: stage.clock.now()});
      await doUpkeep(stage.worker, {task: 'purge-deliveries'});
      expect(await db.selectFrom('deliveries').select(['state', 'event_key']).execute()).toEqual([
        {state: 'pending', event_key: 'late'},
      ]);
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

/** Embedded: the queue's tables are elsewhere. Redis: the web process looks for it where nobody listens. */
async function takeQueueAway(engine: TestEngine, stage: Stage): Promise<Away> {
  if (engine === 'embedded') {
    await sql`alter schema bullmq rename to bullmq_elsewhere`.execute(stage.worker.db);
    return {
      refused: () => expect(stage.deps.queues.enqueue('deliveries', {shop: stage.shop})).rejects.toThrow(),
      bringBack: async () => void (await sql`alter schema bullmq_elsewhere rename to bullmq`.execute(stage.worker.db)),
    };
  }
  const redis = await startFaultProxy(testRedisUrl);
  const config = {...stage.config, redisUrl: redis.url.replace('http:', 'redis:')};
  const web: RunningApp = await startApp(config, () => createDeps(config, {log: silentLog, now: stage.clock.now}));
  await redis.refuse();
  stage.shopify.setAppUrl(`http://127.0.0.1:${web.port}`);
  return {
    refused: () => expect(web.deps.queues.enqueue('deliveries', {shop: stage.shop})).rejects.toThrow(),
    async bringBack() {
      stage.shopify.setAppUrl(stage.url);
      await redis.accept();
      await web.close();
      await redis.close();
    },
  };
}
