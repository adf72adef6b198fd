// Which actions the merchant may take on a dropship order now, and the refusals for the others.
import {type DropshipState, isOpen, mayMove} from '#domain/orders/dropship-state.ts';
import {findSeen, isFlaggedState} from '#domain/orders/flags.ts';
import {mostStandingAnswers} from '#domain/settings/settings.ts';
import {placedAgainFrom} from '../../../actions/place-again.ts';
import type {ActionConflict} from '../../../actions/repeated-action.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {type ActionName, actionNames} from '../../contract/dropship-orders.ts';
import {Refusal} from '../../refusal.ts';

/** @param isLatest whether the line has no later generation. */
export function allowedActions(
  order: Pick<StoredDropshipOrder, 'state' | 'ref' | 'fulfil' | 'fulfilment_gid' | 'flags' | 'flags_seen'>,
  isLatest: boolean,
): ActionName[] {
  const {state, ref, fulfil, fulfilment_gid, flags, flags_seen} = order;
  // A fulfilment that is not known here cannot be corrected from here.
  const mayCorrect = state === 'shipped' && !(fulfil === 'done' && fulfilment_gid === null);
  const legal: Readonly<Record<ActionName, boolean>> = {
    details: isOpen(state),
    approve: isOpen(state),
    'place-again': isLatest && placedAgainFrom.some((from) => from === state),
    confirm: mayMove(state, 'awaiting_payment', 'merchant') || (state === 'awaiting_payment' && ref === null),
    paid: mayMove(state, 'paid', 'merchant'),
    shipped: mayMove(state, 'shipped', 'merchant') || mayCorrect,
    refunded: mayMove(state, 'refunded', 'merchant'),
    'fulfil-again': state === 'shipped' && fulfil === 'failed',
    seen: isFlaggedState(state) && flags.some((flag) => findSeen(flag, flags_seen) === null),
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

export function actionNotAllowed(action: ActionName, state: DropshipState, possible: readonly ActionName[]): Refusal {
  const can =
    possible.length === 0
      ? 'Nothing more can be done with it.'
      : `What can be done now: ${possible.map((name) => repeated[state]?.[name] ?? actionPhrases[name]).join(', ')}.`;
  return new Refusal(409, 'not_now', `The order ${standing[state]}${because(action, state)}. ${can}`);
}

/** The refusal for each kind of `ActionConflict`: an earlier action, a fact of the order, or the settings rule the action out. */
export function actionConflict({why}: ActionConflict, {ref}: Pick<StoredDropshipOrder, 'ref'>): Refusal {
  switch (why) {
    case 'shipment_at_once':
      return new Refusal(
        409,
        'shipped_otherwise',
        'The shipment is being written to the store at this moment. Nothing was changed; try again in two minutes.',
      );
    case 'shipment_in_store':
      return new Refusal(
        409,
        'shipped_otherwise',
        "The line was fulfilled in the store by a fulfilment that is not known here, so its tracking cannot be changed from here. Change it on the order's page in Shopify.",
      );
    case 'other_ref':
      return new Refusal(
        409,
        'confirmed_otherwise',
        `The order is known as ${ref ?? 'another one'} at the supplier. Nothing was changed.`,
        'ref',
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
        `At most ${mostStandingAnswers} answers for articles are kept. Forget some under Settings first.`,
        'always',
      );
  }
}

function because(action: ActionName, state: DropshipState): string {
  if (action === 'place-again' && state === 'awaiting_payment') {
    return ', so it is placed again only after you dismissed it: otherwise it could be paid twice';
  }
  return `, so you cannot ${actionPhrases[action]}`;
}

const actionPhrases: Readonly<Record<ActionName, string>> = {
  details: 'give details',
  approve: 'have it placed anyway',
  'place-again': 'place it again',
  confirm: 'confirm that the supplier has it',
  paid: 'mark it as paid',
  shipped: 'mark it as shipped',
  refunded: 'mark it as refunded by the supplier',
  'fulfil-again': 'try the fulfilment in the store again',
  seen: 'say that you have seen what changed in the store',
  dismiss: 'dismiss it',
};

/** The phrase for an action that is taken again in the state it leads to. */
const repeated: Readonly<Partial<Record<DropshipState, Partial<Record<ActionName, string>>>>> = {
  awaiting_payment: {confirm: "give the supplier's number"},
  shipped: {shipped: 'correct its tracking'},
};

const standing: Readonly<Record<DropshipState, string>> = {
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
  dismissed: 'is dismissed',
};
