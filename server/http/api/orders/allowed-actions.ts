// Which actions the merchant may take on a dropship order now, and the refusals for the others.

import {findEnding} from '#domain/orders/attention/ending.ts';
import {hasUnseenFlag} from '#domain/orders/attention/needs-merchant.ts';
import {type DropshipState, isOpenState, mayMove} from '#domain/orders/dropship-state.ts';
import {maxStandingAnswers} from '#domain/settings/settings.ts';
import {placeAgainStates} from '../../../actions/place-again.ts';
import type {ActionConflict} from '../../../actions/repeated-action.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {type ActionName, actionNames} from '../../contract/dropship-orders.ts';
import {Refusal} from '../../refusal.ts';

/** The actions that the merchant may take now. @param mayBeNext whether the line has no later order, and its buyer no refund that counts. */
export function allowedActions(
  order: Pick<StoredDropshipOrder, 'state' | 'ref' | 'fulfil' | 'fulfilment_gid' | 'flags' | 'flags_seen'>,
  mayBeNext: boolean,
): ActionName[] {
  const {state, ref, fulfil, fulfilment_gid} = order;
  // A shipment can be corrected only if the app knows the fulfilment.
  const mayCorrect = state === 'shipped' && !(fulfil === 'done' && fulfilment_gid === null);
  const legal: Readonly<Record<ActionName, boolean>> = {
    details: isOpenState(state),
    approve: isOpenState(state),
    'place-again': mayBeNext && placeAgainStates.some((from) => from === state),
    replace: mayBeNext && findEnding(order)?.kind === 'replace',
    confirm: state === 'unconfirmed' || (state === 'awaiting_payment' && ref === null),
    paid: mayMove(state, 'paid', 'merchant'),
    unpaid: state === 'paid',
    shipped: mayMove(state, 'shipped', 'merchant') || mayCorrect,
    refunded: mayMove(state, 'refunded', 'merchant'),
    'fulfil-again': state === 'shipped' && fulfil === 'failed',
    seen: hasUnseenFlag(order),
    dismiss: mayMove(state, 'dismissed', 'merchant'),
  };
  return actionNames.filter((action) => legal[action]);
}

/**
 * Whether the supplier may have the order without our knowing it: it is being sent, or its outcome is unknown. Dismissing changes
 * nothing: an order that was sent and neither placed nor refused still has an unknown outcome. An order placed again already has a
 * successor, so its reference is not requested twice.
 */
export function mayBeAtSupplier({
  state,
  sent_at,
  placed_at,
  reason_code,
}: Pick<StoredDropshipOrder, 'state' | 'sent_at' | 'placed_at' | 'reason_code'>): boolean {
  if (state === 'unconfirmed' || state === 'placing') return true;
  if (reason_code === 'rejected' || reason_code === 'placed_again') return false;
  return state === 'dismissed' && sent_at !== null && placed_at === null;
}

/** The 409 for an action that the order's state does not allow; it names the possible actions. */
export function notAllowedRefusal(action: ActionName, state: DropshipState, possible: readonly ActionName[]): Refusal {
  const can =
    possible.length === 0
      ? 'Nothing more can be done with it.'
      : `What can be done now: ${possible.map((name) => repeatedActionPhrases[state]?.[name] ?? actionPhrases[name]).join(', ')}.`;
  return new Refusal(409, 'not_now', `The order ${statePhrases[state]}${whyNotAllowed(action, state)}. ${can}`);
}

/** The refusal for each kind of `ActionConflict`: an earlier action, a fact of the order, or the settings rule the action out. */
export function conflictRefusal({why}: ActionConflict, {ref}: Pick<StoredDropshipOrder, 'ref'>): Refusal {
  switch (why) {
    case 'shipment_at_once':
      return shippedOtherwise(
        'The shipment is being written to the store at this moment. Nothing was changed; try again in two minutes.',
      );
    case 'shipment_in_store':
      return shippedOtherwise(
        "The line was fulfilled in the store by a fulfilment that is not known here, so its tracking cannot be changed from here. Change it on the order's page in Shopify.",
      );
    case 'other_tracking':
      return shippedOtherwise(
        'It was marked as shipped with other tracking meanwhile. If this one is right, correct it on the page of the order.',
      );
    case 'other_ref':
      return new Refusal(
        409,
        'confirmed_otherwise',
        `The order is known as ${ref ?? 'another one'} at the supplier. Nothing was changed.`,
        'ref',
      );
    case 'other_reason':
      return new Refusal(
        409,
        'other_reason',
        'The order changed while you looked at it: something else holds it back now. Nothing was changed; read it again.',
      );
    case 'buyer_erased':
      return new Refusal(
        409,
        'buyer_erased',
        "The buyer asked Shopify to be erased, so Piecewise stores no tracking for this order. Mark it as shipped without tracking, and enter the tracking on the order's page in Shopify.",
        'trackingNumber',
      );
    case 'do_not_pay':
      return new Refusal(
        409,
        'do_not_pay',
        'This order is not to be paid, because its store order changed. If you paid it all the same, mark it on its own page.',
      );
    case 'buyer_refunded':
      return new Refusal(409, why, buyerRefundedText);
    case 'nothing_to_remember':
      return new Refusal(
        422,
        'nothing_to_remember',
        'Enter the colour or size that is to be ordered always. A word that the variant states itself cannot be replaced for the article.',
        'always',
      );
    case 'too_many_answers':
      return new Refusal(
        422,
        'too_many_answers',
        `At most ${maxStandingAnswers} answers for articles are kept. Forget some under Settings first.`,
        'always',
      );
  }
}

const buyerRefundedText =
  'The buyer was refunded, or may have been, so the line is not placed again. Look at “Refund to the buyer” first.';
const shippedOtherwise = (message: string): Refusal => new Refusal(409, 'shipped_otherwise', message);

/** How the refusal's sentence goes on after the state of the order. */
function whyNotAllowed(action: ActionName, state: DropshipState): string {
  if (action === 'place-again' && state === 'awaiting_payment') {
    return ', so it is placed again only after you closed it: otherwise it could be paid twice';
  }
  if (action === 'replace' && state === 'awaiting_payment') {
    return ', and nothing that changed in the store asks for another one in its place';
  }
  if (action === 'unpaid' && state === 'shipped') {
    return ', so you cannot mark it as not paid: the supplier ships only what is paid';
  }
  return `, so you cannot ${actionPhrases[action]}`;
}

/** Each action as a phrase after "you cannot". */
const actionPhrases: Readonly<Record<ActionName, string>> = {
  details: 'give details',
  approve: 'have it sent now',
  'place-again': 'place it again',
  replace: 'replace it',
  confirm: 'confirm that the supplier has it',
  paid: 'mark it as paid',
  unpaid: 'mark it as not paid',
  shipped: 'mark it as shipped',
  refunded: 'mark it as refunded by the supplier',
  'fulfil-again': 'try the fulfilment in the store again',
  seen: 'say that you have seen what changed in the store',
  dismiss: 'close it',
};

/** The phrase for an action that is taken again in the state it leads to. */
const repeatedActionPhrases: Readonly<Partial<Record<DropshipState, Partial<Record<ActionName, string>>>>> = {
  awaiting_payment: {confirm: "give the supplier's number"},
  shipped: {shipped: 'correct its tracking'},
};

/** Each state as a phrase after "The order". */
const statePhrases: Readonly<Record<DropshipState, string>> = {
  waiting: 'is waiting and goes on by itself',
  needs_details: 'waits for details from you',
  blocked: 'cannot be sent as it is',
  held: 'is held until you decide',
  placing: 'is being sent at this moment',
  unconfirmed: 'is unconfirmed: it is not known whether the supplier has it',
  rejected: 'was rejected by the supplier',
  awaiting_payment: 'is at the supplier and waits for your payment',
  paid: 'is paid',
  shipped: 'is shipped',
  refunded: 'was refunded by the supplier',
  cancelled: 'was never sent, because the store order was cancelled or refunded before',
  dismissed: 'is closed',
};
