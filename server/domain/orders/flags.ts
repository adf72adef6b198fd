// What happened to a store order after its dropship order was sent. The interface has no cancel and no return, so a flag
// says what a person has to do; it goes away when the thing is undone.
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import {countryName} from '#domain/orders/zone.ts';

export const flagCodes = [
  'order_cancelled',
  'order_refunded',
  'line_removed',
  'quantity_lowered',
  'quantity_raised',
  'destination_changed',
] as const;
export type FlagCode = (typeof flagCodes)[number];

/** States in which the supplier has the order, or may have it, and the buyer is still to get the goods. */
export const flaggedStates = [
  'placing',
  'unconfirmed',
  'awaiting_payment',
  'paid',
  'shipped',
] as const satisfies readonly DropshipState[];

/** What was sent. */
export type SentLine = {
  readonly line_gid: string;
  readonly quantity: number;
  /** Pieces the buyer wanted in all at the time; null: as many as were sent. */
  readonly wanted: number | null;
  readonly country: string | null;
  readonly province: string | null;
};

/**
 * At most one of cancelled, refunded, removed and lowered, the widest; a raised quantity and a new destination come on top.
 * @param isElsewhere whether the address is known to be another than it was sent with; the address itself is never stored.
 */
export function planFlags(order: StoreOrder, sent: SentLine, isElsewhere = false): readonly FlagCode[] {
  const line = order.lines.find(({gid}) => gid === sent.line_gid);
  const quantity = line?.currentQuantity ?? 0;
  const wanted = sent.wanted ?? sent.quantity;
  // Of pieces the store had fulfilled itself some may come back: as many as were sent are wanted all the same.
  const stillWanted = sent.quantity < wanted && (line?.unfulfilledQuantity ?? 0) >= sent.quantity;
  const flags: FlagCode[] = [];
  if (order.cancelledAt !== null) flags.push('order_cancelled');
  else if (order.financialStatus === 'REFUNDED') flags.push('order_refunded');
  else if (quantity === 0) flags.push('line_removed');
  else if (quantity < wanted && !stillWanted) flags.push('quantity_lowered');
  else if (quantity > wanted) flags.push('quantity_raised');
  if (flags[0] !== 'order_cancelled' && (isElsewhere || hasMoved(order, sent))) flags.push('destination_changed');
  return flags;
}

/** Another country, or another province of it: Puerto Rico is not served as the United States are. */
function hasMoved({destination}: StoreOrder, sent: SentLine): boolean {
  if (destination === null || destination.country === null) return false;
  if (destination.country !== sent.country) return true;
  return sent.province !== null && destination.province !== null && destination.province !== sent.province;
}

export type FlagFacts = {
  readonly state: DropshipState;
  readonly quantity: number;
  readonly country: string | null;
  readonly reference: string;
};

/** What happened, and what to do about it where the dropship order is now. */
export function flagText(code: FlagCode, facts: FlagFacts): string {
  return `${whatHappened(code, facts)} ${whatToDo(code, facts)}`;
}

function whatHappened(code: FlagCode, {quantity, country}: FlagFacts): string {
  switch (code) {
    case 'order_cancelled':
      return 'The store order was cancelled after this was sent.';
    case 'order_refunded':
      return 'The store order was refunded after this was sent.';
    case 'line_removed':
      return 'The line was removed or refunded after this was sent.';
    case 'quantity_lowered':
      return `The buyer wants fewer pieces now than the ${quantity} that were sent to the supplier.`;
    case 'quantity_raised':
      return `The buyer wants more pieces now than the ${quantity} that were sent to the supplier.`;
    case 'destination_changed':
      return `The delivery address is no longer the one this was sent with${country === null ? '' : ` (in ${countryName(country)})`}.`;
  }
}

function whatToDo(code: FlagCode, {state, reference}: FlagFacts): string {
  if (code === 'quantity_raised') return 'Order the further pieces at the supplier yourself, or agree with the buyer.';
  if (state === 'awaiting_payment') {
    return code === 'destination_changed'
      ? 'Give the new address at the checkout. If its zone is another, do not pay this order: the checkout takes only addresses of the zone it was opened for. Dismiss it and place it again.'
      : 'Do not pay it at the supplier, and dismiss it: what is not paid is not delivered.';
  }
  if (state === 'shipped') return 'It is under way already: agree with the buyer on a return.';
  if (state === 'paid')
    return `Write to the supplier at once and name the reference ${reference}; there is no other way to stop it.`;
  return `Look for the reference ${reference} in your supplier account; if it is there, do not pay it.`;
}
