// The states of a dropship order, and which transitions the app and the merchant may make. Some SQL statements name states (claim, lost
// claim, settlement, wanted again, placed again); test/db/moves-of-state.test.ts checks them against this table.

/** All states, each with its meaning. */
export const dropshipStates = [
  'waiting', // the app continues without the merchant
  'needs_details', // the merchant must add something
  'blocked', // cannot be sent as it is
  'held', // could be sent, but a rule requires the merchant's decision
  'placing', // the intent is committed; the request may be under way
  'unconfirmed', // it is not known whether the supplier has it
  'rejected', // the supplier refused it
  'awaiting_payment', // the supplier has it; the merchant pays at the checkout link
  'paid', // the merchant said that the supplier has been paid
  'shipped', // the merchant said that the supplier shipped it
  'refunded', // the merchant said that the supplier refunded it in full
  'cancelled', // never sent: cancelled, refunded, removed or deleted in the store before, or handed over there
  'dismissed', // the merchant closed it
] as const;

export type DropshipState = (typeof dropshipStates)[number];

/** Who makes a transition. */
type Actor = 'app' | 'merchant';

/** By the present state, the states that may follow, each with who may make that transition. */
const allowedTransitions: Readonly<Record<DropshipState, Partial<Record<DropshipState, readonly Actor[]>>>> = {
  waiting: {
    placing: ['app'],
    needs_details: ['app'],
    blocked: ['app'],
    held: ['app'],
    cancelled: ['app'],
    dismissed: ['merchant'],
  },
  needs_details: {
    waiting: ['app', 'merchant'],
    blocked: ['app'],
    held: ['app'],
    cancelled: ['app'],
    dismissed: ['merchant'],
  },
  blocked: {
    waiting: ['app', 'merchant'],
    needs_details: ['app'],
    held: ['app'],
    cancelled: ['app'],
    dismissed: ['merchant'],
  },
  held: {
    waiting: ['app', 'merchant'],
    needs_details: ['app'],
    blocked: ['app'],
    cancelled: ['app'],
    dismissed: ['merchant'],
  },
  placing: {
    awaiting_payment: ['app'],
    unconfirmed: ['app'],
    rejected: ['app'],
    waiting: ['app'], // only if the request was certainly never sent, or the key was refused before processing
  },
  // From these states on, another supplier order for the line needs the merchant's decision and a new row with the next generation.
  unconfirmed: {awaiting_payment: ['app', 'merchant'], dismissed: ['merchant']},
  rejected: {dismissed: ['merchant']},
  // What was not paid at the supplier cannot be refunded by it.
  awaiting_payment: {paid: ['merchant'], dismissed: ['merchant']},
  // Back: the merchant said by mistake that it is paid.
  paid: {awaiting_payment: ['merchant'], shipped: ['merchant'], refunded: ['merchant']},
  shipped: {refunded: ['merchant']},
  refunded: {},
  cancelled: {waiting: ['app']}, // the line is wanted again, or the order is visible again; nothing was sent
  dismissed: {},
};

/** Whether `actor` may change an order from one state to another. */
export function mayMove(from: DropshipState, to: DropshipState, actor: Actor): boolean {
  return allowedTransitions[from][to]?.includes(actor) ?? false;
}

/** States in which nothing was sent or is being sent, so a new plan can still change the order. */
export const openStates = ['waiting', 'needs_details', 'blocked', 'held'] as const satisfies readonly DropshipState[];

export type OpenState = (typeof openStates)[number];

const beforePayment: readonly DropshipState[] = [...openStates, 'placing', 'unconfirmed', 'awaiting_payment'];

/** Whether the order may still come to be paid at the supplier. */
export const isBeforePayment = (state: DropshipState): boolean => beforePayment.includes(state);

/** Whether nothing of the order was sent or is being sent. */
export const isOpenState = (state: DropshipState): state is OpenState => openStates.some((open) => open === state);
