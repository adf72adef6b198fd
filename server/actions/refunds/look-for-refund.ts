// Asks Shopify what became of a refund, by the notes of the order's refunds, and stores it.
import {findByKey, judgeReading, type ShownRefund} from '#domain/orders/refunds/judge-refund.ts';
import {
  allowsAnotherRefund,
  isBeingSent,
  isOutcomeOpen,
  loadLastRefund,
  loadNotMadeRefunds,
  type RefundEnd,
  type StoredRefund,
} from '../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import {fetchOrderRefunds} from '../../shopify/orders/refunds.ts';
import type {RefundDeps, RefundOutcome} from './refund-request.ts';
import {settle, toMadeEnd} from './settle-refund.ts';

/**
 * Looks for the order's last refund. `isAbsent`: Shopify does not show it, and it may be sent again as it is returned.
 * @param mayGiveUp whether one counts as not made that is absent when it cannot appear any more; else it stays unknown.
 */
export async function lookForRefund(
  deps: RefundDeps,
  order: StoredDropshipOrder,
  actor: string,
  mayGiveUp: boolean,
): Promise<Exclude<RefundOutcome, {kind: 'done'}> | {kind: 'done'; refund: StoredRefund; isAbsent: boolean}> {
  const refund = await loadLastRefund(deps.db, order.shop, order.id);
  if (refund === null) return {kind: 'none'};
  if (isBeingSent(refund, deps.now())) return {kind: 'another'};
  const reading = await fetchOrderRefunds(deps.admin, order.shop, order.order_gid, order.line_gid);
  if (reading === null) return {kind: 'unreadable'};
  if (allowsAnotherRefund(refund)) {
    const made = await settleFoundAfterAll(deps, order, reading.refunds, actor);
    return {kind: 'done', refund: made ?? refund, isAbsent: false};
  }
  const before = {count: refund.refunds_before, total: refund.refunded_before};
  const ageMs = deps.now().getTime() - refund.sent_at.getTime();
  const found = judgeReading(reading, {key: refund.id, before, ageMs});
  const isOpen = isOutcomeOpen(refund);
  if (found.kind !== 'found' && !isOpen) return {kind: 'done', refund, isAbsent: false};
  const end =
    found.kind === 'found'
      ? toMadeEnd(refund, found.refund, isOpen ? null : refund.said)
      : toMissingEnd(found, mayGiveUp);
  const settled = await settle(deps, refund, end, actor);
  const isAbsent = found.kind === 'absent' && settled.isStored && settled.refund.state === 'unknown';
  return {kind: 'done', refund: settled.refund, isAbsent};
}

/** Finds a refund of the order that counts as not made among those that Shopify shows, and stores that it was made; null: none. */
export async function settleFoundAfterAll(
  deps: RefundDeps,
  {shop, id}: StoredDropshipOrder,
  shown: readonly ShownRefund[],
  actor: string,
): Promise<StoredRefund | null> {
  for (const refund of await loadNotMadeRefunds(deps.db, shop, id)) {
    const found = findByKey(shown, refund.id);
    if (found !== undefined) return (await settle(deps, refund, toMadeEnd(refund, found, null), actor)).refund;
  }
  return null;
}

/** An unknown outcome after a reading that does not show the refund. */
function toMissingEnd({kind, isOver}: {kind: 'absent' | 'other'; isOver: boolean}, mayGiveUp: boolean): RefundEnd {
  const isGivenUp = isOver && (kind === 'other' || mayGiveUp);
  return {state: isGivenUp ? 'not_made' : 'unknown', said: missingTexts[kind][isGivenUp ? 'over' : 'open'], made: null};
}

const missingTexts = {
  absent: {
    open: 'Shopify shows no such refund of the order, so it was most likely not made. Ask again ten minutes after it was sent.',
    over: 'Shopify shows no such refund of the order, more than ten minutes after it was sent.',
  },
  other: {
    open: 'Shopify shows another refund of the order, and not this one yet. Ask again ten minutes after this one was sent.',
    over: 'Another refund of the order came meanwhile, and this one is not shown more than ten minutes after it was sent.',
  },
} as const;
