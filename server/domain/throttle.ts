// Calculates with the Admin API's bucket of points: how many points are available, and how long a call must wait for them.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

/** A shop's points at one moment, as Shopify reported them or as the app counts them. */
export type BucketState = {
  /** The most points that can be available. */
  readonly maximumAvailable: number;
  /** The points available at `asOf`. */
  readonly currentlyAvailable: number;
  /** Points restored per second. */
  readonly restoreRate: number;
  /** When `currentlyAvailable` was the state, in milliseconds since 1970. */
  readonly asOf: number;
};

/** How many points are available at `now` (milliseconds since 1970). */
export function availablePoints(bucket: BucketState, now: number): number {
  const restored = (Math.max(0, now - bucket.asOf) / 1000) * bucket.restoreRate;
  return Math.min(bucket.maximumAvailable, bucket.currentlyAvailable + restored);
}

/**
 * Sets a bucket from the future, which exists if the clock was set back, to now. Otherwise no points would be restored until the clock
 * reaches that time again.
 */
export function notInFuture(bucket: BucketState, now: number): BucketState {
  return now < bucket.asOf ? {...bucket, asOf: now} : bucket;
}

/**
 * Milliseconds until `cost` points are available; 0 if they are. A call of more points than the bucket's maximum waits for a full bucket.
 */
export function waitMs(bucket: BucketState, cost: number, now: number): number {
  const missing = Math.min(cost, bucket.maximumAvailable) - availablePoints(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.restoreRate) * 1000);
}

/** The bucket after a call of so many points. `currentlyAvailable` may fall below zero. */
export function spendPoints(bucket: BucketState, cost: number, now: number): BucketState {
  return {...bucket, currentlyAvailable: availablePoints(bucket, now) - cost, asOf: now};
}
