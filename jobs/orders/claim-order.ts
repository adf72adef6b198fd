// Claims a dropship order before it is sent. If several workers try at once, one gets the claim.
import type {ShopDomain} from '#domain/ids.ts';
import {toFixedReason} from '#domain/orders/reason-texts.ts';
import {moveOpenOrder} from '../../server/db/orders/dropship-orders.ts';
import {claimForPlacing, type PlacingClaim} from '../../server/db/orders/placing.ts';
import {createSentMarks, toShownBuyer} from '../../server/db/secrets/sent-marks.ts';
import type {Lane, OpenOrder, PlacingDeps, ReadyToSend} from './placing-deps.ts';

/**
 * Milliseconds for which a claim is valid: longer than the wait for a place (8 s), the request (65 s) and `settlementPausesMs` (15 s)
 * together, so a claim expires before its outcome is stored only if the database hangs.
 */
export const claimMs = 90_000;

/** The right to send one dropship order once, for a limited time. */
export type TimedClaim = PlacingClaim & {
  /** Whether the order may still be sent; false once the claim is too old or the lane is lost. */
  readonly isInTime: () => boolean;
};

/**
 * Claims the order, after saving `waiting` if it had another open state. Null if another worker has it or the lane, the order or its store
 * order changed meanwhile, or the shop may not send any more: the app was removed or stopped, sending was paused, or the key was refused.
 */
export async function claimOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {sendable, what}: ReadyToSend,
  lane?: Lane,
): Promise<TimedClaim | null> {
  const {db, now} = deps;
  const isFresh = startSendTimer(now);
  const isInTime = () => isFresh() && lane?.isHeld() !== false;
  if (order.state !== 'waiting') {
    if (!(await moveOpenOrder(db, order, 'waiting', toFixedReason('ready'), {next_attempt_at: now()}, now())))
      return null;
  }
  const facts = {
    colour: what.colour || null,
    size: what.size || null,
    words: JSON.stringify(what.words),
    quantity: sendable.quantity,
    wanted: sendable.wanted,
    scheduled: sendable.scheduled,
    country: sendable.country,
    province: sendable.province,
    zone: sendable.zone,
    warning: sendable.warning,
    price: what.price,
    fee: what.fee,
    ...createSentMarks(deps.sealer, order, toShownBuyer(sendable)),
  };
  const claim = await claimForPlacing(
    db,
    {shop, id: order.id, revision: order.revision, laneToken: lane?.token},
    deps.newId(),
    facts,
    now(),
    claimMs,
  );
  return claim && {...claim, isInTime};
}

/**
 * Milliseconds from the claim to the first byte. A worker that freezes longer must not send the order, because a sweep may have marked it
 * as unconfirmed, and the merchant may have placed it again. Far below the claim's 90 s, so that the clocks of two processes may differ by
 * a minute. The wait for a place may use 8 s, and opening a connection 5 s.
 */
const sendWithinMs = 15_000;

/**
 * Starts the time limit `sendWithinMs`. Returns a function that says whether it is not over yet, by wall clock and by monotonic clock,
 * because either alone can be wrong.
 */
function startSendTimer(now: () => Date): () => boolean {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => Math.max(now().getTime() - wall, performance.now() - steady) <= sendWithinMs;
}
