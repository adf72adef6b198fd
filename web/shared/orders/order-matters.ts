// The rows of Home about orders that wait for the merchant.
import type {Overview} from '#contract/overview.ts';
import {age, euros} from '../../text/format.ts';
import {ordersNeedingYou, orderViewAddress, unpaidOrders, waitingOrders} from '../../text/order-list.ts';
import {countNoun} from '../../text/words.ts';
import type {Matter} from './matter.ts';

type OrderMatter = Matter | null;

/**
 * The row about orders that need the merchant; null: there are none. It comes before anything about paying: after a change in the store,
 * a payment could be lost.
 */
export function needsYouMatter({
  needsYou,
  flagged,
  orders,
}: Pick<Overview, 'needsYou' | 'flagged' | 'orders'>): OrderMatter {
  if (needsYou === 0) return null;
  const unconfirmed = orders.unconfirmed ?? 0;
  const byState = stateSentences(orders);
  const rest = needsYou - flagged - unconfirmed - byState.reduce((sum, {number}) => sum + number, 0);
  return {
    key: 'needs-you',
    tone: flagged + unconfirmed > 0 ? 'critical' : 'warning',
    heading: `${countNoun(needsYou, 'order needs', 'orders need')} you`,
    sentences: [
      ...(flagged === 0 ? [] : [`${changedOrdersHeading(flagged)}: look before you pay anything.`]),
      ...(unconfirmed === 0 ? [] : [unconfirmedText(unconfirmed)]),
      ...byState.map(({text}) => text),
      // What the counts above do not tell apart.
      ...(rest <= 0 ? [] : [restText(rest)]),
      'The list says for each order what to do.',
    ],
    actions: [toOrdersAction(needsYou, orderViewAddress(ordersNeedingYou))],
  };
}

/** The row about orders that wait because sending is paused; null: none does. */
export function pausedMatter({sending, orders: {waiting = 0}}: Pick<Overview, 'sending' | 'orders'>): OrderMatter {
  if (!sending.paused || waiting === 0) return null;
  return {
    key: 'paused',
    tone: 'warning',
    heading: `${countNoun(waiting, 'order waits', 'orders wait')} because sending is paused`,
    sentences: ['Nothing is lost. Resume sending under “Sending orders” on this page.'],
    actions: [toOrdersAction(waiting, orderViewAddress(waitingOrders))],
  };
}

/** How many orders wait for the merchant in each of the other states, in words. */
const stateSentences = (orders: Overview['orders']): readonly {readonly number: number; readonly text: string}[] =>
  stateTexts.flatMap(([state, one, many]) => {
    const number = orders[state] ?? 0;
    return number === 0 ? [] : [{number, text: `${countNoun(number, `order ${one}`, `orders ${many}`)}.`}];
  });

const stateTexts = [
  ['blocked', 'cannot be sent as it is', 'cannot be sent as they are'],
  ['needs_details', 'lacks details that you enter', 'lack details that you enter'],
  ['held', 'is held until you decide', 'are held until you decide'],
  ['rejected', 'was refused by the supplier', 'were refused by the supplier'],
] as const;

const restText = (number: number): string =>
  `${countNoun(number, 'order')} more: to be closed or replaced, or ${number === 1 ? 'its' : 'their'} refund or fulfilment in your store is open.`;

const unconfirmedText = (number: number): string =>
  `It is not known whether the supplier has ${countNoun(number, 'order')}: look in your supplier account.`;

export const changedOrdersHeading = (flagged: number): string =>
  `${countNoun(flagged, 'order')} changed in your store after ${flagged === 1 ? 'it was' : 'they were'} sent to the supplier`;

export const changedOrdersText =
  'Cancelled, refunded, edited or sent elsewhere: the supplier knows nothing of it. Look at the list before you pay anything; it says for each order what to do.';

/** The row about unpaid orders; null: there are none. */
export function payMatter({toPay}: Pick<Overview, 'toPay'>, now: Date): OrderMatter {
  const {count, cents, unpriced, oldestPlacedAt} = toPay;
  if (count === 0) return null;
  const waits = countNoun(count, 'dropship order waits', 'dropship orders wait');
  return {
    key: 'pay',
    tone: 'warning',
    heading: `${waits} for your payment: ${euros(cents)}`,
    sentences: [
      'Open each checkout and pay there. The supplier ships only what is paid.',
      ...(oldestPlacedAt === null ? [] : [`The oldest has waited ${age(oldestPlacedAt, now)}.`]),
      ...(unpriced === 0 ? [] : [`The sum is without ${countNoun(unpriced, 'order')} whose price is not known.`]),
    ],
    actions: [toOrdersAction(count, orderViewAddress(unpaidOrders))],
  };
}

/** The button to a list of orders. */
const toOrdersAction = (number: number, href: string) =>
  ({kind: 'page', label: number === 1 ? 'See the order' : 'See the orders', href}) as const;
