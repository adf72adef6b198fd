// The test app for random histories: several shops with an import done, several workers with connections and a way to the
// supplier of their own, no jobs but those the test calls, and a clock turned by the test.
import {ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import type {Config} from '../../../server/config.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {createDeps, type Deps} from '../../../server/deps.ts';
import {ensureInstalled} from '../../../server/http/installation.ts';
import {createSupplierClient} from '../../../server/supplier/client.ts';
import type {ShopControl} from '../../sandbox/shopify/start.ts';
import type {SupplierSandbox} from '../../sandbox/supplier/start.ts';
import {type Clock, createClock} from '../../support/clock.ts';
import {silentLog} from '../../support/database.ts';
import {startFaultProxy} from '../../support/fault-proxy.ts';
import {openTestApp, type TestApp, type TestEngine} from '../../support/test-app.ts';
import {type Goods, unusedGoods} from '../orders/order-test-app.ts';
import {toSettings} from '../sync/sync-test-app.ts';
import {type Cut, workerCount} from './history.ts';

export type HistoryShop = {
  readonly domain: ShopDomain;
  readonly store: ShopControl;
  readonly dropshipKey: string;
  readonly goods: readonly Goods[];
};

export type HistoryWorker = {
  readonly deps: Deps;
  /** True: where it looks for the supplier, connections are refused. */
  readonly setSupplierAway: (isAway: boolean) => void;
  /** How long it waits for the answer to an order, milliseconds of real time. */
  readonly setPatience: (ms: number) => void;
  /** Its next statement, or its next command to Redis, loses the connection; null: none does. Nothing happens on the embedded engine. */
  readonly setCut: (cut: Pick<Cut, 'of' | 'when'> | null) => void;
  /** How many connections it has lost. */
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
};

/** Longer than any answer that comes. */
export const patient = 60_000;

export type HistoryTestApp = {
  readonly supplier: SupplierSandbox;
  readonly clock: Clock;
  /** Of the one who looks on: its connections are never cut. */
  readonly deps: Deps;
  readonly shops: readonly HistoryShop[];
  readonly workers: readonly HistoryWorker[];
  readonly close: () => Promise<void>;
};

export async function openHistoryTestApp(engine: TestEngine, shopCount: number): Promise<HistoryTestApp> {
  const clock = createClock(new Date());
  const domains = Array.from({length: shopCount}, (_, at) => ShopDomain.parse(`history-${at + 1}.myshopify.com`));
  const shopify = {shops: domains.map((domain) => ({domain, plan: 'plus' as const})), webhookTopics: []};
  const testApp = await openTestApp(engine, {clock, workers: false, supplier: {articles: 12}, shopify});
  for (const domain of domains)
    await ensureInstalled(testApp.deps, domain, testApp.shopify.sessionToken(domain), {
      userId: '42',
      sessionId: 'test',
    });
  const shops: HistoryShop[] = [];
  for (const domain of domains) shops.push(await openShop(testApp, clock, domain));
  const workers: HistoryWorker[] = [];
  for (let at = 0; at < workerCount; at += 1) workers.push(await openWorker(testApp, clock));
  return {
    supplier: testApp.supplier,
    clock,
    deps: testApp.deps,
    shops,
    workers,
    async close() {
      for (const worker of workers) await worker.close();
      await testApp.close();
    },
  };
}

async function openShop({deps, supplier, shopify}: TestApp, clock: Clock, domain: ShopDomain): Promise<HistoryShop> {
  const {db, sealer, now} = deps;
  const dropshipKey = supplier.issueKey('dropship');
  await saveDropshipKey(db, sealer, domain, {key: dropshipKey}, now());
  await saveCatalogueKey(db, sealer, domain, {key: supplier.issueKey('catalogue'), partner: null}, now());
  const brands = [...new Set(supplier.catalogue.all().map(({brand}) => brand))];
  await saveSettings(db, domain, toSettings({brands, markupPercent: 60}), now());
  clock.turn(1_000);
  const run = await syncCatalogue({...deps, waitMs: clock.wait}, {shop: domain, kind: 'full', trigger: 'merchant'});
  if (run?.state !== 'done') throw new Error(`the import of ${domain} did not end well: ${JSON.stringify(run)}`);
  const store = shopify.shop(domain);
  const next = unusedGoods(store, supplier);
  return {domain, store, dropshipKey, goods: [next(), next()]};
}

/** With the embedded database all workers share its one connection, as the workers of one process do. */
async function openWorker(testApp: TestApp, clock: Clock): Promise<HistoryWorker> {
  const {config} = testApp;
  const open = (url: string) =>
    createSupplierClient({...config.supplier, url, allowLoopbackCheckout: true}, silentLog, {wait: async () => {}});
  const [there, nowhere] = [open(config.supplier.url), open('http://127.0.0.1:1')];
  let current = there;
  const limits = {...there.limits, order: patient};
  const supplier: Deps['supplier'] = {...there, limits, endpoint: (api, query) => current.endpoint(api, query)};
  const ways = await openWays(config);
  const own =
    ways === null
      ? {...testApp.deps, close: async () => {}}
      : await createDeps({...config, ...ways.urls}, {log: silentLog, now: clock.now, waitMs: clock.wait});
  return {
    deps: {...own, supplier},
    setSupplierAway(isAway) {
      current = isAway ? nowhere : there;
    },
    setPatience(ms) {
      limits.order = ms;
    },
    setCut(cut) {
      for (const of of ['postgres', 'redis'] as const) ways?.[of].cutNext(cut?.of === of ? cut.when : null);
    },
    cuts: () => (ways === null ? 0 : ways.postgres.cuts() + ways.redis.cuts()),
    async close() {
      await supplier.close();
      await own.close();
      await ways?.postgres.close();
      await ways?.redis.close();
    },
  };
}

/** A worker's own ways to Postgres and Redis, which can be cut. */
async function openWays({databaseUrl, redisUrl}: Config) {
  if (databaseUrl === null || redisUrl === null) return null;
  const lead = async (url: string) => {
    const target = new URL(url);
    const proxy = await startFaultProxy(`http://${target.host}`);
    target.host = new URL(proxy.url).host;
    target.searchParams.delete('host'); // the server's socket, which leads past the proxy
    return {proxy, url: target.href};
  };
  const [postgres, redis] = [await lead(databaseUrl), await lead(redisUrl)];
  return {
    postgres: postgres.proxy,
    redis: redis.proxy,
    urls: {databaseUrl: postgres.url, redisUrl: redis.url},
  };
}
