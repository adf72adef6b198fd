import {setTimeout as sleep} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {Client} from 'pg';
import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../server/http/contract/error.ts';
import {queueNames} from '../../server/queue/messages.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {engines, openTestDatabase, type TestDatabase, testDatabaseUrl, testRedisUrl} from '../support/database.ts';
import {emptyEmbedded} from '../support/embedded-dump.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {type Answer, aDelivery, ask} from './asking.ts';
import {type BareApp, keys, openBareApp, shop} from './bare-app.ts';

const opened: {close?: () => Promise<void>; dispose?: () => Promise<void>}[] = [];
afterEach(async () => {
  for (const part of opened.splice(0).toReversed()) await (part.dispose ?? part.close)?.();
});
function kept<T extends (typeof opened)[number]>(part: T): T {
  opened.push(part);
  return part;
}

const deliver = (app: BareApp, webhookId: string) =>
  ask(`${app.url}/webhooks`, aDelivery({shop, webhookId, secret: keys.apiSecret}));

async function timed(answer: Promise<Answer>): Promise<{status: number; ms: number}> {
  const begun = performance.now();
  const {status} = await answer;
  return {status, ms: performance.now() - begun};
}

describe('with everything else away', () => {
  it('a webhook is acknowledged without Shopify, the supplier or the queue, silent or refusing', async () => {
    let calls = 0;
    let answer = (): Promise<void> => Promise.reject(new Error('away'));
    const enqueue = () => {
      calls += 1;
      return answer();
    };
    const app = kept(await openBareApp({}, (deps) => ({...deps, queues: {...deps.queues, enqueue}})));
    for (let i = 0; i < 5; i += 1) {
      expect((await deliver(app, `refused-${i}`)).status).toBe(200);
      // Of what comes within a moment one call is made for all.
      await sleep(40);
    }
    expect(calls).toBe(5);
    answer = () => new Promise(() => {});
    for (let i = 0; i < 20; i += 1) expect((await deliver(app, `unheard-${i}`)).status).toBe(200);
    // A queue that does not answer is not asked twenty times at once.
    expect(calls).toBeLessThan(10);
    expect(await app.deps.db.selectFrom('deliveries').select('id').execute()).toHaveLength(25);
  });
});

describe('with the embedded database gone', () => {
  it('a webhook is not acknowledged, the page is told in a sentence, and the app is not ready', async () => {
    const app = kept(await openBareApp({DATA_FOLDER: await emptyEmbedded()}));
    await app.deps.db.destroy();
    expect((await deliver(app, 'lost?')).status).toBe(503);
    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
    expect((await ask(`${app.url}/healthz`)).status).toBe(200);
    await expectSorry(app);
  });
});

describe.runIf(engines.databases.includes('postgres'))('with Postgres gone', () => {
  async function openBehindProxy(): Promise<{app: BareApp; proxy: FaultProxy; database: TestDatabase}> {
    const database = kept(await openTestDatabase('postgres'));
    const proxy = kept(await startFaultProxy(testDatabaseUrl.replace(/^postgres(ql)?:/, 'http:')));
    const way = new URL(database.databaseUrl ?? '');
    way.host = new URL(proxy.url).host;
    const app = kept(await openBareApp({DATABASE_URL: way.href}));
    return {app, proxy, database};
  }

  it('a webhook gets 503 at once, is stored when Shopify tries again, and none is lost', async () => {
    const {app, proxy, database} = await openBehindProxy();
    expect((await deliver(app, 'before')).status).toBe(200);
    await proxy.refuse();
    for (let i = 0; i < 10; i += 1) {
      const {status, ms} = await timed(deliver(app, `e-${i}`));
      expect(status).toBe(503);
      expect(ms).toBeLessThan(1_000);
    }
    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
    await expectSorry(app);
    await proxy.accept();
    for (let i = 0; i < 10; i += 1) expect((await deliver(app, `e-${i}`)).status).toBe(200);
    const rows = await database.kysely.selectFrom('deliveries').select('event_key').orderBy('id').execute();
    expect(rows.map(({event_key}) => event_key)).toEqual(['before', ...Array.from({length: 10}, (_, i) => `e-${i}`)]);
    // An answer stands for a second.
    await expect.poll(async () => (await ask(`${app.url}/readyz`)).status, {timeout: 10_000}).toBe(200);
  });

  it('a database that accepts and says nothing gets no webhook acknowledged, and costs Shopify less than five seconds', async () => {
    const {app, proxy} = await openBehindProxy();
    await proxy.refuse();
    proxy.set({kind: 'hang'});
    await proxy.accept();
    const {status, ms} = await timed(deliver(app, 'silent'));
    expect(status).toBe(503);
    expect(ms).toBeLessThan(4_500);
    await proxy.refuse();
    proxy.set({kind: 'none'});
    await proxy.accept();
    expect((await deliver(app, 'silent')).status).toBe(200);
  });
});

describe.runIf(engines.databases.includes('postgres'))('with a database that takes no writes', () => {
  it('says so, and what it acknowledged before and after is kept', async () => {
    const database = kept(await openTestDatabase('postgres'));
    const url = database.databaseUrl ?? '';
    const app = kept(await openBareApp({DATABASE_URL: url}));
    const name = new URL(url).pathname.slice(1);
    const switchTo = async (state: 'on' | 'off') => {
      const server = new Client({connectionString: testDatabaseUrl});
      await server.connect();
      await server.query(`alter database ${name} set default_transaction_read_only = ${state}`);
      // It holds for new connections: the app gets those.
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await server.end();
    };
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const load = async (from: number) => {
      for (let at = from; at < from + 20; at += 1) {
        const {status} = await deliver(app, `event-${at}`);
        statuses.add(status);
        if (status === 200) acknowledged.push(`event-${at}`);
      }
    };
    await load(0);
    const during = load(20);
    await switchTo('on');
    await during;
    await expect.poll(async () => (await deliver(app, 'refused')).status, {timeout: 10_000}).toBe(503);
    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
    await switchTo('off');
    await expect.poll(async () => (await deliver(app, 'refused')).status, {timeout: 10_000}).toBe(200);
    await expect.poll(async () => (await ask(`${app.url}/readyz`)).status, {timeout: 10_000}).toBe(200);
    await load(40);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const rows = await app.deps.db.selectFrom('deliveries').select('event_key').execute();
    const keptKeys = new Set(rows.map(({event_key}) => event_key));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(acknowledged.filter((key) => !keptKeys.has(key))).toEqual([]);
    expect(keptKeys).toContain('refused');
  });
});

describe.runIf(engines.databases.includes('postgres') && engines.queues.includes('redis'))('with Redis gone', () => {
  it('each webhook is stored and acknowledged within a second, from the first on', async () => {
    const database = kept(await openTestDatabase('postgres'));
    const proxy = kept(await startFaultProxy(testRedisUrl.replace(/^redis:/, 'http:')));
    const env = {
      DATABASE_URL: database.databaseUrl ?? '',
      REDIS_URL: proxy.url.replace(/^http:/, 'redis:'),
      QUEUE_PREFIX: `piecewise-test-outage-${process.pid}`,
    };
    kept({dispose: () => forgetKeys(env.QUEUE_PREFIX)});
    const app = kept(await openBareApp(env));
    await proxy.refuse();
    for (let i = 0; i < 10; i += 1) {
      const {status, ms} = await timed(deliver(app, `e-${i}`));
      expect(status).toBe(200);
      expect(ms).toBeLessThan(1_000);
    }
    expect(await database.kysely.selectFrom('deliveries').select('id').execute()).toHaveLength(10);
    // A balancer goes on sending webhooks here, and does not wait long for the answer.
    const begun = performance.now();
    expect(await ask(`${app.url}/readyz`)).toMatchObject({status: 200, json: {ok: true, missing: ['queue']}});
    expect(performance.now() - begun).toBeLessThan(1_500);
  });
});

async function forgetKeys(prefix: string): Promise<void> {
  const redis = new Redis(testRedisUrl);
  await redis.unlink(...queueNames.map((queue) => `${prefix}:${queue}:meta`));
  const left = await redis.keys(`${prefix}:*`);
  redis.disconnect();
  expect(left).toEqual([]);
}

/** The merchant's page hears that it is not their fault, in the form of every refusal, and nothing of the inside. */
async function expectSorry(app: BareApp): Promise<void> {
  const token = signSessionToken(keys, shop, Date.now());
  const answer = await ask(`${app.url}/api/runs`, {headers: {authorization: `Bearer ${token}`}});
  expect(answer.status).toBe(503);
  expect(ApiError.parse(answer.json).error).toMatchObject({
    code: 'unavailable',
    message: 'The app cannot reach its data at the moment. Try again in a minute.',
  });
}
