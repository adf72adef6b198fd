// Sends a refund whose outcome is unknown once more, with the same key and input.
import {inTransaction} from '../../db/connection/transaction.ts';
import {claimRefund, lockRefundable, type StoredRefund} from '../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import {lookForRefund} from './look-for-refund.ts';
import type {RefundDeps, RefundOutcome, RefundUser} from './refund-request.ts';
import {sendCommitted} from './send-refund.ts';
import {saveRefundAudit} from './settle-refund.ts';

/**
 * The order's refunds are read first: where it is among them, or where something else was refunded meanwhile, nothing is sent. Nor is it
 * where the order was placed again or closed meanwhile.
 */
export async function refundAgain(
  deps: RefundDeps,
  order: StoredDropshipOrder,
  user: RefundUser,
): Promise<RefundOutcome> {
  const looked = await lookForRefund(deps, order, user.actor, false);
  if (looked.kind !== 'done' || !looked.isAbsent) return looked;
  const claimed = await claimAgain(deps, looked.refund, user.actor);
  return claimed === 'not_now' || claimed === 'another'
    ? {kind: claimed}
    : sendCommitted(deps, order, user, claimed, looked.refund.sent_at);
}

const claimAgain = (
  {db, now}: RefundDeps,
  refund: StoredRefund,
  actor: string,
): Promise<StoredRefund | 'not_now' | 'another'> =>
  inTransaction(db, async (trx) => {
    if (!(await lockRefundable(trx, refund))) return 'not_now';
    const claimed = await claimRefund(trx, refund, now());
    if (claimed === null) return 'another';
    await saveRefundAudit({db: trx, now}, claimed, actor, 'buyer_refund_again');
    return claimed;
  });
