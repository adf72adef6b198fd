// A shop that was erased leaves no name in what the queue's engine keeps.
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {onEachQueue} from '../support/database.ts';
import {keptInRedis, keysInRedis} from '../support/redis-contents.ts';

const gone = ShopDomain.parse('erased-shop.myshopify.com');
const stays = ShopDomain.parse('neighbour-shop.myshopify.com');

onEachQueue('a shop that is gone', (current, engine) => {
  it('leaves no finished job, done or failed, and other shops keep theirs', async () => {
    const {queues} = current();
    let done = 0;
    const worker = await queues.startWorker('dropship', async (job) => {
      done += 1;
      const {shop} = job.data as {shop: string};
      if (done % 2 === 0) throw new Error(`nothing to be had for ${shop}`);
    });
    for (const shop of [gone, gone, stays, stays]) {
      const before = done;
      await queues.enqueue('dropship', {shop}, {deduplicationId: `dropship-${shop}-${before}`});
      await expect.poll(() => done).toBeGreaterThan(before);
    }
    await worker.close();
    expect(await queues.removeJobsOfShops((shop) => shop === gone)).toBe(2);
    expect(await queues.removeJobsOfShops((shop) => shop === gone)).toBe(0);
    expect(await queues.removeJobsOfShops((shop) => shop === stays)).toBe(2);
  });

  it('is named in the payload of its jobs alone: the ids by which they are deduplicated are digests', async () => {
    const {queues} = current();
    const seen: unknown[] = [];
    await queues.enqueue('store-writeback', {shop: gone}, {deduplicationId: `store-writeback-${gone}`});
    const worker = await queues.startWorker('store-writeback', async ({id, opts}) => void seen.push({id, opts}));
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await worker.close();
    expect(seen).toMatchObject([{opts: {deduplication: {id: expect.stringMatching(/^[0-9a-f]{32}$/)}}}]);
    expect(JSON.stringify(seen)).not.toContain(gone);
  });

  if (engine !== 'redis') return;

  it('has its name in no key and no value in Redis', async () => {
    const {queues} = current();
    let done = 0;
    await queues.enqueue('deliveries', {shop: gone}, {deduplicationId: `deliveries-${gone}`, keepLast: true});
    await queues.enqueue('deliveries', {shop: gone}, {deduplicationId: `deliveries-${gone}`, keepLast: true});
    expect((await keysInRedis(queues.prefix)).join()).not.toContain(gone);
    const worker = await queues.startWorker('deliveries', async () => void (done += 1));
    await expect.poll(() => done).toBeGreaterThan(0);
    await worker.close();
    expect(await keptInRedis(queues.prefix)).toContain(gone);
    await queues.removeJobsOfShops((shop) => shop === gone);
    expect(await keptInRedis(queues.prefix)).not.toContain(gone);
  });
});
