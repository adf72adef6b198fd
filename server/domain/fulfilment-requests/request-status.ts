// The states of a fulfilment request as the app stores them.

/** All states, each with its meaning. */
export const requestStatuses = [
  'requested', // Shopify waits for an answer
  'accepted', // the app has accepted it
  'rejected', // the app has rejected it; the merchant may ask again
  'cancel_requested', // accepted, and Shopify waits for an answer to the request to cancel it
  'cancelled', // cancelled by the merchant's request, or by the merchant alone
  'moved', // moved to another location by the merchant
  'closing', // accepted; the merchant closed its orders unpaid, and Shopify is told so
  'closed', // given up by the app, no longer requested, or its service is gone
] as const;

export type RequestStatus = (typeof requestStatuses)[number];

/** The states in which Shopify waits for an answer. */
export const unansweredStatuses = ['requested', 'cancel_requested'] as const satisfies readonly RequestStatus[];

/** The stored state for a request status of Shopify's, by its name. */
const statusByShopify: Readonly<Record<string, RequestStatus>> = {
  SUBMITTED: 'requested',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  CANCELLATION_REQUESTED: 'cancel_requested',
  CANCELLATION_ACCEPTED: 'cancelled',
  CANCELLATION_REJECTED: 'accepted',
};

/** The state to store for what Shopify shows. One that is not known counts as given up, as does one that is not requested. */
const toRequestStatus = (shown: string): RequestStatus => statusByShopify[shown] ?? 'closed';

/** A fulfilment order as Shopify shows it. */
export type ShownState = {
  /** https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderRequestStatus */
  readonly requestStatus: string;
  /** Whether nothing more comes of it: it is fulfilled, or the merchant cancelled it without asking the service. */
  readonly isClosed: boolean;
  /** Whether a piece of it was fulfilled. */
  readonly isServed: boolean;
  /** Whether it is at the location of the service. */
  readonly isHere: boolean;
};

/**
 * The state to store for a request that was stored as `stored`. What the app is not shown may still be accepted, as a permission may be
 * missing, and is not being closed then; where an answer is waited for, it counts as given up.
 */
export function findStatus(shown: ShownState | null, stored: RequestStatus): RequestStatus {
  if (shown === null) return isUnanswered(stored) ? 'closed' : stored === 'closing' ? 'accepted' : stored;
  if (shown.requestStatus === 'CLOSED') return 'closed';
  const status = toRequestStatus(shown.requestStatus);
  const isFulfilled = status === 'accepted' && shown.isServed;
  if (shown.isClosed && status !== 'rejected' && !isFulfilled) return 'cancelled';
  if (status === 'closed') return shown.isHere ? 'closed' : 'moved';
  return status === 'accepted' && stored === 'closing' ? 'closing' : status;
}

/** Whether Shopify waits for an answer in this state. */
export const isUnanswered = (status: RequestStatus): status is (typeof unansweredStatuses)[number] =>
  unansweredStatuses.some((one) => one === status);

/** Whether the merchant has taken the fulfilment from the service, so that its order is not to be paid. */
export const isTakenAway = (status: RequestStatus): boolean => status === 'cancelled' || status === 'moved';

/** The states in which a request is with the service. */
export const openRequestStatuses = [
  'requested',
  'accepted',
  'cancel_requested',
  'closing',
] as const satisfies readonly RequestStatus[];

/** Whether a request that waited was answered, and not taken back by the merchant or moved elsewhere. */
export function isAnswer(before: RequestStatus, after: RequestStatus): boolean {
  if (before === 'cancel_requested') return after === 'accepted' || after === 'cancelled';
  return before === 'requested' && (after === 'accepted' || after === 'rejected' || after === 'cancel_requested');
}
