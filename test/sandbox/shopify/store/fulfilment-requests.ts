// What a merchant asks of a fulfilment service for a fulfilment order, and what the service answers. What is not allowed is refused; words
// that are not recorded follow those that are ("… not in cancelable request state and can't be canceled").
// https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services

import {refuse} from '../mutations/user-error.ts';
import {actionsOn} from './fulfilment-actions.ts';
import type {FulfillmentOrderRecord, OrderRecord} from './records.ts';
import type {MerchantRequest, RequestStatus, ServiceAnswer} from './request-records.ts';
import {callBack, splitOff} from './services.ts';
import type {ShopStore} from './shop-store.ts';

/** A fulfilment order and the order it is of. */
export type Work = {readonly order: OrderRecord; readonly fulfillmentOrder: FulfillmentOrderRecord};

export type Request = {
  /** Pieces by the ids of the lines; all that remain where left out. */
  readonly pieces?: ReadonlyMap<number, number> | undefined;
  readonly message?: string | null | undefined;
  readonly notifyCustomer?: boolean | null | undefined;
};

export type Requested = {
  readonly submitted: FulfillmentOrderRecord;
  /** What was not asked for; null where everything was. */
  readonly unsubmitted: FulfillmentOrderRecord | null;
};

/** Of a part: what was not asked for leaves for a new fulfilment order (schema; the samples of FulfillmentRequest in the REST API). */
export function requestFulfilment(store: ShopStore, {order, fulfillmentOrder}: Work, request: Request): Requested {
  checkIsOfService(fulfillmentOrder);
  if (!actionsOn(order, fulfillmentOrder).includes('REQUEST_FULFILLMENT')) {
    throw refuse(null, null, "Fulfillment order is not in requestable request state and can't be submitted.");
  }
  const rest = restOf(fulfillmentOrder, request.pieces);
  const unsubmitted = rest.size === 0 ? null : splitOff(store, order, fulfillmentOrder, rest);
  const submitted = openAgain(store, order, fulfillmentOrder);
  submitted.requestStatus = 'SUBMITTED';
  const sent = addRequest(store, order, submitted, {kind: 'FULFILLMENT_REQUEST', ...request});
  const kind = 'fulfillment_orders/fulfillment_request_submitted';
  store.emit({kind, fulfillmentOrder: submitted, original: fulfillmentOrder, request: sent});
  callBack(store, submitted.location, 'FULFILLMENT_REQUEST', sent.sentAt);
  return {submitted, unsubmitted};
}

/**
 * "This will be the same as the original fulfillment order field. The exception to this is partial fulfillment requests or fulfillment
 * request for cancelled or incomplete fulfillment orders" (schema description of submittedFulfillmentOrder).
 */
function openAgain(store: ShopStore, order: OrderRecord, original: FulfillmentOrderRecord): FulfillmentOrderRecord {
  if (original.status !== 'INCOMPLETE' && original.status !== 'CANCELLED') return original;
  const again = splitOff(store, order, original, remainingOf(original));
  original.status = 'CLOSED';
  return again;
}

export function requestCancellation(store: ShopStore, {order, fulfillmentOrder}: Work, message: string | null): void {
  checkIsOfService(fulfillmentOrder);
  if (!actionsOn(order, fulfillmentOrder).includes('REQUEST_CANCELLATION')) {
    throw refuse(
      null,
      null,
      "Fulfillment order is not in accepted request state and its cancellation can't be requested.",
    );
  }
  setRequestStatus(store, fulfillmentOrder, 'CANCELLATION_REQUESTED');
  const request = addRequest(store, order, fulfillmentOrder, {kind: 'CANCELLATION_REQUEST', message});
  store.emit({kind: 'fulfillment_orders/cancellation_request_submitted', fulfillmentOrder, request});
  callBack(store, fulfillmentOrder.location, 'CANCELLATION_REQUEST', request.sentAt);
}

type Answer = {
  readonly of: readonly RequestStatus[];
  readonly requestStatus: RequestStatus;
  readonly status: FulfillmentOrderRecord['status'];
  readonly verb: string;
};

/** Recorded: acceptance and closing. The others as in the samples of FulfillmentRequest and CancellationRequest in the REST API. */
const answers = {
  accept: {of: ['SUBMITTED'], requestStatus: 'ACCEPTED', status: 'IN_PROGRESS', verb: 'accepted'},
  reject: {of: ['SUBMITTED'], requestStatus: 'REJECTED', status: 'OPEN', verb: 'rejected'},
  acceptCancellation: {
    of: ['CANCELLATION_REQUESTED'],
    requestStatus: 'CANCELLATION_ACCEPTED',
    status: 'CANCELLED',
    verb: 'cancelled',
  },
  rejectCancellation: {
    of: ['CANCELLATION_REQUESTED'],
    requestStatus: 'CANCELLATION_REJECTED',
    status: 'IN_PROGRESS',
    verb: 'kept',
  },
  // "The fulfillment request has been accepted" (schema): one whose cancellation was refused is still accepted (undecided).
  close: {of: ['ACCEPTED', 'CANCELLATION_REJECTED'], requestStatus: 'CLOSED', status: 'INCOMPLETE', verb: 'closed'},
} satisfies Readonly<Record<string, Answer>>;

export type AnswerKind = keyof typeof answers;

export function answerRequest(
  store: ShopStore,
  {fulfillmentOrder}: Pick<Work, 'fulfillmentOrder'>,
  kind: AnswerKind,
  said: Pick<ServiceAnswer, 'message' | 'reason'>,
): void {
  checkIsOfService(fulfillmentOrder);
  const {of, requestStatus, status, verb}: Answer = answers[kind];
  if (!of.includes(fulfillmentOrder.requestStatus) || fulfillmentOrder.status === 'CLOSED') {
    const state = of[0]?.toLowerCase().replaceAll('_', ' ');
    throw refuse(null, null, `Fulfillment order is not in ${state} request state and can't be ${verb}.`);
  }
  fulfillmentOrder.status = status;
  for (const request of fulfillmentOrder.requests) request.isAnswered = true;
  setRequestStatus(store, fulfillmentOrder, requestStatus);
  fulfillmentOrder.answers.push({...said, requestStatus, after: fulfillmentOrder.requests.length});
}

/** Recorded, but for the request states: what is left goes to a new fulfilment order, and the service is not asked (documented). */
export function cancelFulfillmentOrder(store: ShopStore, {order, fulfillmentOrder}: Work): FulfillmentOrderRecord {
  const {status, requestStatus} = fulfillmentOrder;
  if (status === 'CLOSED' || !['UNSUBMITTED', 'SUBMITTED', 'CANCELLATION_REQUESTED'].includes(requestStatus)) {
    throw refuse(null, null, "Fulfillment order is not in cancelable request state and can't be canceled.");
  }
  const replacement = splitOff(store, order, fulfillmentOrder, remainingOf(fulfillmentOrder));
  fulfillmentOrder.status = 'CLOSED';
  store.emit({kind: 'fulfillment_orders/cancelled', fulfillmentOrder, replacement});
  return replacement;
}

/** "Automatically fulfill the order's line items" after payment, as a setting of the store: fulfilment services get requests. */
export function requestWhenPaid(store: ShopStore, order: OrderRecord): void {
  if (!store.settings.automaticFulfilment || order.financialStatus !== 'PAID' || order.cancelledAt !== null) return;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    const {location, status, requestStatus} = fulfillmentOrder;
    const isNew = status === 'OPEN' && requestStatus === 'UNSUBMITTED';
    if (isNew && location.manager !== 'merchant') requestFulfilment(store, {order, fulfillmentOrder}, {});
  }
}

/** Recorded of closing. */
function checkIsOfService({location}: FulfillmentOrderRecord): void {
  if (location.manager !== 'merchant') return;
  throw refuse(null, null, "The fulfillment order's assigned fulfillment service must be of api type");
}

export const remainingOf = ({lines}: FulfillmentOrderRecord): ReadonlyMap<number, number> =>
  new Map(lines.map(({id, remaining}) => [id, remaining]));

/** What is not among the pieces. The words are recorded of a split. */
export function restOf(
  fulfillmentOrder: FulfillmentOrderRecord,
  pieces: ReadonlyMap<number, number> | undefined,
): ReadonlyMap<number, number> {
  if (pieces === undefined) return new Map();
  const remaining = remainingOf(fulfillmentOrder);
  const isWrong = [...pieces].some(([id, quantity]) => quantity < 1 || quantity > (remaining.get(id) ?? 0));
  if (isWrong || pieces.size === 0) throw refuse(null, null, 'Invalid fulfillment order line item quantity requested.');
  return new Map(
    [...remaining].flatMap(([id, quantity]) => {
      const left = quantity - (pieces.get(id) ?? 0);
      return left === 0 ? [] : [[id, left] as const];
    }),
  );
}

function addRequest(
  store: ShopStore,
  {routedAt}: OrderRecord,
  fulfillmentOrder: FulfillmentOrderRecord,
  {kind, message = null, notifyCustomer = null}: Pick<MerchantRequest, 'kind'> & Request,
): MerchantRequest {
  const sentAt = Math.max(store.now(), routedAt);
  const request = {id: store.newId(), kind, message, notifyCustomer, sentAt, isAnswered: false};
  fulfillmentOrder.requests.push(request);
  fulfillmentOrder.updatedAt = sentAt;
  return request;
}

function setRequestStatus(
  store: ShopStore,
  fulfillmentOrder: FulfillmentOrderRecord,
  requestStatus: RequestStatus,
): void {
  fulfillmentOrder.requestStatus = requestStatus;
  fulfillmentOrder.updatedAt = store.now();
}
