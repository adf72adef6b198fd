// Rate limits per shop. With Redis they are counted for all processes together; without it, and while it cannot be reached, per process.
// A failing limiter lets every request through: it protects the service and must never stop it.
import {Redis} from 'ioredis';
import {BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import type {Log} from '../log.ts';
import {reconnectOptions} from './redis-connection.ts';
import {toOpaqueId} from './shop-names.ts';
import {createTroubleLog} from './trouble-log.ts';

/** Whether a request may go on. */
export type RateDecision =
  | {readonly kind: 'allowed'}
  /** `isFirst`: the first refusal in the limiter's period, so that only this one is recorded. Not reliable for `requests`. */
  | {readonly kind: 'refused'; readonly retryAfterSeconds: number; readonly isFirst: boolean};

/** Takes `points` (default 1) of the limit of `key`, and tells whether the request may go on. Never rejects. */
export type RateLimit = (key: string, points?: number) => Promise<RateDecision>;

export type RateLimits = {
  /** Requests to the API, by shop: `steady` in each second, and beyond that `burst` in ten seconds. */
  readonly requests: RateLimit;
  /** Checks of a key at the supplier, by shop. */
  readonly keyChecks: RateLimit;
  /** Articles read at the supplier while a merchant waits, by shop. */
  readonly articleReads: RateLimit;
  /** Articles chosen by hand, by shop. */
  readonly handChanges: RateLimit;
  /** Links to confirm an address, by shop and by address. */
  readonly mailLinks: RateLimit;
  /** Presses of the buttons behind links that are not valid, all together. */
  readonly mailAnswers: RateLimit;
  readonly close: () => void;
};

/** At most `points` points in `duration` seconds; a point is a request or another unit that the limit counts. */
type RateBudget = {readonly points: number; readonly duration: number};

/**
 * The default limits: points within seconds. One merchant's page asks three times a second during a run, else rarely: ten open pages stay
 * within `steady`, and reloading all of them at once stays below `burst`, which is added to it. Each manual change is a line of the audit
 * trail, which is kept for years: without `handChanges` one shop could write thousands of lines a second.
 */
export const defaultRates = {
  steady: {points: 30, duration: 1},
  burst: {points: 300, duration: 10},
  keyChecks: {points: 5, duration: 60},
  articleReads: {points: 20, duration: 60},
  handChanges: {points: 5_000, duration: 60},
  mailLinks: {points: 5, duration: 3_600},
  mailAnswers: {points: 600, duration: 60},
} as const satisfies Record<string, RateBudget>;

/** The limits, by the names of `defaultRates`. */
export type Rates = Readonly<Record<keyof typeof defaultRates, RateBudget>>;

type RateLimitOptions = {
  /** Null: the limits are counted in this process alone. */
  readonly redisUrl: string | null;
  /** Begins the keys in Redis. */
  readonly prefix: string;
  readonly log: Log;
  /** Other limits than `defaultRates`; tests use them. */
  readonly rates?: Rates;
};

/** Creates the limits. Each limiter, and its connection to Redis, is made when it is first used. */
export function createRateLimits({redisUrl, prefix, log, rates = defaultRates}: RateLimitOptions): RateLimits {
  // A worker limits no requests, so the connection is made on first use.
  let redis: Redis | null = null;
  const limiter = (name: keyof Rates) => {
    const inMemory = new RateLimiterMemory({...rates[name], keyPrefix: name});
    if (redisUrl === null) return inMemory;
    redis ??= connectLimiter(redisUrl, log);
    const keyPrefix = `${prefix}:limit:${name}`;
    const insurance = {insuranceLimiter: inMemory, rejectIfRedisNotReady: true};
    return new RateLimiterRedis({...rates[name], ...insurance, storeClient: redis, keyPrefix});
  };
  return {
    requests: createOnFirstUse(() =>
      toRateLimit(new BurstyRateLimiter(limiter('steady'), limiter('burst')), rates.steady.points, log),
    ),
    keyChecks: createOnFirstUse(() => toRateLimit(limiter('keyChecks'), rates.keyChecks.points, log)),
    articleReads: createOnFirstUse(() => toRateLimit(limiter('articleReads'), rates.articleReads.points, log)),
    handChanges: createOnFirstUse(() => toRateLimit(limiter('handChanges'), rates.handChanges.points, log)),
    mailLinks: createOnFirstUse(() => toRateLimit(limiter('mailLinks'), rates.mailLinks.points, log)),
    mailAnswers: createOnFirstUse(() => toRateLimit(limiter('mailAnswers'), rates.mailAnswers.points, log)),
    close: () => redis?.disconnect(),
  };
}

/** What counts points: it rejects when a key has used up its limit. */
type Limiter = {readonly consume: (key: string, points: number) => Promise<RateLimiterRes>};

/**
 * A rate limit that lets every request through while its limiter fails. @param points the limiter's own limit, by which the first refusal
 * is recognised.
 */
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

/** A rate limit whose limiter is created on first use. */
function createOnFirstUse(make: () => RateLimit): RateLimit {
  let made: RateLimit | null = null;
  return (key, points) => {
    made ??= make();
    return made(key, points);
  };
}

/** Fails fast: while Redis is down, or does not answer within 200 ms, the limiter counts in this process. */
function connectLimiter(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 200,
    ...reconnectOptions,
  });
  redis.on('error', (err) => log.debug({err}, 'the rate limiter cannot reach Redis and counts in this process'));
  return redis;
}
