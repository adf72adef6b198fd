// Decides what Shopify is answered when the merchant asks to cancel a fulfilment request that was accepted.
//
// The supplier cancels nothing, but ships only what is paid: an order that is not paid can be given up.
import {
  answerLimitMs,
  type RequestedLine,
  type RequestTimes,
  reachOf,
} from '#domain/fulfilment-requests/answer-request.ts';

export type CancellationAnswer =
  | {readonly kind: 'wait'}
  | {readonly kind: 'accept'; readonly message: string}
  | {readonly kind: 'reject'; readonly message: string};

/** Decides the answer. Within `answerLimitMs` it may be to wait for an order whose outcome is not known; after it, never. */
export function answerCancellation(lines: readonly RequestedLine[], {askedAt, now}: RequestTimes): CancellationAnswer {
  const paid = lines.filter(({order}) => order !== null && isPaidFor(order.state));
  if (paid.length > 0) {
    const titles = paid.map(({title}) => title).join(', ');
    return {kind: 'reject', message: `The supplier was paid for ${titles} and cannot cancel it.`};
  }
  if (lines.every((line) => reachOf(line) !== 'unknown')) {
    return {kind: 'accept', message: unpaidText};
  }
  if (now.getTime() - askedAt.getTime() < answerLimitMs) return {kind: 'wait'};
  return {kind: 'reject', message: 'It is not known whether the supplier has this order, so it cannot be cancelled.'};
}

/** The app knows of payments only what the merchant says. */
const unpaidText =
  'Piecewise knows of no payment for it. Do not pay for it at the supplier. If you have paid already, write to the supplier at once.';

/** Whether the merchant has paid the supplier, so that the goods are on their way or the money is the supplier's to give back. */
const isPaidFor = (state: string): boolean => ['paid', 'shipped', 'refunded'].includes(state);
