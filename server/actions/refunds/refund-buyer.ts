// Pays a line back to the buyer through Shopify. The intent with its key, amounts and whole input is committed before Shopify is
// asked, and another one only where Shopify shows none of those that counted as not made.
import {toRefundNote} from '#domain/orders/refunds/judge-refund.ts';
import {isNotSupplied, planRefund} from '#domain/orders/refunds/plan-refund.ts';
import {toRefundInput} from '#domain/orders/refunds/refund-input.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {
  allowsAnotherRefund,
  loadLastRefund,
  lockRefundable,
  type NewRefund,
  type StoredRefund,
  saveRefundIntent,
} from '../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import {settleFoundAfterAll} from './look-for-refund.ts';
import {loadRefundOffer} from './offer-refund.ts';
import type {ChosenRefund, RefundDeps, RefundOutcome, RefundUser} from './refund-request.ts';
import {sendCommitted} from './send-refund.ts';
import {saveRefundAudit} from './settle-refund.ts';

/** Commits the refund, sends it with the user's own token, and stores what became of it. */
export async function refundBuyer(
  deps: RefundDeps,
  order: StoredDropshipOrder,
  user: RefundUser,
  chosen: ChosenRefund,
): Promise<RefundOutcome> {
  if (!isNotSupplied(order)) return {kind: 'not_now'};
  if (!allowsAnotherRefund(await loadLastRefund(deps.db, order.shop, order.id))) return {kind: 'another'};
  const offer = await loadRefundOffer(deps.admin, order);
  if (offer.kind !== 'offer') return offer;
  if ((await settleFoundAfterAll(deps, order, offer.before.refunds, user.actor)) !== null) return {kind: 'another'};
  const planned = planRefund(offer.suggested, chosen);
  if (planned.kind !== 'plan') return {kind: planned.kind};
  const id = deps.newId();
  const {before, suggested} = offer;
  const note = toRefundNote(order.reference, id);
  const {notify} = chosen;
  const facts = {order: order.order_gid, line: order.line_gid, storeCurrency: before.storeCurrency, note, notify};
  const refund: NewRefund = {
    id,
    shop: order.shop,
    dropship_order_id: order.id,
    input: toRefundInput(facts, suggested, planned.plan),
    currency: suggested.currency,
    line: chosen.line,
    shipping: chosen.shipping,
    refunds_before: before.refunds.length,
    refunded_before: before.total,
    actor: user.actor,
  };
  const intent = await commitIntent(deps, refund);
  return intent === 'not_now' || intent === 'another' ? {kind: intent} : sendCommitted(deps, order, user, intent, null);
}

/** Commits the intent with its line in the audit trail, if the order, now locked, may still be paid back. */
async function commitIntent(deps: RefundDeps, refund: NewRefund): Promise<StoredRefund | 'not_now' | 'another'> {
  const {db, now} = deps;
  return inTransaction(db, async (trx) => {
    if (!(await lockRefundable(trx, refund))) return 'not_now';
    const saved = await saveRefundIntent(trx, refund, now());
    if (saved === null) return 'another';
    await saveRefundAudit({db: trx, now}, saved, refund.actor, 'buyer_refund_asked');
    return saved;
  });
}
