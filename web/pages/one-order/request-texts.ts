// What an order’s page says of its fulfilment requests in Shopify: among its facts of the newest, and in “What happened” of each.
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import type {OrderRequest} from '#contract/shipping/in-store.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
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
export function requestTexts(
  {status, answer, refused, ...times}: OrderRequest,
  order: Pick<DropshipOrderDetail, 'state' | 'reasonCode'>,
): readonly string[] {
  const {askedAt, cancelAskedAt, cancelAnsweredAt} = times;
  const answeredAt = times.endedAt ?? times.answeredAt;
  const isWaiting = status === 'requested' || status === 'closing';
  const end = `${endTexts[status]}${isWaiting || answeredAt === null ? '' : ` ${dateAndTime(answeredAt)}`}`;
  // An accepted cancellation ends the request, so the answer to one that is still accepted was no.
  const answered = status === 'accepted' || status === 'closing' ? 'rejected' : 'answered';
  const cancelEnd = cancelAnsweredAt === null ? 'not answered yet' : `${answered} ${dateAndTime(cancelAnsweredAt)}`;
  const isOfEarlier = cancelAskedAt !== null && cancelAskedAt < askedAt;
  return [
    `Requested ${dateAndTime(askedAt)}, ${end}.`,
    ...whyTexts(status, order),
    ...(cancelAskedAt === null || isOfEarlier || status === 'cancelled'
      ? []
      : [`Its cancellation was asked for ${dateAndTime(cancelAskedAt)}, ${cancelEnd}.`]),
    ...(answer === null || isWaiting ? [] : [answer]),
    ...(refused === null ? [] : [`Shopify refused the answer: ${refused.replace(/^Shopify refused it: /, '')}`]),
  ];
}

/** What an unanswered request waits for, and why one that was not cancelled is closed. */
function whyTexts(
  status: OrderRequest['status'],
  {state, reasonCode}: Pick<DropshipOrderDetail, 'state' | 'reasonCode'>,
): readonly string[] {
  if (status === 'requested' && isOpenState(state)) {
    return [
      reasonCode === 'delayed'
        ? 'The order waits for the minutes of your settings before it is sent; the request is answered then.'
        : 'It is answered once the order is sent, and rejected if that is not possible in time.',
    ];
  }
  if (status !== 'closed') return [];
  return [
    state === 'dismissed'
      ? 'You closed the order here, so Shopify shows its fulfilment as not requested.'
      : 'Shopify shows its fulfilment as not requested any more, as it does once the fulfilment service is switched off. The order goes on here.',
  ];
}

type RequestEvent = {readonly key: string; readonly at: string; readonly text: string; readonly detail: string | null};

const overTexts: Readonly<Partial<Record<OrderRequest['status'], string>>> = {
  cancelled: 'Its fulfilment was cancelled in Shopify',
  moved: 'Its fulfilment was moved elsewhere in Shopify',
  closed: 'Shopify shows its fulfilment as not requested any more',
};

/**
 * What was asked and answered, for “What happened”. Shopify does not say who asked: a person, or a rule of the store that requests by itself.
 */
export function requestEvents({status, answer, ...times}: OrderRequest): readonly RequestEvent[] {
  const {askedAt, answeredAt, endedAt, cancelAskedAt, cancelAnsweredAt} = times;
  const isRejected = status === 'rejected';
  // Of one that ended only what was answered before its end was an answer.
  const isCancelEarlier = cancelAskedAt !== null && cancelAskedAt < askedAt;
  const wasAnswered = answeredAt !== null && (endedAt === null || answeredAt < endedAt);
  const event = (name: string, at: string | null, text: string, detail: string | null = null) =>
    at === null ? [] : [{key: `${name}-${askedAt}-${at}`, at, text, detail}];
  return [
    ...event('asked', askedAt, 'Its fulfilment was requested in Shopify'),
    ...event(
      'answered',
      wasAnswered ? answeredAt : null,
      `Piecewise: ${isRejected ? 'rejected' : 'accepted'} the request in Shopify`,
      endedAt === null && (cancelAnsweredAt === null || isCancelEarlier) ? answer : null,
    ),
    ...event('cancel', cancelAskedAt, 'Its cancellation was asked for in Shopify'),
    ...event(
      'cancel-answered',
      cancelAnsweredAt,
      // It is requested again only after its cancellation was accepted.
      `Piecewise: ${status === 'cancelled' || isCancelEarlier ? 'accepted' : 'rejected'} the cancellation`,
      isCancelEarlier ? null : answer,
    ),
    ...event(
      'over',
      cancelAnsweredAt === null || isCancelEarlier || status !== 'cancelled' ? endedAt : null,
      overTexts[status] ?? '',
    ),
  ];
}
