// Queues that an older version of the app named otherwise: what they hold is deleted, and no other queue loses anything.
import {createPostgresBackend, Queue} from 'bullmq';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {createPglitePool} from '../../server/queue/pglite-pool.ts';
import {onEachQueue, type TestDatabase, type TestQueues} from '../support/database.ts';

const shop = ShopDomain.parse('upgraded-shop.myshopify.com');

onEachQueue('a queue of an older version', (current) => {
  it('is deleted with its jobs, waiting and delayed; the queues of today keep theirs', async () => {
    const {database, queues} = current();
    const old = await openOld('aftercare', database, queues);
    await old.add('aftercare', {shop});
    await old.add('aftercare', {shop}, {delay: 60_000});
    await queues.enqueue('store-writeback', {shop}, {delayMs: 60_000});
    expect(await queues.removeRetiredQueues()).toBe(2);
    expect(await old.getJobs(['waiting', 'delayed'])).toEqual([]);
    expect(await queues.removeRetiredQueues()).toBe(0);
    expect(await queues.countJobs()).toMatchObject({'store-writeback': {delayed: 1}});
    await old.close();
  });
});

/** As the older version opened it. */
async function openOld(name: string, {queueStore}: TestDatabase, {redisUrl, prefix}: TestQueues) {
  if (redisUrl !== undefined) return new Queue(name, {connection: {url: redisUrl}, prefix});
  const connection =
    queueStore.kind === 'pglite'
      ? await createPglitePool(queueStore.pglite)
      : {connectionString: queueStore.url, options: `${queueStore.options} -c search_path=bullmq`};
  return new Queue(name, {connection}, createPostgresBackend);
}
