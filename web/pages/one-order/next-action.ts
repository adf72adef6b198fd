// Decides in which order the page of a dropship order shows the actions, and which one is the likely next one.
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable, type ReasonCode} from '#domain/orders/reasons.ts';

type ActionableOrder = Pick<
  DropshipOrderDetail,
  'state' | 'reasonCode' | 'actions' | 'doNotPay' | 'ending' | 'placeAgainAsksForReference'
>;

/** The action of the primary button; null if the merchant should think before taking any. */
export function findNextAction(order: ActionableOrder): ActionName | null {
  const likely = order.doNotPay ? endingAction(order) : findLikelyAction(order);
  if (likely === null || !order.actions.includes(likely)) return null;
  return likely === 'place-again' && order.placeAgainAsksForReference ? null : likely;
}

/** The actions in the order they are shown: the next one first, those that cost money or end the order last. */
export function sortActions(order: ActionableOrder): ActionName[] {
  const next = findNextAction(order);
  // Dismissing is the other answer to the question whether the article is right, so it comes second.
  const isSecond = (action: ActionName) => order.reasonCode === 'known_by_sku' && action === 'dismiss';
  const place = (action: ActionName) =>
    action === next ? -2 : isSecond(action) ? -1 : usualActionOrder.indexOf(action);
  return order.actions.toSorted((one, other) => place(one) - place(other));
}

/** The order of the actions where none is the likely next one. */
const usualActionOrder: readonly ActionName[] = [
  'replace',
  'seen',
  'confirm',
  'shipped',
  'fulfil-again',
  'details',
  'approve',
  'place-again',
  'unpaid',
  'refunded',
  'dismiss',
  // Comes last for an order that is not to be paid; for any other it is the next action.
  'paid',
];

/** Whether the order waits for a name, an e-mail address, a colour or a size. */
export const lacksDetails = ({state, reasonCode}: Pick<ActionableOrder, 'state' | 'reasonCode'>): boolean =>
  state === 'needs_details' ||
  detailReasons.includes(reasonCode) ||
  reasonCode === 'colour_gone' ||
  reasonCode === 'size_gone';

/** The reasons that wait for a detail which the merchant can type; null is never among them. */
const detailReasons: readonly (ReasonCode | null)[] = [
  'name_missing',
  'email_missing',
  'colour_missing',
  'size_missing',
  'typed_unreadable',
];

/** The action to take in place of paying; null: none is named. */
function endingAction({ending}: ActionableOrder): ActionName | null {
  if (ending === null) return null;
  return ending.kind === 'replace' ? 'replace' : 'dismiss';
}

/** The action that the order's state and reason suggest; null: none. It may not be allowed now. */
function findLikelyAction({state, reasonCode}: ActionableOrder): ActionName | null {
  switch (state) {
    case 'needs_details':
      return 'details';
    case 'waiting':
    case 'blocked':
    case 'held':
      if (detailReasons.includes(reasonCode)) return 'details';
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
