import {mkdtempSync, rmSync} from 'node:fs';
import {createServer, type Server, Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {createPostgresBackend, Queue} from 'bullmq';
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {migrate} from '../../server/db/connection/migrate.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {createLog} from '../../server/log.ts';
import {queueNames} from '../../server/queue/messages.ts';
import {openQueues, type Queues} from '../../server/queue/queues.ts';
import {engines, onEachQueue, openTestDatabase, openTestQueues, silentLog, testRedisUrl} from '../support/database.ts';
import {canStartRedis, startRedisPair} from '../support/redis-pair.ts';

const now = new Date('2026-11-21T10:00:00Z');

describe('the embedded queue', {timeout: 90_000}, () => {
  it('keeps its jobs and schedules over a restart, and the tables of both apart', async () => {
    const home = mkdtempSync(join(tmpdir(), 'piecewise-queue-'));
    const open = async () => {
      const database = await openDatabase({folder: join(home, 'db'), log: silentLog});
      await migrate(database, now);
      return {database, queues: await openQueues({database, log: silentLog})};
    };
    const before = await open();
    await before.queues.enqueue('deliveries', {shop: shopNo(1)});
    await before.queues.enqueue('deliveries', {shop: shopNo(2)}, {delayMs: 1});
    await before.queues.upsertSchedule('nightly', '0 4 * * *', 'Asia/Tokyo', 'upkeep', {task: 'catch-up'});
    await before.queues.close();
    await before.database.close();

    const after = await open();
    const seen: unknown[] = [];
    const worker = await after.queues.startWorker('deliveries', async (job) => seen.push(job.data));
    await expect.poll(() => seen).toEqual(expect.arrayContaining([{shop: shopNo(1)}, {shop: shopNo(2)}]));
    expect(await after.queues.listSchedules()).toMatchObject([{id: 'nightly', timeZone: 'Asia/Tokyo'}]);
    const {rows} = await sql<{table_name: string}>`
      select table_name from information_schema.tables where table_schema in ('public', 'bullmq')
      group by table_name having count(*) > 1
    `.execute(after.database.kysely);
    expect(rows).toEqual([]);
    await worker.close();
    await after.queues.close();
    await after.database.close();
    rmSync(home, {recursive: true, force: true});
  });
});

onEachQueue('a schedule', (current) => {
  it('that is overdue when the program starts is run, though it is asserted first', async () => {
    const {queues} = current();
    const schedule = () => queues.upsertSchedule('each-second', '* * * * * *', 'UTC', 'upkeep', {task: 'catch-up'});
    await schedule();
    const due = (await queues.listSchedules())[0]?.next?.getTime() ?? 0;
    await expect.poll(() => Date.now(), {timeout: 3_000}).toBeGreaterThan(due);
    await schedule();
    const ran: unknown[] = [];
    const worker = await queues.startWorker('upkeep', async (job) => ran.push(job.id));
    await expect.poll(() => ran.length, {timeout: 20_000}).toBeGreaterThanOrEqual(1);
    expect(ran[0]).toBe(`repeat:each-second:${due}`);
    await queues.removeSchedule('each-second');
    await worker.close();
  });
});

describe.skipIf(!engines.databases.includes('postgres'))('queues on Postgres', {timeout: 90_000}, () => {
  it('go on after the server has cut every connection', async () => {
    const database = await openTestDatabase('postgres');
    const queues = await openTestQueues('postgres', database);
    const seen: unknown[] = [];
    const worker = await queues.startWorker('dropship', async () => {});
    const deliveries = await queues.startWorker('deliveries', async (job) => seen.push(job.data));
    await queues.enqueue('deliveries', {shop: shopNo(1)});
    await expect.poll(() => seen.length).toBe(1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely);
    await expect.poll(() => enqueued(queues, 2), {timeout: 10_000}).toBe(true);
    await expect.poll(() => seen, {timeout: 10_000}).toContainEqual({shop: shopNo(2)});
    await worker.close();
    await deliveries.close();
    await queues.dispose();
    await database.dispose();
  });

  it('take a bounded number of connections, whatever there is to do', async () => {
    const database = await openTestDatabase('postgres');
    const queues = await openTestQueues('postgres', database);
    const workers = [];
    for (const name of queueNames) workers.push(await queues.startWorker(name, () => sleep(20), {concurrency: 8}));
    const jobs = Array.from({length: 200}, (_, at) => enqueued(queues, at));
    const open = sql<{count: number}>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name <> 'piecewise'`;
    let most = 0;
    const look = async (): Promise<void> => {
      const {rows} = await open.execute(database.kysely);
      most = Math.max(most, rows[0]?.count ?? 0);
    };
    const looks: Promise<void>[] = [];
    const asking = setInterval(() => looks.push(look()), 20);
    await Promise.all(jobs);
    await expect.poll(async () => (await queues.countJobs()).deliveries['completed'], {timeout: 20_000}).toBe(200);
    clearInterval(asking);
    await Promise.all(looks);
    expect(most).toBeGreaterThan(queueNames.length);
    expect(most).toBeLessThanOrEqual(queueNames.length + 6);
    for (const worker of workers) await worker.close();
    await queues.dispose();
    await database.dispose();
  });

  it('lie in their own schema, where BullMQ itself finds them', async () => {
    const database = await openTestDatabase('postgres');
    const queues = await openTestQueues('postgres', database);
    await queues.enqueue('sync', {shop: ShopDomain.parse('a.myshopify.com'), kind: 'full', trigger: 'merchant'});
    const connection = {connectionString: database.databaseUrl ?? '', schema: 'bullmq'};
    const bare = new Queue('sync', {connection}, createPostgresBackend);
    expect(await bare.getWaitingCount()).toBe(1);
    await bare.close();
    await queues.dispose();
    await database.dispose();
  });
});

describe.skipIf(!engines.queues.includes('redis'))('queues on a Redis that goes away', {timeout: 90_000}, () => {
  it('refuse quickly while it is gone, and carry on by themselves when it is back', async () => {
    const door = await openDoor();
    const database = await openTestDatabase('pglite');
    const queues = await openTestQueues('redis', database, silentLog, door.url);
    const seen: unknown[] = [];
    const worker = await queues.startWorker('deliveries', async (job) => seen.push(job.data));
    await queues.enqueue('deliveries', {shop: shopNo(1)});
    await expect.poll(() => seen.length).toBe(1);

    await door.shut();
    const start = performance.now();
    await expect(queues.enqueue('deliveries', {shop: shopNo(2)})).rejects.toThrow();
    await expect(queues.countJobs()).rejects.toThrow();
    expect(performance.now() - start).toBeLessThan(8_000);

    await door.open();
    await expect.poll(() => enqueued(queues, 3), {timeout: 15_000}).toBe(true);
    await expect.poll(() => seen, {timeout: 15_000}).toContainEqual({shop: shopNo(3)});
    await worker.close();
    await queues.dispose();
    await door.shut();
    await database.dispose();
  });

  it('open while it is gone, so that webhooks are taken all the same', async () => {
    const database = await openTestDatabase('pglite');
    const queues = await openQueues({redisUrl: 'redis://127.0.0.1:1', database, log: silentLog});
    const worker = await queues.startWorker('deliveries', async () => {});
    await expect(queues.enqueue('deliveries', {shop: shopNo(1)})).rejects.toThrow('Redis cannot be reached.');
    await worker.close(0);
    await queues.close();
    await database.dispose();
  });
});

describe.runIf(canStartRedis)('queues on a Redis that fails over', {timeout: 90_000}, () => {
  it('hand out jobs of every kind again by themselves, and log each kind of trouble once', async () => {
    const pair = await startRedisPair();
    const database = await openTestDatabase('pglite');
    const lines: string[] = [];
    const log = createLog('warn', {write: (line) => void lines.push(line)});
    const queues = await openQueues({redisUrl: pair.url, database, log});
    const seen = new Set<string>();
    const starting = queueNames.map((name) =>
      queues.startWorker(name, async () => void seen.add(name), {stalledMs: 1_000}),
    );
    const workers = await Promise.all(starting);
    const enqueueAll = async () => {
      const shop = shopNo(1);
      await queues.enqueue('sync', {shop, kind: 'full', trigger: 'merchant'});
      await queues.enqueue('deliveries', {shop});
      await queues.enqueue('dropship', {shop});
      await queues.enqueue('store-writeback', {shop});
      await queues.enqueue('chores', {shop, task: 'read-images'});
      await queues.enqueue('upkeep', {task: 'reseal'});
    };
    await enqueueAll();
    await expect.poll(() => seen.size).toBe(queueNames.length);

    await pair.failOver();
    const begun = performance.now();
    // The address leads to the replica for a while.
    while (performance.now() - begun < 4_000) await enqueued(queues, 2);
    pair.moveAddress();
    await expect.poll(() => enqueued(queues, 3), {timeout: 5_000}).toBe(true);
    seen.clear();
    await enqueueAll();
    await expect.poll(() => [...seen].toSorted(), {timeout: 15_000}).toEqual(queueNames.toSorted());
    const kinds = lines.map((line) => /"message":"([A-Z]+)[^}]*},?.*"msg":"([^"]*)"/.exec(line)?.slice(1).join(' '));
    expect(kinds, lines.join('')).toEqual([...new Set(kinds)]);
    await Promise.all(workers.map((worker) => worker.close(0)));
    await queues.close();
    await database.dispose();
    await pair.close();
  });
});

const shopNo = (number: number) => ShopDomain.parse(`shop-${number}.myshopify.com`);

async function enqueued(queues: Queues, number: number): Promise<boolean> {
  const sent = queues.enqueue('deliveries', {shop: shopNo(number)});
  return (await Promise.allSettled([sent]))[0].status === 'fulfilled';
}

type Door = {
  readonly url: string;
  readonly open: () => Promise<void>;
  readonly shut: () => Promise<void>;
};

/** A way to the test Redis that can be shut: connections are cut, new ones refused. */
async function openDoor(): Promise<Door> {
  const target = new URL(testRedisUrl);
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = (port: number): Promise<number> =>
    new Promise((resolve) => {
      server = createServer((inner) => {
        const outer = new Socket().connect(Number(target.port || 6379), target.hostname);
        for (const socket of [inner, outer]) {
          sockets.add(socket);
          socket.on('error', () => {});
        }
        inner.pipe(outer).pipe(inner);
      }).listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  const port = await listen(0);
  return {
    url: `redis://127.0.0.1:${port}`,
    async open() {
      await listen(port);
    },
    async shut() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
