// First in, first out per shop within this process; a throttled call goes first. A call waits until its cost fits the bucket.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

import {type CostReport, createCostBucket, type Priced} from './cost-bucket.ts';

export type Turn = {leave(report: CostReport | null): void};

export type RateLimiter = {
  /** Resolves when the call may be sent; the caller must leave every turn. `first` goes before the waiting calls. */
  enter(call: Priced, how?: {first?: boolean; signal?: AbortSignal | undefined}): Promise<Turn>;
};

type Waiting = {readonly call: Priced; readonly admit: (turn: Turn) => void};

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
          head.admit(depart(head.call));
        }
      }
    } finally {
      moving = false;
    }
  }

  function depart(call: Priced): Turn {
    const departure = bucket.reserve(call);
    return {
      leave(report) {
        bucket.settle(departure, report);
        void move();
      },
    };
  }

  return {
    enter(call, {first = false, signal} = {}) {
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        const admit = (turn: Turn) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(turn);
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
