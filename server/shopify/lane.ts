// A shop's queue in front of its cost bucket: first come, first served, and nobody leaves before the points are there.
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits

import {type Bucket, spend, waitMs} from '#domain/throttle.ts';

/** What an answer said: points this call needed to be let in, and the bucket afterwards. */
export type CostReport = {readonly requested: number; readonly status: Omit<Bucket, 'asOf'>};

export type Turn = {leave(report: CostReport | null): void};

export type Lane = {
  /** Resolves when the call may be sent; every turn must be left. `first` goes before those who wait. */
  enter(document: string, cost: number, how?: {first?: boolean; signal?: AbortSignal | undefined}): Promise<Turn>;
};

type Waiting = {readonly document: string; readonly cost: number; readonly admit: (turn: Turn) => void};

export function createLane({now, wait}: {now: () => number; wait: (ms: number) => Promise<void>}): Lane {
  const queue: Waiting[] = [];
  /** Points reserved by the calls under way, by the number they left with. */
  const underWay = new Map<number, number>();
  /** How far Shopify's price of a document was above (or below) its estimate, at most. */
  const surcharge = new Map<string, number>();
  let bucket: Bucket | null = null;
  let departures = 0;
  let newestReport = 0;
  let moving = false;

  async function move(): Promise<void> {
    if (moving) return;
    moving = true;
    try {
      for (let head = queue[0]; head !== undefined; head = queue[0]) {
        // The bucket is unknown until the first answer: one call goes ahead and brings the news.
        if (bucket === null && underWay.size > 0) return;
        const ms = bucket === null ? 0 : waitMs(bucket, needOf(head), now());
        if (ms > 0) await wait(ms);
        else if (queue.shift() === head) head.admit(depart(head));
      }
    } finally {
      moving = false;
    }
  }

  function needOf({document, cost}: Waiting): number {
    return Math.ceil(cost * (surcharge.get(document) ?? 1));
  }

  function depart(waiting: Waiting): Turn {
    const need = needOf(waiting);
    departures += 1;
    const departure = departures;
    underWay.set(departure, need);
    if (bucket !== null) bucket = spend(bucket, need, now());
    return {
      leave(report) {
        if (!underWay.delete(departure)) return;
        if (report !== null) note(report, departure, waiting);
        void move();
      },
    };
  }

  /**
   * Calls under way may or may not be in the reported level already; counting them once more errs on the safe side and
   * costs no throughput, since the bucket refills all the same. A report older than one already seen is not used.
   */
  function note({requested, status}: CostReport, departure: number, {document, cost}: Waiting): void {
    surcharge.set(document, Math.max(surcharge.get(document) ?? 0, requested / cost));
    if (departure < newestReport) return;
    newestReport = departure;
    const reserved = [...underWay.values()].reduce((sum, need) => sum + need, 0);
    bucket = {...status, currentlyAvailable: status.currentlyAvailable - reserved, asOf: now()};
  }

  return {
    enter(document, cost, {first = false, signal} = {}) {
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        const waiting: Waiting = {
          document,
          cost,
          admit: (turn) => {
            signal?.removeEventListener('abort', giveUp);
            resolve(turn);
          },
        };
        signal?.addEventListener('abort', giveUp, {once: true});
        if (first) queue.unshift(waiting);
        else queue.push(waiting);
        void move();
      });
    },
  };
}
