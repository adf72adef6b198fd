import {randomUUID} from 'node:crypto';
import {Redis} from 'ioredis';
import {describe, expect, it} from 'vitest';
import type {RateLimits} from '../../server/queue/rate-limits.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {engines, testRedisUrl} from '../support/database.ts';
import {aPrefix, no, openLimits, take, yes} from './open-limits.ts';

describe.runIf(engines.queues.includes('redis'))('a rate limit in Redis', () => {
  /** Until the connection stands a process counts by itself. */
  async function openConnected(prefix: string): Promise<RateLimits> {
    const limits = openLimits(testRedisUrl, prefix);
    const probe = randomUUID();
    const redis = new Redis(testRedisUrl);
    await expect
      .poll(async () => {
        await limits.requests(probe);
        return redis.exists(`${prefix}:limit:steady:${toOpaqueId(probe)}`);
      })
      .toBe(1);
    await redis.quit();
    return limits;
  }

  it('counts together what two processes allow', async () => {
    const prefix = aPrefix();
    const [one, other] = [await openConnected(prefix), await openConnected(prefix)];
    expect(await take(one.keyChecks, 3)).toEqual([yes, yes, yes]);
    expect(await take(other.keyChecks, 3)).toEqual([yes, yes, no]);
    await forgetKeys(prefix);
  });
});

async function forgetKeys(prefix: string): Promise<void> {
  const redis = new Redis(testRedisUrl);
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.unlink(...keys);
  await redis.quit();
}
