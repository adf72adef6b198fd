// What is known of a shop's cost bucket, and what the calls under way have reserved of it.

import {type Bucket, notAhead, spend, waitMs} from '#domain/throttle.ts';

/** What an answer said: points the call needed to be let in, and the bucket afterwards. */
export type CostReport = {readonly requested: number; readonly status: Omit<Bucket, 'asOf'>};

/** A call's document and its estimated points. */
export type Priced = {readonly document: string; readonly cost: number};

export type CostBucket = {
  /** Milliseconds until the points are there; null while the level is unknown and the answer of another call will tell it. */
  waitFor(call: Priced): number | null;
  /** Takes the points; the number names the reservation. */
  reserve(call: Priced): number;
  /** Ends a reservation, with what the answer said where there was one. */
  settle(departure: number, report: CostReport | null): void;
};

export function createCostBucket(now: () => number): CostBucket {
  const underWay = new Map<number, Priced & {readonly need: number}>();
  /** How far Shopify's price of a document was above (or below) its estimate, at most. */
  const surcharge = new Map<string, number>();
  let bucket: Bucket | null = null;
  let departures = 0;
  let newestReport = 0;

  const needOf = ({document, cost}: Priced) => Math.ceil(cost * (surcharge.get(document) ?? 1));

  return {
    waitFor(call) {
      // The bucket is unknown until the first answer: one call goes ahead.
      if (bucket === null) return underWay.size > 0 ? null : 0;
      const at = now();
      bucket = notAhead(bucket, at);
      return waitMs(bucket, needOf(call), at);
    },
    reserve(call) {
      const need = needOf(call);
      departures += 1;
      underWay.set(departures, {...call, need});
      if (bucket !== null) bucket = spend(bucket, need, now());
      return departures;
    },
    /**
     * Calls under way may or may not be in the reported level already; counting them once more errs on the safe side
     * and costs no throughput, since the bucket refills all the same. A report older than one already seen is not used.
     */
    settle(departure, report) {
      const call = underWay.get(departure);
      if (call === undefined) return;
      underWay.delete(departure);
      if (report === null) return;
      surcharge.set(call.document, Math.max(surcharge.get(call.document) ?? 0, report.requested / call.cost));
      if (departure < newestReport) return;
      newestReport = departure;
      const reserved = [...underWay.values()].reduce((sum, {need}) => sum + need, 0);
      bucket = {...report.status, currentlyAvailable: report.status.currentlyAvailable - reserved, asOf: now()};
    },
  };
}

/**
 * Points of a connection: its page size counts by its logarithm, times one node. shopify.dev only says "sized by first and last"; the
 * formula is https://community.shopify.dev/t/24364. Being wrong is harmless: every answer says what a document really costs.
 */
export function connection(size: number, node: number): number {
  return 2 + Math.floor(2 * Math.log(Math.max(2, size))) * node;
}
