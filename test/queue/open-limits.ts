// Rate limits of a test: opened with windows that do not end in the middle of it, and closed with it.
import {randomUUID} from 'node:crypto';
import {onTestFinished} from 'vitest';
import {createRateLimits, type RateLimits} from '../../server/queue/rate-limits.ts';
import {silentLog} from '../support/database.ts';

export const shop = 'a-shop.myshopify.com';

const rates = {
  steady: {points: 3, duration: 3_600},
  burst: {points: 2, duration: 3_600},
  keyChecks: {points: 5, duration: 3_600},
  articleReads: {points: 20, duration: 3_600},
  handChanges: {points: 5_000, duration: 60},
  mailLinks: {points: 5, duration: 3_600},
  mailAnswers: {points: 600, duration: 60},
};

export const aPrefix = (): string => `piecewise-test-${randomUUID().slice(0, 8)}`;

export function openLimits(redisUrl: string | null, prefix = aPrefix()): RateLimits {
  const limits = createRateLimits({redisUrl, prefix, log: silentLog, rates});
  onTestFinished(() => limits.close());
  return limits;
}

/** Asks so many times, one after the other, and says what each was told. */
export async function take(limit: RateLimits['requests'], times: number, key = shop): Promise<string[]> {
  const permits: string[] = [];
  for (let at = 0; at < times; at += 1) permits.push((await limit(key)).kind);
  return permits;
}

export const [yes, no] = ['allowed', 'refused'] as const;
