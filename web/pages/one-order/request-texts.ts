// What the facts of an order say of its fulfilment request in Shopify: when it was made, how it was answered, and what Shopify refused.
import type {OrderRequest} from '#contract/shipping/in-store.ts';
import {dateAndTime} from '../../text/format.ts';

/** What became of the request after it was made. */
const endTexts: Readonly<Record<OrderRequest['status'], string>> = {
  requested: 'not answered yet',
  accepted: 'accepted',
  rejected: 'rejected',
  cancel_requested: 'accepted',
  cancelled: 'cancelled',
  moved: 'moved elsewhere',
  closing: 'accepted; it is being closed, as the order was closed unpaid',
  closed: 'closed',
};

/** The lines about the request, the earliest event first. A cancellation of an earlier request is left out. */
export function requestTexts({status, answer, refused, ...times}: OrderRequest): readonly string[] {
  const {askedAt, answeredAt, cancelAskedAt, cancelAnsweredAt} = times;
  const isWaiting = status === 'requested' || status === 'closing';
  const end = `${endTexts[status]}${isWaiting || answeredAt === null ? '' : ` ${dateAndTime(answeredAt)}`}`;
  // An accepted cancellation ends the request, so the answer to one that is still accepted was no.
  const answered = status === 'accepted' || status === 'closing' ? 'rejected' : 'answered';
  const cancelEnd = cancelAnsweredAt === null ? 'not answered yet' : `${answered} ${dateAndTime(cancelAnsweredAt)}`;
  const isOfEarlier = cancelAskedAt !== null && cancelAskedAt < askedAt;
  return [
    `Requested ${dateAndTime(askedAt)}, ${end}.`,
    ...(cancelAskedAt === null || isOfEarlier || status === 'cancelled'
      ? []
      : [`You asked to cancel it ${dateAndTime(cancelAskedAt)}, ${cancelEnd}.`]),
    ...(answer === null || isWaiting ? [] : [answer]),
    ...(refused === null ? [] : [`Shopify refused the answer: ${refused.replace(/^Shopify refused it: /, '')}`]),
  ];
}
