// What can be done to several orders at once: to which of them, and the texts.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction} from '#contract/order-actions.ts';
import {isOpen, mayMove} from '#domain/orders/dropship-state.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {lossText, whyUnknown} from '../../shared/orders/loss-warning.tsx';
import {euros} from '../../text/format.ts';
import {counted} from '../../text/words.ts';

type BulkText = {
  readonly action: BulkAction;
  readonly button: string;
  /** What the confirmation says. */
  readonly question: (orders: readonly DropshipOrder[]) => readonly string[];
  readonly done: (orders: number) => string;
  readonly notDone: (orders: number) => string;
};

export const bulkTexts: readonly BulkText[] = [
  {
    action: 'paid',
    button: 'Mark as paid',
    question: (orders) => [
      `Do this when you have paid ${costOf(orders)} for them at the supplier’s checkout. You can undo it for ten seconds.`,
      ...risksOf(orders),
    ],
    done: (number) => `${counted(number, 'order')} marked as paid.`,
    notDone: (number) => `${counted(number, 'order')} not marked as paid:`,
  },
  {
    action: 'approve',
    button: 'Place anyway',
    question: (orders) => [
      'Piecewise sends them to the supplier now, although the reasons they wait for still hold.',
      ...risksOf(orders),
    ],
    done: (number) => `${counted(number, 'order')} approved. Piecewise places them.`,
    notDone: (number) => `${counted(number, 'order')} not approved:`,
  },
  {
    action: 'dismiss',
    button: 'Dismiss',
    question: () => [
      'Piecewise does nothing more with them. What the supplier already has stays there; do not pay it.',
    ],
    done: (number) => `${counted(number, 'order')} dismissed.`,
    notDone: (number) => `${counted(number, 'order')} not dismissed:`,
  },
];

/** Whether the server would take the action for the order as it is shown. */
export function mayBeDone(action: BulkAction, {state, doNotPay, reasonCode}: DropshipOrder): boolean {
  switch (action) {
    case 'paid':
      return state === 'awaiting_payment' && !doNotPay;
    case 'approve':
      return isOpen(state) && isOverrulable(reasonCode);
    case 'dismiss':
      return mayMove(state, 'dismissed', 'merchant');
  }
}

function costOf(orders: readonly DropshipOrder[]): string {
  const costs = orders.map(({price, quantity, fee}) =>
    price === null || fee === null ? null : price * quantity + fee,
  );
  const unknown = costs.filter((cost) => cost === null).length;
  const sum = euros(costs.reduce<number>((total, cost) => total + (cost ?? 0), 0));
  return unknown === 0 ? sum : `${sum} and an unknown amount for ${counted(unknown, 'order')}`;
}

/** No order that loses money, or may lose money, is paid or placed unseen among others. */
function risksOf(orders: readonly DropshipOrder[]): readonly string[] {
  const losing = orders.flatMap((order) => {
    const loss = lossText(order);
    return loss === null ? [] : [`${order.orderName} (${loss})`];
  });
  const unknown = orders.flatMap((order) => (whyUnknown(order) === null ? [] : [order.orderName]));
  return [
    ...(losing.length === 0 ? [] : [`Store orders that lose money: ${[...new Set(losing)].join(', ')}.`]),
    ...(unknown.length === 0
      ? []
      : [`Store orders of which it is not known whether they lose money: ${[...new Set(unknown)].join(', ')}.`]),
  ];
}
