// First in, first out per shop within this process; a throttled call goes first. A call waits until its cost fits the bucket.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

import {type CostReport, createCostBucket, type Priced} from './cost-bucket.ts';

export type Permit = {release(report: CostReport | null): void};

export type RateLimiter = {
  /** Resolves when the call may be sent; the caller must release every permit. `first` goes before the waiting calls. */
  acquire(call: Priced, how?: {first?: boolean; signal?: AbortSignal | undefined}): Promise<Permit>;
};

type Waiting = {readonly call: Priced; readonly admit: (permit: Permit) => void};

export function createRateLimiter({now, wait}: {now: () => number; wait: (ms: number) => Promise<void>}): RateLimiter {
  const bucket = createCostBucket(now);
  const queue: Waiting[] = [];
  let moving = false;

  /** Admits waiting calls in order, until none waits or the wait is unknown. Each call that ends starts it again. */
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

  function issuePermit(call: Priced): Permit {
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
        const waiting: Waiting = {call, admit};
        signal?.addEventListener('abort', giveUp, {once: true});
        if (first) queue.unshift(waiting);
        else queue.push(waiting);
        void move();
      });
    },
  };
}
