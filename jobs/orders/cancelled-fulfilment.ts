// A fulfilment of ours that was cancelled in the store: the dropship order stays shipped, and its fulfilment waits for the
// merchant, who has it made again or agrees with the buyer on something else.
import {countCancelled} from '#domain/orders/plan-shipment.ts';
import type {UnplannedOrder} from '#domain/orders/store-order.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {fulfilmentsOf, saveFulfilmentCancelled} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';

/** Pieces shipped by the supplier whose fulfilment the merchant, or another app, cancelled in the store. */
export function cancelledPieces(order: UnplannedOrder, sent: StoredDropshipOrder): number {
  if (sent.state !== 'shipped' || sent.fulfil === null) return 0;
  const isFlagged = sent.flags.some(({code}) => code === 'fulfilment_cancelled');
  // Before the shipment is written to the store, pieces without a known fulfilment are simply not fulfilled yet.
  const made = fulfilmentsOf(sent);
  return countCancelled(order, sent, made, sent.fulfil === 'done' || isFlagged);
}

/** "Try the fulfilment again" becomes possible. The app does not do that by itself: whoever cancelled it may have had a reason. */
export async function noticeCancelled(
  {db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>,
  order: UnplannedOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  for (const sent of ours) {
    const pieces = sent.fulfil === 'done' ? cancelledPieces(order, sent) : 0;
    if (pieces === 0) continue;
    const of = pieces === sent.quantity ? '' : ` of ${pieces} of the ${sent.quantity} pieces`;
    const reason = `The fulfilment${of} was cancelled in the store.`;
    if (!(await saveFulfilmentCancelled(db, sent, reason, now()))) continue;
    log.warn({shop: sent.shop, dropshipOrder: sent.id, pieces}, 'a fulfilment was cancelled in the store');
  }
}
