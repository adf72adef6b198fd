// How many connections to Postgres a web process and a worker hold when both have all they can do, counted by Postgres itself.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {sql} from 'kysely';
import {Client} from 'pg';
import {describe, expect, it, onTestFinished} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {startWorkerProcess} from '../../jobs/main.ts';
import {inTransaction} from '../../server/db/connection/transaction.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createDeps, type Deps} from '../../server/deps.ts';
import {queueNames} from '../../server/queue/messages.ts';
import {aDelivery, ask} from '../http/asking.ts';
import {type BareApp, keys, openBareApp, pageOf} from '../http/bare-app.ts';
import {
  engines,
  openTestDatabase,
  openTestQueues,
  silentLog,
  type TestDatabase,
  testDatabaseUrl,
  testRedisUrl,
} from '../support/database.ts';
import {root} from './child.ts';

const shops = Array.from({length: 24}, (_, at) => ShopDomain.parse(`shop-${at}.myshopify.com`));
const perShop = 15;

/** What a process may hold of its own tables, a web process for webhooks alone, and of the queues in the same database. */
const [own, forWebhooks, ofQueues] = [10, 2, 12];

const ways = [
  ['without Redis', 'postgres', ofQueues],
  ['with Redis', 'redis', 0],
] as const;

describe.runIf(engines.databases.includes('postgres'))('the connections of a process', {timeout: 120_000}, () => {
  it('are as many as the README says', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(readme).toContain(
      `A worker holds at most ${own} connections to Postgres, a web process ${own + forWebhooks}, of which ${forWebhooks} ` +
        `are for webhooks alone; without Redis each holds ${ofQueues} more.`,
    );
  });

  it.each(ways.filter(([, queue]) => engines.queues.includes(queue)))(
    'stay within the bound %s, however much comes at once',
    async (_way, queue, more) => {
      const least = queue === 'redis' ? own : own + queueNames.length;
      const database = await openTestDatabase('postgres');
      onTestFinished(() => database.dispose());
      const queues = queue === 'redis' ? await openTestQueues(queue, database) : null;
      onTestFinished(() => queues?.dispose());
      const called = (name: string) => `${database.databaseUrl}?application_name=${name}`;
      const redis: Record<string, string> =
        queues === null ? {} : {REDIS_URL: testRedisUrl, QUEUE_PREFIX: queues.prefix};
      const app = await openBareApp({DATABASE_URL: called('web'), SHOPIFY_ORIGIN: 'http://127.0.0.1:9', ...redis});
      onTestFinished(() => app.close());
      for (const shop of shops) await saveInstalledShop(app.deps.db, shop, {scopes: '', currency: 'EUR'}, new Date());
      const counted = watch(new URL(database.databaseUrl ?? '').pathname.slice(1));
      onTestFinished(() => counted.end());
      const config = {...app.deps.config, databaseUrl: called('worker')};
      const worker = await startWorkerProcess(config, (given) => createDeps(given, {log: silentLog}));
      onTestFinished(() => worker.close());

      const storm = Promise.allSettled([...tellAndAsk(app), ...giveWork(app.deps)]);
      await standStill(database, () => counted.most.web >= own + forWebhooks && counted.most.worker >= least);
      await storm;
      await expect.poll(() => countPending(app.deps), {timeout: 60_000, interval: 100}).toBe(0);

      await counted.end();
      expect(counted.most.web).toBeLessThanOrEqual(own + forWebhooks + more);
      expect(counted.most.worker).toBeLessThanOrEqual(own + more);
    },
  );
});

/** Webhooks of every shop, which are work for the database alone, and pages of all of them that ask for everything. */
function tellAndAsk({url}: BareApp): Promise<unknown>[] {
  const tell = (shop: ShopDomain, at: number) => {
    const payload = {id: at + 1};
    return ask(`${url}/webhooks`, aDelivery({shop, topic: 'products/delete', payload, secret: keys.apiSecret}));
  };
  const told = shops.flatMap((shop) => Array.from({length: perShop}, (_, at) => tell(shop, at)));
  const paths = ['/overview', '/dropship-orders', '/audit', '/runs', '/choices', '/articles'];
  // Of one shop only a few are worked on at once.
  const pages = shops.flatMap((shop) => paths.map((path) => pageOf({url}, shop)('GET', path)));
  return [...told, ...pages];
}

/** Something to do for every shop in every queue but that of runs, which would ask the supplier. */
function giveWork({queues}: Deps): Promise<void>[] {
  return shops.flatMap((shop) => [
    queues.enqueue('dropship', {shop}),
    queues.enqueue('store-writeback', {shop}),
    queues.enqueue('deliveries', {shop}),
    queues.enqueue('chores', {task: 'retention', shop}),
    queues.enqueue('chores', {task: 'purge-history', shop}),
    queues.enqueue('upkeep', {task: 'purge-history', shop}),
  ]);
}

/** The table of shops stays locked until it is so: whoever may open another connection does, instead of waiting for a free one. */
async function standStill({kysely}: TestDatabase, isSo: () => boolean): Promise<void> {
  await inTransaction(kysely, async (trx) => {
    await sql`lock table shops in access exclusive mode`.execute(trx);
    await expect.poll(isSo, {timeout: 20_000, interval: 10}).toBe(true);
  });
}

async function countPending({db}: Deps): Promise<number> {
  const pending = db.selectFrom('deliveries').select('id').where('state', '=', 'pending');
  // An announced product may wait for ten minutes.
  const rows = await pending.where('next_attempt_at', 'is', null).execute();
  return rows.length;
}

/** Asks the server over and over, from outside the database that is watched: the most a process ever held at once. */
function watch(datname: string) {
  const most = {web: 0, worker: 0};
  const state = {over: false};
  const look = async (server: Client) => {
    const {rows} = await server.query<{name: string}>(
      // A connection that only begins has no state and not yet its name.
      `select application_name as name from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and state is not null`,
      [datname],
    );
    const names = rows.map(({name}) => name);
    // BullMQ calls the connection a worker is notified on after its queue.
    const ofWorker = ['worker', ...queueNames];
    most.web = Math.max(most.web, names.filter((name) => name === 'web').length);
    most.worker = Math.max(most.worker, names.filter((name) => ofWorker.includes(name)).length);
    const strange = names.filter((name) => name !== 'web' && name !== 'piecewise' && !ofWorker.includes(name));
    if (strange.length > 0) throw new Error(`Unknown connection: ${strange.join(', ')}.`);
  };
  const watching = (async () => {
    const server = new Client({connectionString: testDatabaseUrl});
    await server.connect();
    try {
      while (!state.over) await look(server);
    } finally {
      await server.end();
    }
  })();
  watching.catch(() => {}); // told at the end
  return {
    most: most as Readonly<typeof most>,
    async end() {
      state.over = true;
      await watching;
    },
  };
}
