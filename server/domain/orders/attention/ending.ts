// The one thing to do about an unpaid order whose store order changed after it was sent: to close it without paying, or to have the
// supplier send what is wanted now in its place. The supplier changes no order, so a new one takes its place. Once the order is paid,
// only the supplier can help.
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {FlagCode, PlannedFlag} from '#domain/orders/flags.ts';

/** What changed in the store, so that another order should take this one's place. */
export const replaceReasons = ['pieces', 'address', 'buyer'] as const;

/** What to do about an unpaid order: close it without paying, or replace it by what is wanted now. */
export type Ending =
  | {readonly kind: 'close'}
  /** To close it if it was not paid, which only the merchant knows. */
  | {readonly kind: 'close_unpaid'}
  /** `pieces`: how many the buyer wants now; null: not known. */
  | {readonly kind: 'replace'; readonly because: (typeof replaceReasons)[number]; readonly pieces: number | null};

/** Flags after which nothing of the order is wanted. */
const overFlags = ['order_deleted', 'order_cancelled', 'order_refunded', 'line_removed', 'request_cancelled'] as const;

/**
 * What to do about the order after its store order changed, or when it is unpaid for long; null: nothing asks for an ending, or the order is
 * not waiting for its payment.
 */
export function findEnding({
  state,
  flags,
}: {
  readonly state: DropshipState;
  readonly flags: readonly PlannedFlag[];
}): Ending | null {
  if (state !== 'awaiting_payment') return null;
  const flagged = (...codes: readonly FlagCode[]) => flags.find(({code}) => codes.includes(code));
  if (flagged(...overFlags) !== undefined) {
    return {kind: 'close'};
  }
  const changed = flagged('quantity_lowered', 'quantity_raised');
  if (changed?.wanted === 0) return {kind: 'close'};
  if (changed !== undefined) return {kind: 'replace', because: 'pieces', pieces: changed.wanted ?? null};
  if (flagged('destination_changed') !== undefined) return {kind: 'replace', because: 'address', pieces: null};
  if (flagged('buyer_changed') !== undefined) return {kind: 'replace', because: 'buyer', pieces: null};
  return flagged('unpaid_long') === undefined ? null : {kind: 'close_unpaid'};
}
