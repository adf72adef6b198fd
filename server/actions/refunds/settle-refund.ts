// Stores what became of a refund to a buyer, with its line in the audit trail.
import type {Kysely} from 'kysely';
import type {AuditAction} from '#domain/activity/audit-actions.ts';
import {moneyText} from '#domain/money.ts';
import {judgeTransactions, type ShownRefund} from '#domain/orders/refunds/judge-refund.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {type RefundEnd, type StoredRefund, settleRefund} from '../../db/orders/buyer-refunds.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';

type SettleDeps = {readonly db: Kysely<Tables>; readonly now: () => Date; readonly log: Log};

/** Stores what became of the refund; a changed state goes into the audit trail. `isStored` false: it is the present one, unchanged. */
export async function settle(
  {db, now, log}: SettleDeps,
  refund: StoredRefund,
  end: RefundEnd,
  actor: string,
): Promise<{readonly isStored: boolean; readonly refund: StoredRefund}> {
  try {
    return await inTransaction(db, async (trx) => {
      const settled = await settleRefund(trx, refund, end, now());
      const {state} = settled.refund;
      if (settled.isStored && settled.before !== state && state !== 'intended') {
        await saveRefundAudit({db: trx, now}, settled.refund, actor, `buyer_refund_${state}`);
      }
      return settled;
    });
  } catch (error) {
    if (!isSecondRefund(error)) throw error;
    log.error(
      {shop: refund.shop, dropshipOrder: refund.dropship_order_id, refund: refund.id, refundGid: end.made?.gid},
      'Shopify made a refund that counted as not made, beside another one',
    );
    return {isStored: false, refund};
  }
}

/** Whether the error is from the unique index `buyer_refunds_one`: a dropship order has one refund that was, or may have been, made. */
const isSecondRefund = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'buyer_refunds_one';

/** A refund that Shopify made: whether the money went is what its transactions say. */
export function toMadeEnd(refund: StoredRefund, {gid, transactions}: ShownRefund, said: string | null): RefundEnd {
  const {state, went, byHand} = judgeTransactions(transactions, refund.line + refund.shipping);
  return {state, said, made: {gid, went, byHand}};
}

export const saveRefundAudit = (
  {db, now}: Pick<SettleDeps, 'db' | 'now'>,
  {shop, dropship_order_id: subject, currency, line, shipping}: StoredRefund,
  actor: string,
  action: AuditAction,
) => saveAudit(db, shop, {actor, action, subject, detail: toAmountsText(currency, line, shipping)}, now());

/** The amounts of a refund in words, for the history of the order. */
function toAmountsText(currency: string, line: number, shipping: number): string {
  const write = (minor: number) => moneyText({minor, currency});
  return `${write(line)} for the article, ${write(shipping)} for shipping`;
}
