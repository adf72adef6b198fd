import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {aDelivery} from '../http/asking.ts';
import {createMerchant, until} from '../sandbox/demo/merchant.ts';
import {type Sandbox, startSandbox} from '../sandbox/start.ts';
import {engines, openTestDatabase, type TestDatabase, testRedisUrl} from '../support/database.ts';
import {importEverything} from '../support/test-app.ts';
import {addressOf, appEnv, type Child, said, start} from './child.ts';
import {type Trickle, trickle} from './trickle.ts';

const isPossible = engines.databases.includes('postgres') && engines.queues.includes('redis');

describe.runIf(isPossible)('web and worker told to stop while orders come in and one client is slow', () => {
  const prefix = `piecewise-test-${randomBytes(4).toString('hex')}`;
  const children: Child[] = [];
  let sandbox: Sandbox;
  let database: TestDatabase;
  let slow: Trickle | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({articles: 14});
    database = await openTestDatabase('postgres');
  });
  afterAll(async () => {
    slow?.end();
    await Promise.all(children.map((child) => child.stop('SIGKILL')));
    await sandbox.close();
    await database.dispose();
    const redis = new Redis(testRedisUrl);
    await redis.unlink(...(await redis.keys(`${prefix}:*`)));
    redis.disconnect();
  });

  it('answer no webhook with an error, keep what they acknowledged, and leave no order in doubt', {
    timeout: 120_000,
  }, async () => {
    const {shopify, supplier} = sandbox;
    const env = appEnv({
      DATABASE_URL: database.databaseUrl ?? '',
      REDIS_URL: testRedisUrl,
      QUEUE_PREFIX: prefix,
      SHOPIFY_API_KEY: shopify.apiKey,
      SHOPIFY_API_SECRET: shopify.apiSecret,
      SHOPIFY_ORIGIN: shopify.origin,
      SUPPLIER_URL: supplier.url,
    });
    const [web, worker] = [start('server/main.ts', env), start('jobs/main.ts', env)];
    children.push(web, worker);
    const url = await addressOf(web);
    await said(worker, /"(working)"/);
    shopify.setAppUrl(url);
    await importEverything({supplier, merchant: createMerchant(url, () => shopify.sessionToken(sandbox.shop))});
    supplier.misbehave({api: 'dropship', a: 'order', does: {kind: 'slow', ms: 1_000}});

    const store = shopify.shop();
    const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
    const variantId = product?.variants[0]?.id ?? '';
    const over = new AbortController();
    const buying = (async () => {
      for (; !over.signal.aborted; await sleep(40)) store.placeOrder({country: 'DE', lines: [{variantId}]});
    })();
    // A webhook whose headers are accepted and whose body does not end.
    slow = await trickle(Number(new URL(url).port), beginOfDelivery(sandbox.shop, shopify.apiSecret));
    await until(20_000, async () => (supplier.orderRequests() > 1 ? true : null));
    const begun = performance.now();
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    // Far below the 75 seconds after which they would give up waiting.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(slow.answer()).not.toMatch(/HTTP\/1\.1 (?:5|200)/);
    over.abort();
    await buying;

    const told = shopify.webhooks.deliveries().filter(({headers}) => headers['X-Shopify-Topic']?.startsWith('orders/'));
    const outcomes = new Set(told.flatMap(({attempts}) => attempts.map(({outcome}) => outcome)));
    expect([...outcomes].filter((outcome) => outcome !== 200 && outcome !== 'no answer')).toEqual([]);
    const acknowledged = told
      .filter(({state}) => state === 'delivered')
      .map(({headers}) => headers['X-Shopify-Webhook-Id']);
    expect(acknowledged.length).toBeGreaterThan(10);
    const kept = await database.kysely.selectFrom('deliveries').select('event_key').execute();
    const keys = new Set<string | undefined>(kept.map(({event_key}) => event_key));
    expect(acknowledged.filter((id) => !keys.has(id))).toEqual([]);

    const orders = await database.kysely.selectFrom('dropship_orders').select(['state', 'reference']).execute();
    expect(new Set(orders.map(({state}) => state))).toEqual(new Set(['waiting', 'awaiting_payment']));
    const placed = orders.filter(({state}) => state === 'awaiting_payment').map(({reference}) => reference);
    expect(
      supplier
        .orders()
        .map(({reference}) => reference)
        .toSorted(),
    ).toEqual(placed.toSorted());
  });
});

/** Signed headers of a delivery that states a longer body than ever comes. */
function beginOfDelivery(shop: string, secret: string): string {
  const headers = Object.entries(aDelivery({shop, secret}).headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /webhooks HTTP/1.1\r\nhost: app\r\n${headers.join('')}content-length: 100000\r\n\r\n`;
}
