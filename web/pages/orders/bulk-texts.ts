// The actions on several orders: which orders each is offered for, and its texts.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction} from '#contract/order-actions.ts';
import {isOpenState, mayMove} from '#domain/orders/dropship-state.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {lossText, whyMarginUnknown} from '../../shared/orders/loss-warning.tsx';
import {overrideTexts} from '../../shared/orders/override-texts.ts';
import {euros} from '../../text/format.ts';
import {countNoun, notPaidTwice} from '../../text/words.ts';

type BulkText = {
  readonly action: BulkAction;
  readonly button: string;
  /** The sentences of the confirmation. */
  readonly question: (orders: readonly DropshipOrder[]) => readonly string[];
  /** The sentence that says to how many orders the action was done. */
  readonly done: (orders: number) => string;
  /** The beginning of a sentence that says to how many orders the action was not done; the reasons follow. */
  readonly notDone: (orders: number) => string;
};

export const bulkTexts: readonly BulkText[] = [
  {
    action: 'paid',
    button: 'Mark as paid',
    question: (orders) => [
      `Do this when you have paid ${totalCostText(orders)} for them at the supplier’s checkout. You can undo it for ten seconds.`,
      ...riskSentences(orders),
    ],
    done: (number) => `${countNoun(number, 'order')} marked as paid.`,
    notDone: (number) => `${countNoun(number, 'order')} not marked as paid:`,
  },
  {
    action: 'unpaid',
    button: 'Not paid after all',
    question: ({length}) => [
      `${length === 1 ? 'It waits for your payment again, with its checkout.' : 'They wait for your payment again, each with its checkout.'} ${notPaidTwice}`,
    ],
    done: (number) => `${countNoun(number, 'order waits', 'orders wait')} for your payment again.`,
    notDone: (number) => `${countNoun(number, 'order')} not changed; the row says why.`,
  },
  {
    action: 'approve',
    button: 'Send now',
    question: (orders) => [
      `Piecewise sends them to the supplier now. This overrides what holds them back: ${overridesOf(orders)}.`,
      ...riskSentences(orders),
    ],
    done: (number) => `${countNoun(number, 'order')} approved. Piecewise places them.`,
    notDone: (number) => `${countNoun(number, 'order')} not approved; the row says why.`,
  },
  {
    action: 'dismiss',
    button: 'Close them',
    question: () => [
      'Piecewise does nothing more with them. What the supplier already has stays there; do not pay it.',
    ],
    done: (number) => `${countNoun(number, 'order')} closed.`,
    notDone: (number) => `${countNoun(number, 'order')} not closed; the row says why.`,
  },
];

/** Whether the action is offered for the order, by what the list shows of it. */
export function mayActOn(action: BulkAction, {state, doNotPay, reasonCode}: DropshipOrder): boolean {
  switch (action) {
    case 'paid':
      return state === 'awaiting_payment' && !doNotPay;
    case 'unpaid':
      return state === 'paid';
    case 'approve':
      return isOpenState(state) && isOverrulable(reasonCode);
    case 'dismiss':
      return mayMove(state, 'dismissed', 'merchant');
  }
}

/** What sending these orders overrides: of each order the one reason that the list shows; the page of the order names all of them. */
const overridesOf = (orders: readonly DropshipOrder[]): string =>
  [...new Set(orders.flatMap(({reasonCode}) => (isOverrulable(reasonCode) ? [overrideTexts[reasonCode]] : [])))].join(
    '; ',
  );

/** What these orders cost in all, as text; says for how many the amount is not known. */
function totalCostText(orders: readonly DropshipOrder[]): string {
  const costs = orders.map(({price, quantity, fee}) =>
    price === null || fee === null ? null : price * quantity + fee,
  );
  const unknown = costs.filter((cost) => cost === null).length;
  const sum = euros(costs.reduce<number>((total, cost) => total + (cost ?? 0), 0));
  return unknown === 0 ? sum : `${sum} and an unknown amount for ${countNoun(unknown, 'order')}`;
}

/** Sentences about the orders that lose money, or may lose money, so that none is paid or placed unseen among others. */
function riskSentences(orders: readonly DropshipOrder[]): readonly string[] {
  const losing = orders.flatMap((order) => {
    const loss = lossText(order);
    return loss === null ? [] : [`${order.orderName} (${loss})`];
  });
  const unknown = orders.flatMap((order) => (whyMarginUnknown(order) === null ? [] : [order.orderName]));
  return [
    ...(losing.length === 0 ? [] : [`Store orders that lose money: ${[...new Set(losing)].join(', ')}.`]),
    ...(unknown.length === 0
      ? []
      : [`Store orders of which it is not known whether they lose money: ${[...new Set(unknown)].join(', ')}.`]),
  ];
}
