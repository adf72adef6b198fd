// The known state of a shop's cost bucket, and the points reserved by calls under way.

import {type Bucket, notAhead, spend, waitMs} from '#domain/throttle.ts';

/** From an answer: the points required for the call, and the bucket afterwards. */
export type CostReport = {readonly requested: number; readonly status: Omit<Bucket, 'asOf'>};

/** A call's document and its estimated points. */
export type Priced = {readonly document: string; readonly cost: number};

export type CostBucket = {
  /** Milliseconds until enough points are available; null while the level is unknown and another call's answer will state it. */
  waitFor(call: Priced): number | null;
  /** Reserves the points; returns the reservation's number. */
  reserve(call: Priced): number;
  /** Ends a reservation, with the answer's report if there was one. */
  settle(reservation: number, report: CostReport | null): void;
};

export function createCostBucket(now: () => number): CostBucket {
  const underWay = new Map<number, Priced & {readonly need: number}>();
  /** By document: the largest ratio seen of Shopify's price to the estimate. */
  const surcharge = new Map<string, number>();
  let bucket: Bucket | null = null;
  let lastReservation = 0;
  let newestReport = 0;

  const needOf = ({document, cost}: Priced) => Math.ceil(cost * (surcharge.get(document) ?? 1));

  return {
    waitFor(call) {
      // The bucket is unknown until the first answer, so one call goes first.
      if (bucket === null) return underWay.size > 0 ? null : 0;
      const at = now();
      bucket = notAhead(bucket, at);
      return waitMs(bucket, needOf(call), at);
    },
    reserve(call) {
      const need = needOf(call);
      lastReservation += 1;
      underWay.set(lastReservation, {...call, need});
      if (bucket !== null) bucket = spend(bucket, need, now());
      return lastReservation;
    },
    /**
     * The reported level may already include calls under way. Subtracting them again is safe and costs no throughput, since the bucket
     * refills anyway. The level is ignored if the call was reserved before the call whose level was used last.
     */
    settle(reservation, report) {
      const call = underWay.get(reservation);
      if (call === undefined) return;
      underWay.delete(reservation);
      if (report === null) return;
      surcharge.set(call.document, Math.max(surcharge.get(call.document) ?? 0, report.requested / call.cost));
      if (reservation < newestReport) return;
      newestReport = reservation;
      const reserved = [...underWay.values()].reduce((sum, {need}) => sum + need, 0);
      bucket = {...report.status, currentlyAvailable: report.status.currentlyAvailable - reserved, asOf: now()};
    },
  };
}

/**
 * Points of a connection: they grow with the logarithm of its page size. shopify.dev only says "sized by first and last"; the formula is
 * from https://community.shopify.dev/t/24364. An error is harmless: the limiter learns the real cost from the answers.
 */
export function connectionPoints(size: number, node: number): number {
  return 2 + Math.floor(2 * Math.log(Math.max(2, size))) * node;
}
