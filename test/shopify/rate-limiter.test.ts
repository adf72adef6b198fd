// The queue in front of the cost bucket, against a bucket that behaves as Shopify's does, in turned time.

import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createRateLimiter} from '../../server/shopify/client/rate-limiter.ts';
import {createBucket} from '../sandbox/shopify/bucket.ts';
import {turnedTime} from './turned-time.ts';

/** `calls` calls by `callers` at once, each priced `requested` and refunded down to `actual`; answers take a while. */
async function play({callers = 8, calls = 600, estimate = 30, requested = 30, actual = 22} = {}) {
  const time = turnedTime(0);
  const clock = {now: () => time.now().getTime(), wait: time.wait};
  const bucket = createBucket('standard', clock.now);
  const limiter = createRateLimiter(clock);
  const seen = {throttled: 0, used: 0, done: 0};
  let left = calls;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const permit = await limiter.acquire({document: 'mutation A { a }', cost: estimate});
      await time.wait(20 + (left % 7) * 15);
      const taken = bucket.take(requested);
      if (taken) bucket.refund(requested - actual);
      const status = bucket.status();
      await time.wait(20 + (left % 5) * 40);
      if (taken) seen.used += actual;
      else seen.throttled += 1;
      seen.done += 1;
      permit.release({requested, status});
    }
  };
  await time.during(Promise.all(Array.from({length: callers}, caller)));
  const {maximumAvailable, restoreRate, currentlyAvailable} = bucket.status();
  const restored = (clock.now() / 1000) * restoreRate;
  return {...seen, seconds: clock.now() / 1000, share: seen.used / (maximumAvailable - currentlyAvailable + restored)};
}

describe('calls to one store', () => {
  test('use at least 95 % of a standard plan’s points and are never throttled', async () => {
    const played = await play({calls: 900});
    expect(played).toMatchObject({throttled: 0, done: 900});
    expect(played.share).toBeGreaterThanOrEqual(0.95);
    // 900 calls of 22 points: 2,000 points are there, the rest comes at 100 a second.
    expect(played.seconds).toBeLessThan(((900 * 22 - 2_000) / 100) * 1.05);
  });

  test('are held back by what Shopify really asks for, learnt from the first answer', async () => {
    const played = await play({estimate: 5, requested: 60, actual: 55, calls: 300});
    expect(played.throttled).toBe(0);
    expect(played.share).toBeGreaterThanOrEqual(0.95);
  });

  test('lose nothing where the estimate was far too high', async () => {
    const played = await play({estimate: 400, calls: 600});
    expect(played.throttled).toBe(0);
    expect(played.seconds).toBeLessThan(((600 * 22 - 2_000) / 100) * 1.05);
  });

  test('leave in the order in which they came', async () => {
    const time = turnedTime(0);
    const limiter = createRateLimiter({now: () => time.now().getTime(), wait: time.wait});
    const order: number[] = [];
    const status = {maximumAvailable: 100, currentlyAvailable: 0, restoreRate: 10};
    const call = async (number: number) => {
      const permit = await limiter.acquire({document: 'query A { a }', cost: number === 1 ? 90 : 10});
      order.push(number);
      await time.wait(1);
      permit.release({requested: number === 1 ? 90 : 10, status});
    };
    await time.during(Promise.all([0, 1, 2, 3].map(call)));
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test('that are given up while waiting leave the queue to the others', async () => {
    const time = turnedTime(0);
    const limiter = createRateLimiter({now: () => time.now().getTime(), wait: time.wait});
    const first = await limiter.acquire({document: 'query A { a }', cost: 10});
    const givenUp = new AbortController();
    const second = limiter.acquire({document: 'query A { a }', cost: 10}, {signal: givenUp.signal});
    const third = limiter.acquire({document: 'query A { a }', cost: 10});
    givenUp.abort(new Error('stopped'));
    await expect(second).rejects.toThrow('stopped');
    first.release(null);
    await expect(time.during(third)).resolves.toBeDefined();
  });

  test('are held up by no more than the points they miss when the clock is set back, however far and whenever', async () => {
    const left = fc.integer({min: 0, max: 9});
    const after = fc.nat(1_200);
    const by = fc.integer({min: 1, max: 3_600_000});
    await fc.assert(
      fc.asyncProperty(left, after, by, async (currentlyAvailable, setBackAfter, setBackBy) => {
        const time = turnedTime(0);
        const passed = () => time.now().getTime();
        let setBackAt = Number.POSITIVE_INFINITY;
        const limiter = createRateLimiter({
          now: () => passed() - (passed() < setBackAt ? 0 : setBackBy),
          wait: time.wait,
        });
        const call = {document: 'query A { a }', cost: 10};
        const first = await limiter.acquire(call);
        first.release({requested: 10, status: {maximumAvailable: 100, currentlyAvailable, restoreRate: 10}});
        setBackAt = setBackAfter;
        await time.during(limiter.acquire(call));
        const missing = (10 - currentlyAvailable) * 100;
        expect(passed()).toBeLessThanOrEqual(setBackAfter === 0 ? missing : 2 * missing);
      }),
      {numRuns: 50},
    );
  });
});
