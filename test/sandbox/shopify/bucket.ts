// The leaky bucket of one app in one shop. https://shopify.dev/docs/api/usage/limits#the-leaky-bucket-algorithm

export type Plan = 'standard' | 'advanced' | 'plus' | 'enterprise';

/** Points restored per second. https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
const restoreRates: Readonly<Record<Plan, number>> = {standard: 100, advanced: 200, plus: 1000, enterprise: 2000};

/**
 * The documentation names no bucket size; answers of real shops show twenty seconds' worth
 * (2,000 at 100 points/s, 20,000 at 1,000 points/s), e.g. https://community.shopify.dev/t/23101
 */
const bucketSeconds = 20;

export type ThrottleStatus = {maximumAvailable: number; currentlyAvailable: number; restoreRate: number};

export type Bucket = {
  /** Takes the points a request asks for, or refuses and takes nothing. */
  readonly take: (points: number) => boolean;
  /** Gives back what the request asked for but did not use. */
  readonly refund: (points: number) => void;
  readonly drain: () => void;
  readonly status: () => ThrottleStatus;
  readonly setPlan: (plan: Plan) => void;
};

export function createBucket(initialPlan: Plan, now: () => number): Bucket {
  let restoreRate = restoreRates[initialPlan];
  let available = restoreRate * bucketSeconds;
  let countedAt = now();

  function restore(): void {
    const at = now();
    available = Math.min(restoreRate * bucketSeconds, available + (Math.max(0, at - countedAt) / 1000) * restoreRate);
    countedAt = at;
  }

  return {
    take(points) {
      restore();
      if (available < points) return false;
      available -= points;
      return true;
    },
    refund(points) {
      restore();
      available = Math.min(restoreRate * bucketSeconds, available + points);
    },
    drain() {
      restore();
      available = 0;
    },
    status() {
      restore();
      return {
        maximumAvailable: restoreRate * bucketSeconds,
        currentlyAvailable: Math.floor(available),
        restoreRate,
      };
    },
    setPlan(plan) {
      restore();
      restoreRate = restoreRates[plan];
      available = Math.min(available, restoreRate * bucketSeconds);
    },
  };
}
