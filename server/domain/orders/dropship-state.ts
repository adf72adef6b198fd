// The states of a dropship order, the legal transitions, and who makes them. Some SQL statements name states themselves (claim, lost
// claim, settlement, wanted again, placed again); test/db/moves-of-state.test.ts checks them against this table.

export const dropshipStates = [
  'waiting', // the app continues without the merchant
  'needs_details', // the merchant must add something
  'blocked', // cannot be sent as it is
  'held', // could be sent, but a rule requires the merchant's decision
  'placing', // the intent is committed; the request may be under way
  'unconfirmed', // it is not known whether the supplier has it
  'rejected', // the supplier refused it
  'awaiting_payment', // the supplier has it; the merchant pays at the checkout link
  'paid',
  'shipped',
  'refunded',
  'cancelled', // never sent: cancelled, refunded, removed or deleted in the store before, or handed over there
  'dismissed',
] as const;

export type DropshipState = (typeof dropshipStates)[number];

type Actor = 'app' | 'merchant';

const moves: Readonly<Record<DropshipState, Partial<Record<DropshipState, readonly Actor[]>>>> = {
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
  // From here another supplier order needs the merchant's decision: a new row with the next generation.
  unconfirmed: {awaiting_payment: ['app', 'merchant'], dismissed: ['merchant']},
  rejected: {dismissed: ['merchant']},
  awaiting_payment: {paid: ['merchant'], refunded: ['merchant'], dismissed: ['merchant']},
  paid: {shipped: ['merchant'], refunded: ['merchant']},
  shipped: {refunded: ['merchant']},
  refunded: {},
  cancelled: {waiting: ['app']}, // the line is wanted again, or the order is visible again; nothing was sent
  dismissed: {},
};

export function mayMove(from: DropshipState, to: DropshipState, actor: Actor): boolean {
  return moves[from][to]?.includes(actor) ?? false;
}

/** States in which a new plan can still change the order: nothing was sent, and nothing is being sent. */
export const openStates = ['waiting', 'needs_details', 'blocked', 'held'] as const satisfies readonly DropshipState[];

export type OpenState = (typeof openStates)[number];

export const isOpen = (state: DropshipState): state is OpenState => openStates.some((open) => open === state);
