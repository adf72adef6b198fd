// The Admin API's cost bucket, as data: the cost of a call and how long to wait for it.
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
 * If the clock was set back, a bucket can be in the future; it then counts as of now. Otherwise nothing would be restored until
 * the clock reaches that time again.
 */
export function notAhead(bucket: Bucket, now: number): Bucket {
  return now < bucket.asOf ? {...bucket, asOf: now} : bucket;
}

/** Milliseconds until `cost` points are available; 0 if they already are. A cost over the maximum waits for a full bucket. */
export function waitMs(bucket: Bucket, cost: number, now: number): number {
  const missing = Math.min(cost, bucket.maximumAvailable) - availableAt(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.restoreRate) * 1000);
}

export function spend(bucket: Bucket, cost: number, now: number): Bucket {
  return {...bucket, currentlyAvailable: availableAt(bucket, now) - cost, asOf: now};
}
