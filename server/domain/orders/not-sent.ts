// The decision not to send a line of a store order, or not yet.
import type {MerchantOverrides} from '#domain/orders/merchant-overrides.ts';
import {type FixedReason, toFixedReason} from '#domain/orders/reason-texts.ts';
import type {OverrulableCode, Reason} from '#domain/orders/reasons.ts';

/** Why a line is not sent, and in which state its order waits. */
export type NotSent = {
  /** The state that the dropship order gets. */
  readonly kind: 'waiting' | 'needs_details' | 'blocked' | 'held' | 'cancelled';
  readonly reason: Reason;
  /** Further reasons that the text names. Approving `reason` approves them too. */
  readonly covers?: readonly OverrulableCode[];
  /** Euro cents: the price per piece at which the order is held; left out: it is not held for what it costs. */
  readonly price?: number;
  /** Euro cents: the shipping fee at which the order is held. */
  readonly fee?: number;
};

/** The decision not to send, for a reason or for the code of a fixed one. */
export function toNotSent(kind: NotSent['kind'], reason: FixedReason | Reason): NotSent {
  return {kind, reason: typeof reason === 'string' ? toFixedReason(reason) : reason};
}

/** The decision not to send for this reason; null if the merchant has overruled it. */
export function notSentUnlessApproved(
  overrides: MerchantOverrides,
  kind: 'waiting' | 'held',
  reason: Extract<FixedReason, OverrulableCode> | (Reason & {readonly code: OverrulableCode}),
): NotSent | null {
  const code = typeof reason === 'string' ? reason : reason.code;
  return overrides.approved.includes(code) ? null : toNotSent(kind, reason);
}
