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

/** How a request ended without an order at the supplier; null: it did not, or there was none. */
export type RequestEnd = 'rejected' | 'cancelled' | null;

/**
 * How the requests for a line ended without an order; null: there was none, or one of them is open or accepted.
 * @param requests those of the line's store order.
 */
export function findRequestEnd(
  requests: readonly {readonly status: RequestStatus; readonly lines: readonly string[]; readonly looked_at: Date}[],
  line: string,
): RequestEnd {
  const own = requests.filter(({lines}) => lines.includes(line));
  if (own.some(({status}) => status === 'requested' || status === 'accepted' || status === 'cancel_requested'))
    return null;
  const newestFirst = own.toSorted((one, other) => other.looked_at.getTime() - one.looked_at.getTime());
  for (const {status} of newestFirst) if (status === 'rejected' || status === 'cancelled') return status;
  return null;
}

/** Whether a request that waited was answered, and not taken back by the merchant or moved elsewhere. */
export const isAnswer = (before: RequestStatus, after: RequestStatus): boolean =>
  before === 'cancel_requested'
    ? after === 'accepted' || after === 'cancelled'
    : after === 'accepted' || after === 'rejected' || after === 'cancel_requested';
