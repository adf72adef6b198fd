// Decides what Shopify is answered to a fulfilment request, by what became of the requested lines at the supplier.
//
// A request is accepted once the supplier has the order, and rejected only if surely nothing of it was sent: the merchant would fulfil a
// rejected one otherwise, and the goods would be bought twice.
import {hour} from '#domain/durations.ts';
import {type RejectionReason, toRejection} from '#domain/fulfilment-requests/rejection-reasons.ts';
import {type DropshipState, isOpenState} from '#domain/orders/dropship-state.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import {shorten} from '#domain/text.ts';

/** Shopify counts a request as answered in time within 24 hours; four of them are left for an outage of Shopify or of the app. */
export const answerLimitMs = 20 * hour;

/** The newest dropship order of a requested line. */
export type RequestedOrder = {
  readonly state: DropshipState;
  /** Why it is not sent, and the sentence about that; null: no reason is stored. */
  readonly code: ReasonCode | null;
  readonly text: string | null;
  /** Whether any request for it may have left the app, also one whose answer was lost. */
  readonly wasSent: boolean;
  /** Whether the supplier has said that it has the order. */
  readonly isTaken: boolean;
  /** Whether it was at the supplier, unpaid, in the app's own view: not only found there after the merchant had closed it. */
  readonly wasPlaced: boolean;
};

export type RequestedLine = {
  readonly title: string;
  /** Null: the product is not one of the app's, so no dropship order is made for the line. */
  readonly order: RequestedOrder | null;
};

export type RequestTimes = {readonly askedAt: Date; readonly now: Date};

/** `message`: one or two sentences that the merchant reads in the store's admin. */
export type RequestAnswer =
  | {readonly kind: 'wait'}
  | {readonly kind: 'accept'; readonly message: string}
  | {readonly kind: 'reject'; readonly reason: RejectionReason; readonly message: string};

/**
 * How far a line came. `unknown`: the supplier may have it. `open`: it may still be sent. `never`: surely nothing was sent, and nothing
 * will be.
 */
export type LineReach = 'taken' | 'unknown' | 'open' | 'never';

/** Decides the answer. Within `answerLimitMs` it may be to wait; after it, never. */
export function answerRequest(lines: readonly RequestedLine[], {askedAt, now}: RequestTimes): RequestAnswer {
  const isOverdue = now.getTime() - askedAt.getTime() >= answerLimitMs;
  const withReach = (...reaches: LineReach[]) => lines.filter((line) => reaches.includes(reachOf(line)));
  if (withReach('unknown').length > 0) return isOverdue ? accept(unknownText) : {kind: 'wait'};
  const taken = withReach('taken');
  if (withReach('open').length > 0 && !isOverdue) return {kind: 'wait'};
  const notSent = withReach('open', 'never');
  if (taken.length === 0) return reject(notSent[0] ?? null);
  return accept(notSent.length === 0 ? takenText : `${takenText} ${notOrderedText(notSent)}`);
}

const unknownText = 'It is not known whether the supplier has this order. Piecewise is finding out.';
const takenText = 'Ordered at the supplier.';

/** Names the lines that the supplier does not have. They stay in Piecewise, where the merchant sees why. */
const notOrderedText = (lines: readonly RequestedLine[]): string =>
  `Not ordered: ${lines.map(({title}) => title).join(', ')}. Open the order in Piecewise to see why.`;

/** The longest message that is sent. Shopify states no limit; other texts of the kind may have 255 characters. */
const longestMessage = 250;

const accept = (message: string): RequestAnswer => ({kind: 'accept', message: shorten(message, longestMessage)});

/** Rejects for the reason of this line. Null: the request has no line left. */
function reject(line: RequestedLine | null): RequestAnswer {
  if (line === null) return {kind: 'reject', reason: 'OTHER', message: 'Nothing of this request is left to fulfil.'};
  const {order} = line;
  if (order === null) {
    const message = `${line.title} is not an article of the supplier.`;
    return {kind: 'reject', reason: 'INELIGIBLE_PRODUCT', message: shorten(message, longestMessage)};
  }
  const text =
    order.state === 'dismissed' ? 'The order was closed in Piecewise.' : (order.text ?? 'It could not be ordered.');
  const {reason} = toRejection(isOpenState(order.state) ? order.code : null);
  return {kind: 'reject', reason, message: shorten(text, longestMessage)};
}

/** How far the line came at the supplier. */
export function reachOf({order}: RequestedLine): LineReach {
  if (order === null) return 'never';
  if (order.isTaken) return 'taken';
  switch (order.state) {
    case 'awaiting_payment':
    case 'paid':
    case 'shipped':
    case 'refunded':
      return 'taken';
    case 'placing':
    case 'unconfirmed':
      return 'unknown';
    case 'rejected':
    case 'cancelled':
      return 'never';
    case 'dismissed':
      return order.wasSent ? 'unknown' : 'never';
    case 'waiting':
    case 'needs_details':
    case 'blocked':
    case 'held':
      return toRejection(order.code).isFinal ? 'never' : 'open';
  }
}
