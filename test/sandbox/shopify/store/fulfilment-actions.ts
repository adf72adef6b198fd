// What may be done with a fulfilment order, by its status and by who fulfils it.

import type {FulfillmentOrderRecord, OrderRecord} from './records.ts';

/** As recorded, but for a scheduled one and for requests to a fulfilment service. */
export function actionsOn(
  {fulfillmentOrders}: OrderRecord,
  fulfillmentOrder: FulfillmentOrderRecord,
): readonly string[] {
  const {status, location, lines} = fulfillmentOrder;
  if (status === 'CLOSED') return [];
  // "Marks a scheduled fulfillment order as open" (schema description of fulfillmentOrderOpen).
  if (status === 'SCHEDULED') return ['MARK_AS_OPEN'];
  if (status === 'ON_HOLD') return ['RELEASE_HOLD', 'HOLD', 'MOVE'];
  if (location.manager !== 'merchant') return actionsOfService(fulfillmentOrder);
  if (status === 'CANCELLED') return [];
  if (status === 'IN_PROGRESS') return ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'HOLD', 'MARK_AS_OPEN'];
  const others = fulfillmentOrders.filter((other) => other !== fulfillmentOrder && other.status === 'OPEN');
  return [
    'CREATE_FULFILLMENT',
    'REPORT_PROGRESS',
    'MOVE',
    'HOLD',
    ...(lines.reduce((sum, {remaining}) => sum + remaining, 0) > 1 ? ['SPLIT'] : []),
    ...(others.some((other) => other.location === location) ? ['MERGE'] : []),
  ];
}

/**
 * Recorded where nothing is requested; else as in the samples of FulfillmentRequest and CancellationRequest in the documentation of the
 * REST API, https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillmentrequest.
 */
function actionsOfService({requestStatus}: FulfillmentOrderRecord): readonly string[] {
  switch (requestStatus) {
    case 'SUBMITTED':
      return ['CANCEL_FULFILLMENT_ORDER'];
    case 'ACCEPTED':
      return ['CREATE_FULFILLMENT', 'REQUEST_CANCELLATION'];
    case 'CANCELLATION_REQUESTED':
      return ['CREATE_FULFILLMENT', 'CANCEL_FULFILLMENT_ORDER'];
    case 'CANCELLATION_REJECTED':
      return ['CREATE_FULFILLMENT'];
    case 'CANCELLATION_ACCEPTED':
    case 'CLOSED':
    case 'REJECTED':
    case 'UNSUBMITTED':
      return ['REQUEST_FULFILLMENT', 'CREATE_FULFILLMENT', 'HOLD', 'MOVE'];
  }
}

/** An incomplete one too, and one whose cancellation the service accepted: their supported actions hold CREATE_FULFILLMENT. */
export const isFulfillable = (fulfillmentOrder: FulfillmentOrderRecord): boolean => {
  const {status, location} = fulfillmentOrder;
  if (status === 'SCHEDULED' || status === 'ON_HOLD' || status === 'CLOSED') return false;
  return location.manager === 'merchant' || actionsOfService(fulfillmentOrder).includes('CREATE_FULFILLMENT');
};
