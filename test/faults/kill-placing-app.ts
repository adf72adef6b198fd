// A test app whose workers are processes that can be killed. With the embedded database the whole app is one process, on Postgres
// and Redis the web side stays with the test.
import {type ChildProcess, spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {Redis} from 'ioredis';
import {readConfig} from '../../server/config.ts';
import {createDeps} from '../../server/deps.ts';
import {startApp} from '../../server/main.ts';
import type {QueueName} from '../../server/queue/messages.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {type ShopifySandbox, startShopify} from '../sandbox/shopify/start.ts';
import {type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {openTestDatabase, silentLog, testRedisUrl} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import type {TestEngine} from '../support/test-app.ts';

export type KillPlacingApp = {
  readonly supplier: SupplierSandbox;
  readonly shopify: ShopifySandbox;
  readonly merchant: (shop: string) => Merchant;
  /** What BullMQ noted on Redis about the jobs of a queue, oldest first. */
  readonly jobEvents: (queue: QueueName) => Promise<readonly {readonly event: string; readonly jobId: string}[]>;
  /** Resolves when the process works; one at a time. */
  readonly start: (how?: {readonly killAt?: string; readonly aheadMs?: number}) => Promise<Worker>;
  /** Ends the block of every process started with a `killAt` of `busy:` and a checkpoint. */
  readonly unblock: () => void;
  readonly close: () => Promise<void>;
};

export type Worker = {
  readonly died: Promise<string>;
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<string>;
};

type Data = {readonly env: Record<string, string>; readonly prefix: string; readonly dispose: () => Promise<void>};

/** @param shops domains of the stores, each with the app installed. */
export async function openKillPlacingApp(engine: TestEngine, shops: readonly string[]): Promise<KillPlacingApp> {
  const supplier = await startSupplier({articles: 4});
  const shopify = await startShopify({shops: shops.map((domain) => ({domain, plan: 'plus'})), assessesAfterMs: 0});
  const data = await openData(engine);
  const env: Record<string, string> = {
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: shopify.apiKey,
    SHOPIFY_API_SECRET: shopify.apiSecret,
    SHOPIFY_ORIGIN: shopify.origin,
    SUPPLIER_URL: supplier.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
    ...data.env,
  };
  const config = readConfig(env);
  const web = config.databaseUrl === null ? null : await startApp(config, () => createDeps(config, {log: silentLog}));
  const workers: Worker[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'piecewise-unblocked-'));
  const unblocked = join(folder, 'unblocked');
  let port = web?.port ?? 0;
  const useAddress = () => shopify.setAppUrl(`http://127.0.0.1:${port}`);
  useAddress();
  return {
    supplier,
    shopify,
    merchant: (shop) => createMerchant(`http://127.0.0.1:${port}`, () => shopify.sessionToken(shop)),
    jobEvents: (queue) => readJobEvents(`${data.prefix}:${queue}:events`),
    async start({killAt = 'never', aheadMs = 0} = {}) {
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const program = join(import.meta.dirname, 'programs', 'placing-process.ts');
      const child = spawn(process.execPath, [program, killAt, String(aheadMs), unblocked, ...variables], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE']},
      });
      const listensOn = await firstLine(child);
      if (web === null) port = listensOn;
      useAddress();
      const worker = toWorker(child);
      workers.push(worker);
      return worker;
    },
    unblock: () => writeFileSync(unblocked, ''),
    async close() {
      for (const worker of workers) await worker.kill('SIGKILL');
      await web?.close();
      await shopify.close();
      await supplier.close();
      await data.dispose();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}

async function firstLine(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('the process has no output');
  const lines = createInterface({input: child.stdout});
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => ['it ended before it worked']),
  ]);
  if (!/^\d+$/.test(String(line))) throw new Error(String(line));
  return Number(line);
}

function toWorker(child: ChildProcess): Worker {
  const died = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  return {
    died,
    async kill(signal) {
      child.kill(signal);
      return died;
    },
  };
}

async function openData(engine: TestEngine): Promise<Data> {
  if (engine === 'embedded') {
    const folder = mkdtempSync(join(tmpdir(), 'piecewise-kill-'));
    await writeEmptyEmbedded(join(folder, 'db'));
    return {
      env: {DATA_FOLDER: join(folder, 'db')},
      prefix: '',
      dispose: async () => rmSync(folder, {recursive: true, force: true}),
    };
  }
  const database = await openTestDatabase('postgres');
  const prefix = `piecewise-kill-${randomBytes(4).toString('hex')}`;
  return {
    env: {DATABASE_URL: database.databaseUrl ?? '', REDIS_URL: testRedisUrl, QUEUE_PREFIX: prefix},
    prefix,
    async dispose() {
      const redis = new Redis(testRedisUrl);
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.unlink(...keys);
      await redis.quit();
      await database.dispose();
    },
  };
}

/** The stream that BullMQ's own `QueueEvents` reads: https://docs.bullmq.io/guide/events */
async function readJobEvents(stream: string): Promise<{event: string; jobId: string}[]> {
  const redis = new Redis(testRedisUrl);
  const entries = await redis.xrange(stream, '-', '+');
  await redis.quit();
  return entries.map(([, fields]) => {
    const valueOf = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
    return {event: valueOf('event'), jobId: valueOf('jobId')};
  });
}
