// The known state of a shop's cost bucket, and the points reserved by calls under way.

import {type BucketState, notInFuture, spendPoints, waitMs} from '#domain/throttle.ts';

/** What an answer of Shopify states: the points that the call cost, and the bucket's level afterwards. */
export type CostReport = {readonly requested: number; readonly status: Omit<BucketState, 'asOf'>};

/** A call's document, and its estimated points. */
export type PricedCall = {readonly document: string; readonly cost: number};

/** The points of one shop, as far as this process knows them. */
export type CostBucket = {
  /** Milliseconds until enough points are available; null while the level is unknown and another call's answer will state it. */
  waitFor(call: PricedCall): number | null;
  /** Reserves the points; returns the reservation's number. */
  reserve(call: PricedCall): number;
  /** Ends a reservation, with what the answer stated about points, if there was one. */
  settle(reservation: number, report: CostReport | null): void;
};

/** Creates the bucket of one shop; its level is unknown until the first answer. @param now milliseconds. */
export function createCostBucket(now: () => number): CostBucket {
  const underWay = new Map<number, PricedCall & {readonly need: number}>();
  /** By document: the largest ratio seen of Shopify's price to the estimate. */
  const surcharge = new Map<string, number>();
  let bucket: BucketState | null = null;
  let lastReservation = 0;
  let newestReport = 0;

  const needOf = ({document, cost}: PricedCall) => Math.ceil(cost * (surcharge.get(document) ?? 1));

  return {
    waitFor(call) {
      // The bucket is unknown until the first answer, so one call goes first.
      if (bucket === null) return underWay.size > 0 ? null : 0;
      const at = now();
      bucket = notInFuture(bucket, at);
      return waitMs(bucket, needOf(call), at);
    },
    reserve(call) {
      const need = needOf(call);
      lastReservation += 1;
      underWay.set(lastReservation, {...call, need});
      if (bucket !== null) bucket = spendPoints(bucket, need, now());
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
 * Points of a GraphQL connection: they grow with the logarithm of its page size. shopify.dev only says "sized by first and last"; the
 * formula is from https://community.shopify.dev/t/24364. An error is harmless: the limiter learns the real cost from the answers.
 */
export function connectionPoints(size: number, node: number): number {
  return 2 + Math.floor(2 * Math.log(Math.max(2, size))) * node;
}
