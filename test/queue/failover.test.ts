// Redis fails over: the server that the app is connected to becomes a replica, takes no writes, and keeps its connections.
// How workers go on is in outages.test.ts.
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {createLog} from '../../server/log.ts';
import {openQueues} from '../../server/queue/queues.ts';
import {createRateLimits} from '../../server/queue/rate-limits.ts';
import {openTestDatabase} from '../support/database.ts';
import {canStartRedis, startRedisPair} from '../support/redis-pair.ts';

describe.runIf(canStartRedis)('after a failover of Redis', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  it('jobs can be enqueued again, and the limits are counted for all processes again, without a restart', async () => {
    const pair = await startRedisPair();
    ends.push(pair.close);
    const database = await openTestDatabase('pglite');
    ends.push(database.dispose);
    const lines: string[] = [];
    const log = createLog('warn', {write: (line) => void lines.push(line)});
    const queues = await openQueues({redisUrl: pair.url, database, log});
    ends.push(queues.close);
    const limits = createRateLimits({redisUrl: pair.url, prefix: 'failover', log});
    ends.push(async () => limits.close());
    const enqueue = (number: number) =>
      queues.enqueue('deliveries', {shop: shopNo(number)}).then(
        () => 'enqueued',
        (error: Error) => error.message,
      );
    // Told by the server that all processes share, not by this process: another process would count on.
    const isCounted = async () => {
      await limits.keyChecks('shop');
      return pair.keysOfPrimary('failover:limit:keyChecks:*');
    };
    expect(await enqueue(1)).toBe('enqueued');
    await expect.poll(isCounted).toBe(1);

    await pair.failOver();
    await pair.emptyPrimary();
    expect(await enqueue(2)).toContain('READONLY');
    pair.moveAddress();
    const answers = [await enqueue(3)];
    const until = performance.now() + 4_000;
    while (answers.at(-1) !== 'enqueued' && performance.now() < until) {
      await sleep(50);
      answers.push(await enqueue(3));
    }
    expect(answers.at(-1)).toBe('enqueued');
    await expect.poll(isCounted, {timeout: 5_000}).toBe(1);
    expect(lines.length).toBeLessThan(4);
  });
});

const shopNo = (number: number) => ShopDomain.parse(`shop-${number}.myshopify.com`);
