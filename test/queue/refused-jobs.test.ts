// A queue whose storage answers, but gives out no job: a database or a Redis whose disk is full.
import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {afterEach, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {createLog} from '../../server/log.ts';
import {onEachQueue, openTestQueues, runsEverything, type TestDatabase, testRedisUrl} from '../support/database.ts';

onEachQueue('a worker that is refused its next job', (current, engine) => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  it('asks again after a pause, leaves the process free meanwhile, and goes on by itself', async () => {
    const refusedAt: number[] = [];
    // The first one is a warning, the others are lines for debugging.
    const log = createLog('debug', {
      write: (line) => void (line.includes('the worker reported an error') && refusedAt.push(performance.now())),
    });
    const {database} = current();
    const queues = await openTestQueues(engine, database, log);
    ends.push(queues.dispose);
    const storage = engine === 'redis' ? redisQueue(queues.prefix) : databaseQueue(database);
    ends.push(storage.close);
    const seen: unknown[] = [];
    await storage.refuse();
    const worker = await queues.startWorker('chores', async (job) => seen.push(job.data));
    ends.push(() => worker.close());

    const refusals = runsEverything ? 3 : 2;
    await expect.poll(() => refusedAt.length, {timeout: 20_000}).toBeGreaterThanOrEqual(refusals);
    const pauses = refusedAt.slice(1, refusals).map((at, before) => at - (refusedAt[before] ?? 0));
    expect(pauses.every((pause) => pause > 900)).toBe(true);

    await storage.allow();
    const job = {shop: ShopDomain.parse('refused.myshopify.com'), task: 'read-images'} as const;
    await queues.enqueue('chores', job);
    await expect.poll(() => seen).toContainEqual(job);
  }, 60_000);
});

type Storage = {
  readonly refuse: () => Promise<void>;
  readonly allow: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The statement that takes a job fails, all others succeed. */
function databaseQueue({kysely}: TestDatabase): Storage {
  const rename = async (from: string, to: string) => {
    await sql`alter function ${sql.id('bullmq', from)} rename to ${sql.id(to)}`.execute(kysely);
  };
  return {
    refuse: () => rename('move_to_active', 'moved_away'),
    allow: () => rename('moved_away', 'move_to_active'),
    async close() {},
  };
}

/** The list of waiting jobs is no list. */
function redisQueue(prefix: string): Storage {
  const redis = new Redis(testRedisUrl);
  const list = `${prefix}:chores:wait`;
  return {
    async refuse() {
      await redis.set(list, 'not a list');
    },
    async allow() {
      await redis.del(list);
    },
    async close() {
      redis.disconnect();
    },
  };
}
