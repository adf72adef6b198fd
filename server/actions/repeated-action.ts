// A repeated action with other facts than before. New facts are added; tracking data replaces the former; a contradiction is refused.
import type {Updateable} from 'kysely';
import type {StoredDropshipOrder} from '../db/orders/dropship-orders.ts';
import type {DropshipOrdersTable} from '../db/tables/order-tables.ts';

export type ActionConflict = {
  readonly kind: 'conflict';
  /** `shipment_at_once`: the former shipment is being written to the store right now. `shipment_in_store`: only the store can change it. */
  readonly why:
    | 'shipment_at_once'
    | 'shipment_in_store'
    | 'other_ref'
    // The buyer asked to be erased, so no tracking is stored.
    | 'buyer_erased'
    // Several orders are marked as paid at once, and one of them must not be paid.
    | 'do_not_pay'
    // These two: details cannot be remembered for the article.
    | 'nothing_to_remember'
    | 'too_many_answers';
};

/** Null: the repetition adds nothing. */
export type Again =
  | {readonly kind: 'added'; readonly action: string; readonly change: Updateable<DropshipOrdersTable>}
  | ActionConflict
  | null;

export type Shipment = {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** Whether Shopify writes to the buyer. */
  readonly notifyBuyer: boolean;
};

/** Why this shipment cannot be stored with the order; null: it can. */
export function refuseTracking(
  {buyer_erased_at: erasedAt}: Pick<StoredDropshipOrder, 'buyer_erased_at'>,
  {trackingNumber, trackingUrl}: Shipment,
): ActionConflict | null {
  return erasedAt !== null && (trackingNumber ?? trackingUrl) !== null ? {kind: 'conflict', why: 'buyer_erased'} : null;
}

/** The shipment replaces the former one as a whole, and is written to the store again. */
export function shippedAgain(order: StoredDropshipOrder, shipment: Shipment, now: Date): Again {
  const {carrier, trackingNumber, trackingUrl} = shipment;
  if (carrier === null && trackingNumber === null && trackingUrl === null) return null;
  const refused = refuseTracking(order, shipment);
  if (refused !== null) return refused;
  const same = carrier === order.carrier && trackingNumber === order.tracking_number;
  if (same && trackingUrl === order.tracking_url) return null;
  if (order.fulfil === 'sending') return {kind: 'conflict', why: 'shipment_at_once'};
  // An unknown fulfilment fulfilled it in the store: the merchant's own, or one whose answer was lost.
  if (order.fulfil === 'done' && order.fulfilment_gid === null) {
    return {kind: 'conflict', why: 'shipment_in_store'};
  }
  const change = shipmentColumns(shipment, now);
  return {kind: 'added', action: 'tracking_corrected', change};
}

/** The store then needs the fulfilment. */
export function shipmentColumns({carrier, trackingNumber, trackingUrl, notifyBuyer}: Shipment, now: Date) {
  return {
    carrier,
    tracking_number: trackingNumber,
    tracking_url: trackingUrl,
    notify_buyer: notifyBuyer,
    fulfil: 'wanted',
    fulfil_reason: null,
    fulfil_since: now,
  } as const;
}

export function confirmedAgain(order: StoredDropshipOrder, ref: string | null): Again {
  if (ref === null || ref === order.ref) return null;
  if (order.ref !== null) return {kind: 'conflict', why: 'other_ref'};
  return {kind: 'added', action: 'ref_given', change: {ref}};
}
