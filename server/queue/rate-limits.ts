// Rate limits per shop. With Redis they are counted for all processes together; without it, and while it cannot be reached, per process.
// A failing limiter lets every request through: it protects the service and must never stop it.
import {Redis} from 'ioredis';
import {BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import type {Log} from '../log.ts';
import {reconnection} from './redis-connection.ts';
import {toOpaqueId} from './shop-names.ts';
import {createTroubleLog} from './trouble-log.ts';

export type Permit =
  | {readonly kind: 'allowed'}
  /** `isFirst`: the first refusal in the limiter's period, so that only this one is recorded. Not reliable for `requests`. */
  | {readonly kind: 'refused'; readonly retryAfterSeconds: number; readonly isFirst: boolean};

/** Never rejects. @param points how much of the limit to take; default 1. */
export type RateLimit = (key: string, points?: number) => Promise<Permit>;

export type RateLimits = {
  /** Requests to the API, by shop: `steady` in each second, and beyond that `burst` in ten seconds. */
  readonly requests: RateLimit;
  /** Checks of a key at the supplier, by shop. */
  readonly keyChecks: RateLimit;
  /** Articles read at the supplier while a merchant waits, by shop. */
  readonly articleReads: RateLimit;
  /** Articles chosen by hand, by shop. */
  readonly handChanges: RateLimit;
  readonly close: () => void;
};

type Points = {readonly points: number; readonly duration: number};

/**
 * Points within seconds. One merchant's page asks three times a second during a run, else rarely: ten open pages stay within `steady`,
 * and reloading all of them at once stays below `burst`, which is added to it. Each manual change is a line of the audit trail, which is
 * kept for years: without `handChanges` one shop could write thousands of lines a second.
 */
export const usualRates = {
  steady: {points: 30, duration: 1},
  burst: {points: 300, duration: 10},
  keyChecks: {points: 5, duration: 60},
  articleReads: {points: 20, duration: 60},
  handChanges: {points: 5_000, duration: 60},
} as const satisfies Record<string, Points>;

export type Rates = Readonly<Record<keyof typeof usualRates, Points>>;

type Options = {readonly redisUrl: string | null; readonly prefix: string; readonly log: Log; readonly rates?: Rates};

export function createRateLimits({redisUrl, prefix, log, rates = usualRates}: Options): RateLimits {
  // A worker limits no requests, so the connection is made on first use.
  let redis: Redis | null = null;
  const limiter = (name: keyof Rates) => {
    const inMemory = new RateLimiterMemory({...rates[name], keyPrefix: name});
    if (redisUrl === null) return inMemory;
    redis ??= connect(redisUrl, log);
    const keyPrefix = `${prefix}:limit:${name}`;
    const insurance = {insuranceLimiter: inMemory, rejectIfRedisNotReady: true};
    return new RateLimiterRedis({...rates[name], ...insurance, storeClient: redis, keyPrefix});
  };
  return {
    requests: once(() =>
      toRateLimit(new BurstyRateLimiter(limiter('steady'), limiter('burst')), rates.steady.points, log),
    ),
    keyChecks: once(() => toRateLimit(limiter('keyChecks'), rates.keyChecks.points, log)),
    articleReads: once(() => toRateLimit(limiter('articleReads'), rates.articleReads.points, log)),
    handChanges: once(() => toRateLimit(limiter('handChanges'), rates.handChanges.points, log)),
    close: () => redis?.disconnect(),
  };
}

type Limiter = {readonly consume: (key: string, points: number) => Promise<RateLimiterRes>};

export function toRateLimit(limiter: Limiter, points: number, log: Log): RateLimit {
  const warn = createTroubleLog(log);
  return async (key, taken = 1) => {
    try {
      // Redis keeps the key for a while, even for a shop that is erased in the meantime.
      await limiter.consume(toOpaqueId(key), taken);
      return {kind: 'allowed'};
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) {
        warn({err: error}, 'the rate limiter failed; the request is let through');
        return {kind: 'allowed'};
      }
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      return {kind: 'refused', retryAfterSeconds, isFirst: error.consumedPoints <= points + taken};
    }
  };
}

/** Creates the limiter on first use. */
function once(make: () => RateLimit): RateLimit {
  let made: RateLimit | null = null;
  return (key, points) => {
    made ??= make();
    return made(key, points);
  };
}

/** Fails fast: while Redis is down, or does not answer within 200 ms, the limiter counts in this process. */
function connect(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 200,
    ...reconnection,
  });
  redis.on('error', (err) => log.debug({err}, 'the rate limiter cannot reach Redis and counts in this process'));
  return redis;
}
