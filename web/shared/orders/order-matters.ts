// Orders that wait for the merchant.
import type {Overview} from '#contract/overview.ts';
import {age, euros} from '../../text/format.ts';
import {
  addressOf,
  changedOrders,
  counted,
  countNeedingYou,
  ordersNeedingYou,
  unconfirmedOrders,
  unpaidOrders,
} from '../../text/words.ts';
import type {Matter} from './matter.ts';

type OrderMatter = Matter | null;

/** Comes before anything about paying: after a change in the store, a payment could be lost. */
export function changedMatter({flagged}: Pick<Overview, 'flagged'>): OrderMatter {
  if (flagged === 0) return null;
  return {
    key: 'changed',
    tone: 'critical',
    heading: changedHeading(flagged),
    sentences: [changedText],
    actions: [seeOrders(flagged, addressOf(changedOrders))],
  };
}

export const changedHeading = (flagged: number): string =>
  `${counted(flagged, 'order')} changed in your store after ${flagged === 1 ? 'it was' : 'they were'} sent to the supplier`;

export const changedText =
  'Cancelled, refunded, edited or sent elsewhere: the supplier knows nothing of it. Look at the list before you pay anything; it says for each order what to do.';

export function payMatter({toPay}: Pick<Overview, 'toPay'>, now: Date): OrderMatter {
  const {count, cents, unpriced, oldestPlacedAt} = toPay;
  if (count === 0) return null;
  const waits = counted(count, 'dropship order waits', 'dropship orders wait');
  return {
    key: 'pay',
    tone: 'warning',
    heading: `${waits} for your payment: ${euros(cents)}`,
    sentences: [
      'Open each checkout and pay there. The supplier ships only what is paid.',
      ...(oldestPlacedAt === null ? [] : [`The oldest has waited ${age(oldestPlacedAt, now)}.`]),
      ...(unpriced === 0 ? [] : [`The sum is without ${counted(unpriced, 'order')} whose price is not known.`]),
    ],
    actions: [seeOrders(count, addressOf(unpaidOrders))],
  };
}

export function unconfirmedMatter({orders}: Pick<Overview, 'orders'>): OrderMatter {
  const number = orders.unconfirmed ?? 0;
  if (number === 0) return null;
  return {
    key: 'unconfirmed',
    tone: 'critical',
    heading: `It is not known whether the supplier has ${counted(number, 'order')}`,
    sentences: [
      'The connection was lost while sending. Look in your supplier account, then say on the page of the order whether it is there.',
    ],
    actions: [seeOrders(number, addressOf(unconfirmedOrders))],
  };
}

export function decisionMatter({orders}: Pick<Overview, 'orders'>): OrderMatter {
  const number = countNeedingYou(orders);
  if (number === 0) return null;
  return {
    key: 'decide',
    tone: 'warning',
    heading: `${counted(number, 'order needs', 'orders need')} a decision from you`,
    sentences: ['The list says for each order what is in the way.'],
    actions: [seeOrders(number, addressOf(ordersNeedingYou))],
  };
}

const seeOrders = (number: number, href: string) =>
  ({kind: 'page', label: number === 1 ? 'See the order' : 'See the orders', href}) as const;
