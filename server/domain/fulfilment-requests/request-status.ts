// The states of a fulfilment request as the app stores them.

/** All states, each with its meaning. */
export const requestStatuses = [
  'requested', // Shopify waits for an answer
  'accepted', // the app has accepted it
  'rejected', // the app has rejected it; the merchant may ask again
  'cancel_requested', // accepted, and Shopify waits for an answer to the request to cancel it
  'cancelled', // cancelled by the merchant's request, or by the merchant alone
  'closed', // given up by the app, or moved to another location
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
export const toRequestStatus = (shown: string): RequestStatus => statusByShopify[shown] ?? 'closed';
