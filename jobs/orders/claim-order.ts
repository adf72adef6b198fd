// The one door to sending: of all who may look at an order at once, one gets through.
import type {ShopDomain} from '#domain/ids.ts';
import {markAddress} from '../../server/db/address-mark.ts';
import {moveOpen} from '../../server/db/dropship-orders.ts';
import {type Claim, claimForPlacing} from '../../server/db/placing.ts';
import type {OpenOrder, PlacingDeps, Ready} from './placing-deps.ts';
import {startToSend} from './send-in-time.ts';

/** Outlives the request's own deadline of 65 s and the tries to write its outcome down, so that no sweep races a living request. */
export const claimMs = 90_000;

export type Claimed = Claim & {
  /** Whether it may leave still: a claim that lies too long is not sent on. */
  readonly isInTime: () => boolean;
};

/** `waiting` first where it was held or blocked before, then the claim; null when somebody else has it, or word came since. */
export async function claimOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {candidate, what}: Ready,
): Promise<Claimed | null> {
  const {db, now} = deps;
  const isInTime = startToSend(now);
  if (order.state !== 'waiting') {
    const freed = {code: 'ready', text: 'Ready to be sent.'};
    if (!(await moveOpen(db, order, 'waiting', freed, {next_attempt_at: now()}, now()))) return null;
  }
  const facts = {
    colour: what.colour || null,
    size: what.size || null,
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
  const claim = await claimForPlacing(db, {shop, id: order.id, told: order.told}, deps.newId(), facts, now(), claimMs);
  return claim && {...claim, isInTime};
}
