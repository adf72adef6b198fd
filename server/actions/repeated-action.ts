// Decides on an action that is repeated with other facts: new facts are added, tracking data replaces the former, a contradiction is
// refused.
import type {Updateable} from 'kysely';
import type {AuditAction} from '#domain/activity/audit-actions.ts';
import {withoutQuestion} from '#domain/orders/flags.ts';
import {isSameTracking} from '#domain/orders/plan-shipment.ts';
import type {StoredDropshipOrder} from '../db/orders/dropship-orders.ts';
import type {DropshipOrdersTable} from '../db/tables/order-tables.ts';

/** A merchant's action that is refused, and why: it contradicts what is stored, or it cannot be stored. */
export type ActionConflict = {
  readonly kind: 'conflict';
  /** `shipment_at_once`: the former shipment is being written to the store now. `shipment_in_store`: it can only be changed in Shopify. */
  readonly why:
    | 'shipment_at_once'
    | 'shipment_in_store'
    // A list of tracking numbers names an order that is shipped with other tracking.
    | 'other_tracking'
    // The order was confirmed with another reference of the supplier before.
    | 'other_ref'
    // The buyer's data was erased on request, so no tracking may be stored.
    | 'buyer_erased'
    // Several orders are marked as paid at once, and one of them must not be paid.
    | 'do_not_pay'
    // Sent now, although another reason than the one that was shown holds the order back.
    | 'other_reason'
    // Placed again, although the buyer was refunded, or may have been.
    | 'buyer_refunded'
    // For these two codes, the details cannot become a standing answer for the article.
    | 'nothing_to_remember'
    | 'too_many_answers';
};

/** The outcome of a repetition; null: it adds nothing. */
export type RepeatOutcome =
  | {readonly kind: 'added'; readonly action: AuditAction; readonly change: Updateable<DropshipOrdersTable>}
  | ActionConflict
  | null;

/** What the merchant says about a shipment; null: not stated. */
export type ShipmentInput = {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** Whether Shopify sends the buyer its shipping e-mail. */
  readonly notifyBuyer: boolean;
};

/** The conflict if the shipment's tracking may not be stored with the order; null: it may. */
export function refuseTracking(
  {buyer_erased_at: erasedAt}: Pick<StoredDropshipOrder, 'buyer_erased_at'>,
  {trackingNumber, trackingUrl}: ShipmentInput,
): ActionConflict | null {
  return erasedAt !== null && (trackingNumber ?? trackingUrl) !== null ? {kind: 'conflict', why: 'buyer_erased'} : null;
}

/** The conflict if the order is shipped with tracking that is not exactly this one; null: it is not, or has none. */
export function refuseOtherTracking(order: StoredDropshipOrder, shipment: ShipmentInput): ActionConflict | null {
  if (order.state !== 'shipped' || (order.tracking_number ?? order.tracking_url) === null) return null;
  const stored = {company: order.carrier, number: order.tracking_number, url: order.tracking_url};
  const {carrier: company, trackingNumber: number, trackingUrl: url} = shipment;
  return isSameTracking(stored, {company, number, url}) ? null : {kind: 'conflict', why: 'other_tracking'};
}

/** Replaces the former shipment as a whole; it is then written to the store again. */
export function repeatShipped(order: StoredDropshipOrder, shipment: ShipmentInput, now: Date): RepeatOutcome {
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

/** The columns of a payment. The question whether the order was paid is answered by it. */
export const paidColumns = ({flags}: StoredDropshipOrder, now: Date) => ({
  paid_at: now,
  flags: JSON.stringify(withoutQuestion(flags)),
});

/** The columns of a shipment; `fulfil: 'wanted'` makes `store-writeback` create the fulfilment. */
export function shipmentColumns({carrier, trackingNumber, trackingUrl, notifyBuyer}: ShipmentInput, now: Date) {
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

/** Adds the supplier's reference to an order that was confirmed without one. A reference other than the stored one is a conflict. */
export function repeatConfirmed(order: StoredDropshipOrder, ref: string | null): RepeatOutcome {
  if (ref === null || ref === order.ref) return null;
  if (order.ref !== null) return {kind: 'conflict', why: 'other_ref'};
  return {kind: 'added', action: 'ref_given', change: {ref}};
}
