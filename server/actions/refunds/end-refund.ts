// Ends a refund of which Shopify does nothing more: the merchant has paid the buyer in another way, or settled it with them.
import {inTransaction} from '../../db/connection/transaction.ts';
import {endRefund, loadLastRefund} from '../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import type {RefundDeps, RefundOutcome} from './refund-request.ts';
import {saveRefundAudit} from './settle-refund.ts';

/** Stores that the merchant has done what was open of the order's last refund. One that is ended already stays as it is. */
export async function endLastRefund(
  {db, now}: Pick<RefundDeps, 'db' | 'now'>,
  order: StoredDropshipOrder,
  actor: string,
): Promise<RefundOutcome> {
  const last = await loadLastRefund(db, order.shop, order.id);
  if (last === null) return {kind: 'none'};
  if (last.ended_at !== null) return {kind: 'done', refund: last};
  return inTransaction(db, async (trx): Promise<RefundOutcome> => {
    const ended = await endRefund(trx, last, now());
    if (ended === null) return {kind: 'another'};
    await saveRefundAudit({db: trx, now}, ended, actor, 'buyer_refund_ended');
    return {kind: 'done', refund: ended};
  });
}
