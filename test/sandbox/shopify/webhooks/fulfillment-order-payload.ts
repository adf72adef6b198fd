// The bodies of the fulfillment_orders topics: ids and states alone. None of them names the order.
// https://shopify.dev/docs/api/webhooks, the sample of each topic

import {gid} from '../store/gid.ts';
import type {FulfillmentOrderRecord, LocationRecord} from '../store/records.ts';
import type {MerchantRequest} from '../store/request-records.ts';
import type {ShopEvent} from '../store/shop-event.ts';

type FulfillmentOrderEvent = Extract<ShopEvent, {kind: `fulfillment_orders/${string}`}>;

export function fulfillmentOrderPayload(event: FulfillmentOrderEvent): Readonly<Record<string, unknown>> {
  if (event.kind === 'fulfillment_orders/moved') {
    return {
      original_fulfillment_order: atLocation(event.original),
      moved_fulfillment_order: atLocation(event.moved),
      destination_location_id: locationGid(event.moved.location),
      fulfillment_order_line_items_requested: event.moved.lines.map(({id}) => ({
        id: gid('FulfillmentOrderLineItem', id),
        quantity: event.pieces,
      })),
      source_location: {id: locationGid(event.from)},
    };
  }
  if (event.kind === 'fulfillment_orders/cancelled') {
    const {replacement} = event;
    const replacement_fulfillment_order = replacement === undefined ? null : stateOf(replacement);
    return {fulfillment_order: stateOf(event.fulfillmentOrder), replacement_fulfillment_order};
  }
  if ('request' in event) return requestPayload(event);
  const {kind, fulfillmentOrder} = event;
  if (kind !== 'fulfillment_orders/placed_on_hold') return {fulfillment_order: stateOf(fulfillmentOrder)};
  const hold = {id: gid('FulfillmentHold', fulfillmentOrder.id), reason: 'other', reason_notes: 'Asked the buyer.'};
  return {
    fulfillment_order: {...stateOf(fulfillmentOrder), fulfillment_holds: [hold]},
    remaining_fulfillment_order: null,
    held_fulfillment_order_line_items: fulfillmentOrder.lines.map(({id, remaining}) => ({
      id: gid('FulfillmentOrderLineItem', id),
      quantity: remaining,
    })),
    created_fulfillment_hold: hold,
  };
}

function requestPayload(event: Extract<FulfillmentOrderEvent, {request: MerchantRequest}>) {
  const {fulfillmentOrder, request} = event;
  const merchantRequest = {id: gid('FulfillmentOrderMerchantRequest', request.id), message: request.message};
  if (event.kind === 'fulfillment_orders/cancellation_request_submitted') {
    return {fulfillment_order: requestedState(fulfillmentOrder), fulfillment_order_merchant_request: merchantRequest};
  }
  return {
    original_fulfillment_order: requestedState(event.original),
    submitted_fulfillment_order: requestedState(fulfillmentOrder),
    fulfillment_order_merchant_request: merchantRequest,
  };
}

const requestedState = (fulfillmentOrder: FulfillmentOrderRecord) => ({
  ...stateOf(fulfillmentOrder),
  request_status: fulfillmentOrder.requestStatus.toLowerCase(),
});
const stateOf = ({id, status}: FulfillmentOrderRecord) => ({
  id: gid('FulfillmentOrder', id),
  status: status.toLowerCase(),
});
const locationGid = ({id}: LocationRecord): string => gid('Location', id);
const atLocation = (fulfillmentOrder: FulfillmentOrderRecord) => ({
  ...stateOf(fulfillmentOrder),
  assigned_location_id: locationGid(fulfillmentOrder.location),
});
