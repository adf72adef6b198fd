import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {Agent, request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {openDatabase} from '../../server/db/connection/open.ts';
import {aDelivery, ask} from '../http/asking.ts';
import {createMerchant, type Merchant, until} from '../sandbox/demo/merchant.ts';
import {type Sandbox, startSandbox} from '../sandbox/start.ts';
import {engines, openTestDatabase, silentLog, testRedisUrl} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {startFaultProxy} from '../support/fault-proxy.ts';
import {addressOf, appEnv, type Child, said, start} from './child.ts';

/** Far below the 75 seconds after which the process would give up waiting. */
const soonMs = 20_000;

describe('a process told to stop', () => {
  let home: string;
  let folder: string;
  let sandbox: Sandbox;
  let app: Child | undefined;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'piecewise-stop-'));
    folder = join(home, 'db');
    await writeEmptyEmbedded(folder);
    sandbox = await startSandbox({articles: 80});
  });
  afterEach(() => app?.stop('SIGKILL'));
  afterAll(async () => {
    await sandbox.close();
    rmSync(home, {recursive: true, force: true});
  });

  const startApp = () => {
    app = start(
      'server/main.ts',
      appEnv({
        DATA_FOLDER: folder,
        SHOPIFY_API_KEY: sandbox.shopify.apiKey,
        SHOPIFY_API_SECRET: sandbox.shopify.apiSecret,
        SHOPIFY_ORIGIN: sandbox.shopify.origin,
        SUPPLIER_URL: sandbox.supplier.url,
      }),
    );
    return app;
  };

  it('in the middle of a run and under load answers what it took, keeps what it acknowledged and ends with 0', {
    timeout: 90_000,
  }, async () => {
    const running = startApp();
    const url = await addressOf(running);
    const merchant = createMerchant(url, () => sandbox.shopify.sessionToken(sandbox.shop));
    await beginLongRun(merchant, sandbox);
    const load = startLoad(url, sandbox);
    await until(10_000, async () => (load.acknowledged.size > 30 ? true : null));

    const slow = sandbox.supplier.misbehave({a: 'whoami', does: {kind: 'slow', ms: 1_500}});
    const inFlight = merchant.connect('catalogue', sandbox.supplier.issueKey('catalogue'));
    await until(5_000, async () => (sandbox.supplier.requestCount('catalogue', 'whoami') > 1 ? true : null));
    const begun = performance.now();
    const ended = running.stop();
    expect((await inFlight).catalogue.state).toBe('accepted');
    slow();
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(soonMs);
    await load.end();

    expect(load.acknowledged.size).toBeGreaterThan(30);
    expect(load.statuses).toEqual(new Set([200]));
    expect(existsSync(`${folder}.lock`)).toBe(false);
    const database = await openDatabase({folder, log: silentLog});
    const kept = await database.kysely.selectFrom('deliveries').select('event_key').execute();
    const runs = await database.kysely.selectFrom('runs').select(['state']).orderBy('started_at', 'desc').execute();
    await database.close();
    const keys = new Set(kept.map(({event_key}) => event_key));
    expect([...load.acknowledged].filter((id) => !keys.has(id))).toEqual([]);
    expect(['queued', 'stopped']).toContain(runs[0]?.state);
    expect(running.stderr()).not.toMatch(/"level":(50|60)/);
  });

  it('while it is still starting ends in order as well', {timeout: 90_000}, async () => {
    const running = startApp();
    await until(60_000, async () => (existsSync(`${folder}.lock`) ? true : null));
    expect(await running.stop()).toBe(0);
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });

  it('goes on from there when it is started again, and does not wait for connections that are only kept open', {
    timeout: 90_000,
  }, async () => {
    const running = startApp();
    const url = await addressOf(running);
    expect((await ask(`${url}/readyz`)).status).toBe(200);
    const agent = new Agent({keepAlive: true, maxSockets: 4});
    await Promise.all(Array.from({length: 8}, () => get(`${url}/healthz`, agent)));
    const kept = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    expect(kept).toHaveLength(4);
    const closed = Promise.all(kept.map((socket) => once(socket, 'close')));
    const begun = performance.now();
    const ended = running.stop('SIGINT');
    await closed;
    // After ten seconds every connection is cut off.
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(soonMs);
    agent.destroy();
  });
});

it.runIf(engines.databases.includes('postgres') && engines.queues.includes('redis'))(
  'workers whose Redis has gone, and web with it, end in order and soon',
  {timeout: 90_000},
  async () => {
    const database = await openTestDatabase('postgres');
    const proxy = await startFaultProxy(testRedisUrl.replace(/^redis:/, 'http:'));
    const prefix = `piecewise-test-stop-${process.pid}`;
    const env = appEnv({
      DATABASE_URL: database.databaseUrl ?? '',
      REDIS_URL: proxy.url.replace(/^http:/, 'redis:'),
      QUEUE_PREFIX: prefix,
    });
    const [web, worker] = [start('server/main.ts', env), start('jobs/main.ts', env)];
    await Promise.all([addressOf(web), said(worker, /"(working)"/)]);
    await proxy.refuse();
    const begun = performance.now();
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    expect(performance.now() - begun).toBeLessThan(soonMs);
    await database.dispose();
    const redis = new Redis(testRedisUrl);
    await redis.unlink(...(await redis.keys(`${prefix}:*`)));
    redis.disconnect();
  },
);

/** Every detail takes its time, so that the run is under way for minutes. */
async function beginLongRun(merchant: Merchant, {supplier}: Sandbox): Promise<void> {
  await merchant.connect('catalogue', supplier.issueKey('catalogue'));
  await merchant.connect('dropship', supplier.issueKey('dropship'));
  await merchant.lastRun();
  const {brands} = await merchant.choices();
  supplier.misbehave({a: 'stock', does: {kind: 'slow', ms: 2_000}});
  await merchant.choose(brands.map(({name}) => name));
  await merchant.savePricing({vatPercent: 22});
  await merchant.startRun();
  await until(10_000, async () => (supplier.requestCount('dropship', 'stock') > 0 ? true : null));
}

type Load = {
  readonly acknowledged: ReadonlySet<string>;
  readonly statuses: ReadonlySet<number>;
  readonly end: () => Promise<void>;
};

/** A page may ask 30 times a second (`usualRates.steady`); two clients with this pause stay below it on the fastest machine. */
const pagePauseMs = 100;

/** Webhooks without pause and pages at a rate the API allows, until no connection is accepted any more. */
function startLoad(url: string, {shopify, shop}: Sandbox): Load {
  const acknowledged = new Set<string>();
  const statuses = new Set<number>();
  const over = new AbortController();
  const each = async (client: number): Promise<void> => {
    for (let i = 0; !over.signal.aborted; i += 1) {
      const webhookId = `${client}-${i}`;
      const webhook = aDelivery({
        shop,
        webhookId,
        topic: 'products/update',
        secret: shopify.apiSecret,
      });
      const page = {headers: {authorization: `Bearer ${shopify.sessionToken(shop)}`}};
      try {
        const {status} = client % 2 ? await ask(`${url}/webhooks`, webhook) : await ask(`${url}/api/runs`, page);
        statuses.add(status);
        if (client % 2 && status === 200) acknowledged.add(webhookId);
        if (client % 2 === 0) await setTimeout(pagePauseMs);
      } catch {
        return; // not taken
      }
    }
  };
  const clients = [0, 1, 2, 3].map(each);
  return {
    acknowledged,
    statuses,
    async end() {
      over.abort();
      await Promise.all(clients);
    },
  };
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {agent}, (response) => {
      response.resume().once('end', resolve);
    });
    asked.once('error', reject).end();
  });
}
