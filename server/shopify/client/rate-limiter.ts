// Sends the calls of one shop in the order they came, each once its cost fits the bucket. A call that Shopify throttled goes first.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

import {type CostReport, createCostBucket, type PricedCall} from './cost-bucket.ts';

/** Allows one call to be sent. Release it when the call has ended, with what its answer stated about points. */
export type Permit = {release(report: CostReport | null): void};

/** Decides when each call of one shop is sent. */
export type RateLimiter = {
  /** Resolves when the call may be sent; the caller must release every permit. `first` goes before the waiting calls. */
  acquire(call: PricedCall, how?: {first?: boolean; signal?: AbortSignal | undefined}): Promise<Permit>;
};

/** A call that waits for points, and what lets it go. */
type WaitingCall = {readonly call: PricedCall; readonly admit: (permit: Permit) => void};

/** Creates the limiter of one shop. */
export function createRateLimiter({now, wait}: {now: () => number; wait: (ms: number) => Promise<void>}): RateLimiter {
  const bucket = createCostBucket(now);
  const queue: WaitingCall[] = [];
  let moving = false;

  /** Admits waiting calls in order, until none waits or the waiting time is unknown. Each call that ends runs this again. */
  async function move(): Promise<void> {
    if (moving) return;
    moving = true;
    try {
      for (let head = queue[0]; head !== undefined; head = queue[0]) {
        const ms = bucket.waitFor(head.call);
        if (ms === null) return;
        if (ms > 0) await wait(ms);
        else {
          queue.shift();
          head.admit(issuePermit(head.call));
        }
      }
    } finally {
      moving = false;
    }
  }

  function issuePermit(call: PricedCall): Permit {
    const reservation = bucket.reserve(call);
    return {
      release(report) {
        bucket.settle(reservation, report);
        void move();
      },
    };
  }

  return {
    acquire(call, {first = false, signal} = {}) {
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        const admit = (permit: Permit) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(permit);
        };
        const waiting: WaitingCall = {call, admit};
        signal?.addEventListener('abort', giveUp, {once: true});
        if (first) queue.unshift(waiting);
        else queue.push(waiting);
        void move();
      });
    },
  };
}
