// Handles fulfilments of ours that were cancelled in the store: the dropship order stays shipped, and the merchant decides whether its
// fulfilment is made again.
import {countCancelledPieces} from '#domain/orders/plan-shipment.ts';
import type {UnplannedOrder} from '#domain/orders/store-order.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {madeFulfilmentsOf} from '../../server/db/orders/made-fulfilments.ts';
import {saveFulfilmentCancelled} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';

/**
 * Counts the pieces of a shipped dropship order whose fulfilment the merchant or another app cancelled in the store; 0 for any other order.
 */
export function countCancelledByStore(order: UnplannedOrder, sent: StoredDropshipOrder): number {
  if (sent.state !== 'shipped' || sent.fulfil === null) return 0;
  const isFlagged = sent.flags.some(({code}) => code === 'fulfilment_cancelled');
  // Before the shipment is written to the store, pieces without a known fulfilment are simply not fulfilled yet.
  const made = madeFulfilmentsOf(sent);
  return countCancelledPieces(order, sent, made, sent.fulfil === 'done' || isFlagged);
}

/**
 * Saves that fulfilments were cancelled, so that the merchant can try them again. The app does not, because whoever cancelled one may have
 * had a reason.
 */
export async function saveCancelledFulfilments(
  {db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>,
  order: UnplannedOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  for (const sent of ours) {
    const pieces = sent.fulfil === 'done' ? countCancelledByStore(order, sent) : 0;
    if (pieces === 0) continue;
    const of = pieces === sent.quantity ? '' : ` of ${pieces} of the ${sent.quantity} pieces`;
    const reason = `The fulfilment${of} was cancelled in the store.`;
    if (!(await saveFulfilmentCancelled(db, sent, reason, now()))) continue;
    log.warn({shop: sent.shop, dropshipOrder: sent.id, pieces}, 'a fulfilment was cancelled in the store');
  }
}
