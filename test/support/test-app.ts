// The whole system for a test: both stand-ins, the app with its workers, and a merchant at the page. On embedded engines the
// app is one process's worth; on Postgres and Redis web and workers have their own connections, as two processes have.
import {randomBytes} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Redis} from 'ioredis';
import {startWorkerProcess} from '../../jobs/main.ts';
import {type Config, readConfig} from '../../server/config.ts';
import {createDeps, type Deps, type TestReplacements} from '../../server/deps.ts';
import type {AppLimits} from '../../server/http/app.ts';
import {type RunningApp, startApp} from '../../server/main.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {type ShopControl, type ShopifyOptions, type ShopifySandbox, startShopify} from '../sandbox/shopify/start.ts';
import {type SupplierOptions, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import type {Clock} from './clock.ts';
import {allEngines, openTestDatabase, runsEverything, silentLog, testRedisUrl} from './database.ts';
import {emptyEmbedded, writeEmptyEmbedded} from './embedded-dump.ts';
import {openEmbeddedAgain} from './reused-embedded.ts';

export type TestEngine = 'embedded' | 'postgres and redis';

/** The embedded engines always; the real ones where both are found. For suites about what the engines do differently. */
export const allTestEngines: readonly TestEngine[] = [
  'embedded',
  ...(allEngines.databases.includes('postgres') && allEngines.queues.includes('redis')
    ? (['postgres and redis'] as const)
    : []),
];

/** For rules that no engine changes: the real ones where they are found, which open sooner. */
export const quickestEngine: TestEngine = allTestEngines.at(-1) ?? 'embedded';

/** For suites whose statements other suites send to the other engine too; each says beside it which. */
export const oneEngine: readonly TestEngine[] = [quickestEngine];

/** The engines of all other suites: every one in `npm run test:all`, otherwise the quickest. */
export const testEngines: readonly TestEngine[] = runsEverything ? allTestEngines : [quickestEngine];

export type TestAppOptions = {
  readonly supplier?: SupplierOptions;
  readonly shopify?: ShopifyOptions;
  /** Turned by hand, for the app and both stand-ins; real time where left out. */
  readonly clock?: Clock;
  readonly replacements?: Pick<TestReplacements, 'checkpoint' | 'log' | 'rates'>;
  /** False: no workers; the test calls the jobs itself. */
  readonly workers?: boolean;
  /** True where it is reopened: an embedded database is kept in a folder then, and outlives the app. */
  readonly reopens?: boolean;
  /** Of requests; the usual ones where left out. */
  readonly limits?: AppLimits;
  /** The app's way to the tests' Redis, where it leads through something else. */
  readonly redisUrl?: string;
};

export type TestApp = {
  readonly supplier: SupplierSandbox;
  readonly shopify: ShopifySandbox;
  readonly store: ShopControl;
  readonly shop: string;
  readonly url: string;
  readonly config: Config;
  /** The web process's. */
  readonly deps: Deps;
  readonly merchant: Merchant;
  /** Restarts the app with the same database, queue and stand-ins. The former one is closed; do not use it any more. */
  readonly reopen: (change: Partial<Config>, workers: boolean) => Promise<TestApp>;
  readonly close: () => Promise<void>;
};

/** What stands when the app is closed. */
type Ground = Pick<TestApp, 'supplier' | 'shopify'> & {
  readonly limits: AppLimits | undefined;
  readonly makeDeps: (config: Config) => Promise<Deps>;
  readonly dispose: () => Promise<void>;
};

export async function openTestApp(engine: TestEngine, options: TestAppOptions = {}): Promise<TestApp> {
  const {clock} = options;
  const time = clock === undefined ? {} : {now: () => clock.now().getTime()};
  const supplier = await startSupplier({articles: 60, servesImages: true, ...time, ...options.supplier});
  const shopify = await startShopify({assessesAfterMs: 0, ...time, ...options.shopify});
  const data = await openData(engine, options);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: shopify.apiKey,
    SHOPIFY_API_SECRET: shopify.apiSecret,
    SHOPIFY_ORIGIN: shopify.origin,
    SUPPLIER_URL: supplier.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
    ...data.env,
  });
  const replacements: TestReplacements = {
    log: silentLog,
    ...(clock === undefined ? {} : {now: clock.now, waitMs: clock.wait}),
    ...(data.openDatabase === undefined ? {} : {openDatabase: data.openDatabase}),
    ...options.replacements,
  };
  const makeDeps = (from: Config) => createDeps(from, replacements);
  const ground = {supplier, shopify, makeDeps, limits: options.limits, dispose: data.dispose};
  return moveIn(ground, config, options.workers ?? true);
}

async function moveIn(ground: Ground, config: Config, withWorkers: boolean): Promise<TestApp> {
  const {supplier, shopify, makeDeps, limits} = ground;
  const store = shopify.shop();
  const app = await startApp(config, makeDeps, withWorkers, limits);
  const worker = config.databaseUrl === null || !withWorkers ? null : await startWorkerProcess(config, makeDeps);
  const url = `http://127.0.0.1:${app.port}`;
  shopify.setAppUrl(url);
  return {
    supplier,
    shopify,
    store,
    shop: store.domain,
    url,
    config,
    deps: app.deps,
    merchant: createMerchant(url, () => shopify.sessionToken(store.domain)),
    async reopen(change, workers) {
      await endAll([worker, app]);
      return moveIn(ground, {...config, ...change}, workers);
    },
    async close() {
      await endAll([worker, app, shopify, supplier]);
      await ground.dispose();
    },
  };
}

type Endable = Pick<RunningApp, 'close'> | null;

async function endAll(parts: readonly Endable[]): Promise<void> {
  for (const part of parts) await part?.close();
}

async function openData(
  engine: TestEngine,
  {redisUrl = testRedisUrl, reopens = false}: Pick<TestAppOptions, 'redisUrl' | 'reopens'>,
): Promise<{env: Record<string, string>; openDatabase?: typeof openEmbeddedAgain; dispose: () => Promise<void>}> {
  if (engine === 'embedded' && reopens) {
    const folder = await mkdtemp(join(tmpdir(), 'piecewise-app-'));
    await writeEmptyEmbedded(join(folder, 'db'));
    return {env: {DATA_FOLDER: join(folder, 'db')}, dispose: () => rm(folder, {recursive: true, force: true})};
  }
  if (engine === 'embedded') {
    return {env: {DATA_FOLDER: await emptyEmbedded()}, openDatabase: openEmbeddedAgain, dispose: async () => {}};
  }
  const database = await openTestDatabase('postgres');
  const prefix = `piecewise-test-${randomBytes(4).toString('hex')}`;
  return {
    env: {DATABASE_URL: database.quickUrl ?? '', REDIS_URL: redisUrl, QUEUE_PREFIX: prefix},
    async dispose() {
      await forgetKeys(prefix);
      await database.dispose();
    },
  };
}

async function forgetKeys(prefix: string): Promise<void> {
  const redis = new Redis(testRedisUrl);
  for await (const keys of redis.scanStream({match: `${prefix}:*`, count: 1_000})) {
    if (Array.isArray(keys) && keys.length > 0) await redis.unlink(...keys.map(String));
  }
  await redis.quit();
}

/** Keys entered, brands chosen (all of them where none are named), first run done. */
export async function importEverything(
  app: Pick<TestApp, 'merchant' | 'supplier'>,
  brands?: readonly string[],
): Promise<void> {
  const {merchant, supplier} = app;
  await merchant.connect('catalogue', supplier.issueKey('catalogue'));
  await merchant.connect('dropship', supplier.issueKey('dropship'));
  await merchant.lastRun();
  const all = (await merchant.choices()).brands.map(({name}) => name);
  const settings = await merchant.settings();
  await merchant.choose([...(brands ?? all)]);
  await merchant.saveSettings({...settings, newProducts: 'active', delayMinutes: 0});
  await merchant.savePricing({markupPercent: 60, vatPercent: 22});
  await merchant.startRun();
  const run = await merchant.lastRun();
  if (run.state !== 'done') throw new Error(`the first import ended as ${run.state}: ${run.reason ?? ''}`);
}
