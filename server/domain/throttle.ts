// The Admin API's cost bucket, as data: what a call needs and how long to wait for it.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

export type Bucket = {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  /** Points restored per second. */
  readonly restoreRate: number;
  /** When `currentlyAvailable` was true, ms since the epoch. */
  readonly asOf: number;
};

export function availableAt(bucket: Bucket, now: number): number {
  const restored = (Math.max(0, now - bucket.asOf) / 1000) * bucket.restoreRate;
  return Math.min(bucket.maximumAvailable, bucket.currentlyAvailable + restored);
}

/**
 * A bucket that is ahead of the clock, because the clock was set back, is one of now: else nothing would count as restored
 * until the clock has come so far again.
 */
export function notAhead(bucket: Bucket, now: number): Bucket {
  return now < bucket.asOf ? {...bucket, asOf: now} : bucket;
}

/** Milliseconds until `cost` points are there; 0 when they already are. A cost over the maximum waits for a full bucket. */
export function waitMs(bucket: Bucket, cost: number, now: number): number {
  const missing = Math.min(cost, bucket.maximumAvailable) - availableAt(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.restoreRate) * 1000);
}

export function spend(bucket: Bucket, cost: number, now: number): Bucket {
  return {...bucket, currentlyAvailable: availableAt(bucket, now) - cost, asOf: now};
}
