// Claims an order before it is sent. If several workers try at once, one gets the claim.
import type {ShopDomain} from '#domain/ids.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import {moveOpen} from '../../server/db/orders/dropship-orders.ts';
import {type Claim, claimForPlacing} from '../../server/db/orders/placing.ts';
import {markSent, toShown} from '../../server/db/secrets/sent-marks.ts';
import type {Lane, OpenOrder, PlacingDeps, Ready} from './placing-deps.ts';

/** Longer than the wait for a place (8 s), a request (65 s) and `settlingPauses` (15 s): a sweep races them only if the database hangs. */
export const claimMs = 90_000;

export type Claimed = Claim & {
  /** Whether the order may still be sent. False when the claim is too old or the lane is lost. */
  readonly isInTime: () => boolean;
};

/**
 * Saves `waiting` first if the order had another open state, then claims it. Null when another worker has it, the order or its store order
 * changed meanwhile, another worker took the lane, or the shop's orders may not be sent any more: the app was removed or stopped, sending
 * was paused, or the key was refused.
 */
export async function claimOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {sendable, what}: Ready,
  lane?: Lane,
): Promise<Claimed | null> {
  const {db, now} = deps;
  const isFresh = startToSend(now);
  const isInTime = () => isFresh() && lane?.isHeld() !== false;
  if (order.state !== 'waiting') {
    if (!(await moveOpen(db, order, 'waiting', toReason('ready'), {next_attempt_at: now()}, now()))) return null;
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
    ...markSent(deps.sealer, order, toShown(sendable)),
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
 * A worker can freeze after the claim. Meanwhile a sweep marks the order as unconfirmed, and the merchant may place it again, so the
 * worker must not send it. This limit is far below the claim's 90 s, so the clocks of two processes may differ by a minute.
 * The wait for a place may use 8 s of it, and opening a connection 5 s.
 */
const leavesWithinMs = 15_000;

/** The larger of wall-clock and monotonic time: one survives suspend, the other survives clock changes. */
function startToSend(now: () => Date): () => boolean {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => Math.max(now().getTime() - wall, performance.now() - steady) <= leavesWithinMs;
}
