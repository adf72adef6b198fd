// A job whose worker dies is handed out again, however often workers die.
import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {type QueueName, queueNames} from '../../server/queue/messages.ts';
import {onEachQueue, type TestDatabase, type TestQueues, testRedisUrl} from '../support/database.ts';

const shop = ShopDomain.parse('dead.myshopify.com');
const enqueue: Readonly<Record<QueueName, (queues: TestQueues) => Promise<void>>> = {
  sync: ({enqueue: add}) => add('sync', {shop, kind: 'full', trigger: 'merchant'}, {jobId: 'dead'}),
  deliveries: ({enqueue: add}) => add('deliveries', {shop}, {jobId: 'dead'}),
  dropship: ({enqueue: add}) => add('dropship', {shop}, {jobId: 'dead'}),
  'store-writeback': ({enqueue: add}) => add('store-writeback', {shop}, {jobId: 'dead'}),
  chores: ({enqueue: add}) => add('chores', {shop, task: 'read-images'}, {jobId: 'dead'}),
  upkeep: ({enqueue: add}) => add('upkeep', {task: 'reseal'}, {jobId: 'dead'}),
};
const deaths = 3;

onEachQueue('a job whose worker dies three times', (current, engine) => {
  it('is handed out a fourth time, on every queue', async () => {
    const {database, queues} = current();
    const redis = engine === 'redis' ? new Redis(testRedisUrl) : null;
    const ends: (() => void)[] = [];
    const starts = new Map<string, number>(queueNames.map((name) => [name, 0]));
    const workers = await Promise.all(
      queueNames.map((name) =>
        queues.startWorker(
          name,
          () => {
            starts.set(name, (starts.get(name) ?? 0) + 1);
            return new Promise<void>((resolve) => ends.push(resolve));
          },
          {stalledMs: 50, concurrency: deaths + 2},
        ),
      ),
    );
    for (const name of queueNames) await enqueue[name](queues);
    for (let handedOut = 1; handedOut <= deaths; handedOut += 1) {
      await expect.poll(() => [...starts.values()]).toEqual(queueNames.map(() => handedOut));
      await (redis === null ? endLocks(database) : endLocksIn(redis, queues.prefix));
    }
    await expect.poll(() => [...starts], {timeout: 5_000}).toEqual(queueNames.map((name) => [name, deaths + 1]));
    for (const end of ends) end();
    await Promise.all(workers.map((worker) => worker.close(0)));
    redis?.disconnect();
  });
});

/** A dead worker renews no lock. */
async function endLocks({kysely}: TestDatabase): Promise<void> {
  await sql`update bullmq.job set locked_until_ms = 0 where state = 'active'`.execute(kysely);
}

async function endLocksIn(redis: Redis, prefix: string): Promise<void> {
  await redis.unlink(...queueNames.map((name) => `${prefix}:${name}:dead:lock`));
}
