// Claims an order before it is sent: of all workers that look at it at once, one gets the claim.
import type {ShopDomain} from '#domain/ids.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import {moveOpen} from '../../server/db/orders/dropship-orders.ts';
import {type Claim, claimForPlacing} from '../../server/db/orders/placing.ts';
import {markAddress} from '../../server/db/secrets/address-mark.ts';
import type {OpenOrder, PlacingDeps, Ready} from './placing-deps.ts';

/** Outlives the request's own deadline of 65 s and the tries to write its outcome down, so that no sweep races a living request. */
export const claimMs = 90_000;

export type Claimed = Claim & {
  /** Whether it may leave still: a claim that lies too long is not sent on. */
  readonly isInTime: () => boolean;
};

/** `waiting` first where it was held or blocked before, then the claim; null when another worker has it, or a webhook about it came since. */
export async function claimOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {candidate, what}: Ready,
): Promise<Claimed | null> {
  const {db, now} = deps;
  const isInTime = startToSend(now);
  if (order.state !== 'waiting') {
    if (!(await moveOpen(db, order, 'waiting', toReason('ready'), {next_attempt_at: now()}, now()))) return null;
  }
  const facts = {
    colour: what.colour || null,
    size: what.size || null,
    words: JSON.stringify(what.words),
    quantity: candidate.quantity,
    wanted: candidate.wanted,
    country: candidate.country,
    province: candidate.province,
    address_mark: markAddress(deps.sealer, order, candidate.address),
    zone: candidate.zone,
    warning: candidate.warning,
    price: what.price,
    fee: what.fee,
  };
  const claim = await claimForPlacing(
    db,
    {shop, id: order.id, revision: order.revision},
    deps.newId(),
    facts,
    now(),
    claimMs,
  );
  return claim && {...claim, isInTime};
}

/**
 * A worker that was frozen after the claim must not send what a sweep has called unconfirmed since, and a person perhaps placed
 * again. Far less than the 90 s of a claim, whoever's clock they are counted by; a connection may take 5 s of it.
 */
const leavesWithinMs = 15_000;

/** The larger of wall-clock and monotonic time: one survives suspend, the other survives clock changes. */
function startToSend(now: () => Date): () => boolean {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => Math.max(now().getTime() - wall, performance.now() - steady) <= leavesWithinMs;
}
