// How the fulfilment requests for a line ended without an order at the supplier, and why such a line is not sent by itself.
import {isTakenAway, openRequestStatuses, type RequestStatus} from '#domain/fulfilment-requests/request-status.ts';

/**
 * How a request ended without an order at the supplier, with the sentence that Shopify was sent, if any; null: it did not, or there was none.
 * Moved elsewhere counts as cancelled.
 */
export type RequestEnd = {readonly how: 'rejected' | 'cancelled'; readonly answer: string | null} | null;

/** What decides how the requests for a line ended. */
type EndingRequest = {
  readonly status: RequestStatus;
  readonly lines: readonly string[];
  readonly answer: string | null;
  readonly looked_at: Date;
};

/**
 * How the requests for a line ended without an order; null: there was none, or one of them is open, accepted, or was accepted before it was
 * given up, as with the end of its service. @param requests those of the line's store order.
 */
export function findRequestEnd(requests: readonly EndingRequest[], line: string): RequestEnd {
  const own = requests.filter(({lines}) => lines.includes(line));
  if (own.some(({status}) => openRequestStatuses.some((open) => open === status))) return null;
  const newestFirst = own.toSorted((one, other) => other.looked_at.getTime() - one.looked_at.getTime());
  for (const {status, answer} of newestFirst) {
    if (status === 'rejected') return {how: status, answer};
    if (isTakenAway(status)) return {how: 'cancelled', answer};
    // What is closed and has an answer was accepted; what has none was taken back before, and an earlier one counts.
    if (answer !== null) return null;
  }
  return null;
}

/** Why the line is not sent by itself: the merchant may fulfil it in another way. */
export type RequestEndReason = {readonly code: 'request_rejected' | 'request_cancelled'; readonly text: string};

/** @param canAskAgain whether its fulfilment can be requested in Shopify: the service is there. */
export function toRequestEndReason({how, answer}: NonNullable<RequestEnd>, canAskAgain: boolean): RequestEndReason {
  const next = `It is not sent by itself, because you may fulfil it in another way. Next, press “Send now” in Piecewise${canAskAgain ? ', or request the fulfilment again in Shopify' : ''}.`;
  if (how === 'cancelled') {
    return {code: 'request_cancelled', text: `Its fulfilment was cancelled in Shopify, or moved elsewhere. ${next}`};
  }
  // The order has changed since: what keeps it from being sent is found before this.
  const said = answer === null ? '.' : `, as the order was then: “${answer}”`;
  return {code: 'request_rejected', text: `Piecewise rejected its fulfilment request in Shopify${said} ${next}`};
}
