// Why a line of a store order is not sent, or not yet.
import type {MerchantOverrides} from '#domain/orders/merchant-overrides.ts';
import {type FixedReason, toReason} from '#domain/orders/reason-texts.ts';
import type {Overrulable, Reason} from '#domain/orders/reasons.ts';

export type NotSent = {
  readonly kind: 'waiting' | 'needs_details' | 'blocked' | 'held' | 'cancelled';
  readonly reason: Reason;
  /** Further reasons named in the text: approving this one covers them too. */
  readonly covers?: readonly Overrulable[];
  /** Cents: the price per piece and the fee it is held for. */
  readonly price?: number;
  readonly fee?: number;
};

export function not(kind: NotSent['kind'], reason: FixedReason | Reason): NotSent {
  return {kind, reason: typeof reason === 'string' ? toReason(reason) : reason};
}

/** Null if the merchant has overruled the reason. */
export function unless(
  overrides: MerchantOverrides,
  kind: 'waiting' | 'held',
  reason: Extract<FixedReason, Overrulable> | (Reason & {readonly code: Overrulable}),
): NotSent | null {
  const code = typeof reason === 'string' ? reason : reason.code;
  return overrides.approved.includes(code) ? null : not(kind, reason);
}
