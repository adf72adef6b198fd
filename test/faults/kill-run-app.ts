// Both stand-ins, a database that outlives processes, and workers' processes that die where they are told to.
import {type ChildProcess, spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Redis} from 'ioredis';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../server/config.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {saveSettings} from '../../server/db/shops/shops.ts';
import {createDeps, type Deps} from '../../server/deps.ts';
import {ensureInstalled} from '../../server/http/installation.ts';
import {type ShopControl, type ShopifySandbox, startShopify} from '../sandbox/shopify/start.ts';
import {type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {openTestDatabase, silentLog, testRedisUrl} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import type {TestEngine} from '../support/test-app.ts';
import type {Order} from './programs/run-and-die.ts';

export type KillRunApp = {
  readonly supplier: SupplierSandbox;
  readonly store: ShopControl;
  readonly shop: ShopDomain;
  /** Opens the database as one more process; on the embedded engine the only one, so it must be closed before the next. */
  readonly open: () => Promise<Deps>;
  readonly start: (order: Omit<Order, 'env'>) => Worker;
  readonly close: () => Promise<void>;
};

export type Worker = {
  /** What it said, once it has ended; null where it was killed. */
  readonly ended: Promise<string | null>;
  /** When it says these words. */
  readonly says: (words: string) => Promise<void>;
  readonly kill: () => void;
};

const settings = {pricing: {vatPercent: 22, markupPercent: 60}, newProducts: 'active'};

export async function openKillRunApp(engine: TestEngine): Promise<KillRunApp> {
  const supplier = await startSupplier({articles: 60, seed: 3});
  const shopify = await startShopify({webhookTopics: []});
  const store = shopify.shop();
  const shop = ShopDomain.parse(store.domain);
  const data = await openData(engine);
  const env = {...envOf(supplier, shopify), ...data.env};
  const open = () => createDeps(readConfig(env), {log: silentLog});
  const processes = openProcesses();
  const deps = await open();
  await ensureInstalled(deps, shop, shopify.sessionToken(shop), {userId: '42', sessionId: 'test'});
  await saveCatalogueKey(deps.db, deps.sealer, shop, {key: supplier.issueKey('catalogue'), partner: null}, deps.now());
  await saveDropshipKey(deps.db, deps.sealer, shop, {key: supplier.issueKey('dropship')}, deps.now());
  const brands = [...new Set(supplier.catalogue.all().map(({brand}) => brand))];
  await saveSettings(deps.db, shop, {...settings, choice: [{id: 'chosen', effect: 'include', brands}]}, deps.now());
  await deps.close();
  return {
    supplier,
    store,
    shop,
    open,
    start: (order) => processes.start({...order, env}),
    async close() {
      await processes.close();
      await shopify.close();
      await supplier.close();
      await data.dispose();
    },
  };
}

function envOf(supplier: SupplierSandbox, shopify: ShopifySandbox): Record<string, string> {
  return {
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: shopify.apiKey,
    SHOPIFY_API_SECRET: shopify.apiSecret,
    SHOPIFY_ORIGIN: shopify.origin,
    SUPPLIER_URL: supplier.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
}

async function openData(engine: TestEngine): Promise<{env: Record<string, string>; dispose: () => Promise<void>}> {
  if (engine === 'embedded') {
    const folder = mkdtempSync(join(tmpdir(), 'piecewise-kill-'));
    await writeEmptyEmbedded(join(folder, 'db'));
    const dispose = async () => rmSync(folder, {recursive: true, force: true});
    return {env: {DATA_FOLDER: join(folder, 'db')}, dispose};
  }
  const database = await openTestDatabase('postgres');
  const prefix = `piecewise-test-${randomBytes(4).toString('hex')}`;
  return {
    env: {DATABASE_URL: database.databaseUrl ?? '', REDIS_URL: testRedisUrl, QUEUE_PREFIX: prefix},
    async dispose() {
      const redis = new Redis(testRedisUrl);
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.unlink(...keys);
      await redis.quit();
      await database.dispose();
    },
  };
}

/** One process is always ready and waiting for its line, so that a killed one is followed at once. */
function openProcesses() {
  const alive = new Set<ChildProcess>();
  const spawnOne = () => {
    const program = join(import.meta.dirname, 'programs', 'run-and-die.ts');
    const child = spawn(process.execPath, [program], {stdio: ['pipe', 'pipe', 'inherit']});
    alive.add(child);
    child.once('exit', () => alive.delete(child));
    return child;
  };
  let ready = spawnOne();
  return {
    start(order: Order): Worker {
      const child = ready;
      ready = spawnOne();
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return {ended: ended(child), says: (words) => says(child, words), kill: () => void child.kill('SIGKILL')};
    },
    async close() {
      const gone = [...alive].map((child) => once(child, 'exit'));
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
}

async function ended(child: ChildProcess): Promise<string | null> {
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code, signal]: unknown[] = await once(child, 'close');
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`The worker's process ended with ${String(code)}.`);
  return said.trim();
}

function says({stdout}: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve) => {
    stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(words)) resolve();
    });
  });
}
