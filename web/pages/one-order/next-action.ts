// In which order the page of a dropship order shows its actions, and which of them is the likely next one.
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable, type ReasonCode} from '#domain/orders/reasons.ts';

type Acted = Pick<DropshipOrderDetail, 'state' | 'reasonCode' | 'actions' | 'doNotPay' | 'placeAgainAsksForReference'>;

/** The action of the primary button; null if the merchant should think before taking any. */
export function nextAction(order: Acted): ActionName | null {
  const likely = likelyAction(order);
  if (likely === null || order.doNotPay || !order.actions.includes(likely)) return null;
  return likely === 'place-again' && order.placeAgainAsksForReference ? null : likely;
}

/** The next action first, what costs money or ends the order last. */
export function inOrder(order: Acted): ActionName[] {
  const next = nextAction(order);
  // Both answers to one question stand together.
  const isSecond = (action: ActionName) => order.reasonCode === 'known_by_sku' && action === 'dismiss';
  const place = (action: ActionName) => (action === next ? -2 : isSecond(action) ? -1 : usualOrder.indexOf(action));
  return order.actions.toSorted((one, other) => place(one) - place(other));
}

const usualOrder: readonly ActionName[] = [
  'seen',
  'confirm',
  'shipped',
  'fulfil-again',
  'details',
  'approve',
  'place-again',
  'refunded',
  'dismiss',
  // Comes last for an order that is not to be paid; for any other it is the next action.
  'paid',
];

/** Whether the order waits for a name, an e-mail address, a colour or a size. */
export const lacksDetails = ({state, reasonCode}: Pick<Acted, 'state' | 'reasonCode'>): boolean =>
  state === 'needs_details' ||
  fromDetails.includes(reasonCode) ||
  reasonCode === 'colour_gone' ||
  reasonCode === 'size_gone';

const fromDetails: readonly (ReasonCode | null)[] = [
  'name_missing',
  'email_missing',
  'colour_missing',
  'size_missing',
  'typed_unreadable',
];

function likelyAction({state, reasonCode}: Acted): ActionName | null {
  switch (state) {
    case 'needs_details':
      return 'details';
    case 'waiting':
    case 'blocked':
    case 'held':
      if (fromDetails.includes(reasonCode)) return 'details';
      return isOverrulable(reasonCode) ? 'approve' : null;
    case 'unconfirmed':
      return 'confirm';
    case 'rejected':
      return 'place-again';
    case 'awaiting_payment':
      return 'paid';
    case 'paid':
      return 'shipped';
    case 'shipped':
      return 'fulfil-again';
    case 'placing':
    case 'refunded':
    case 'cancelled':
    case 'dismissed':
      return null;
  }
}
