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
