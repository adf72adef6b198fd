// The texts of flags: what happened in the store after an order was sent, and what to do about it in its present state.
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {PlannedFlag} from '#domain/orders/flags.ts';
import {countryName, inSentence} from '#domain/words/country-names.ts';

export type FlagFacts = {
  readonly state: DropshipState;
  readonly quantity: number;
  readonly country: string | null;
  readonly reference: string;
  readonly scheduled?: number;
};

/** The flag's text for the merchant: what happened, and what to do in the dropship order's current state. */
export function flagText(flag: PlannedFlag, facts: FlagFacts): string {
  return `${eventText(flag, facts)} ${instructionText(flag, facts)}`;
}

function eventText({code, wanted}: PlannedFlag, {quantity, country, scheduled = 0}: FlagFacts): string {
  switch (code) {
    case 'order_deleted':
      return 'The store order was deleted after this was sent. Whether the buyer is to get it cannot be seen any more.';
    case 'order_cancelled':
      return 'The store order was cancelled after this was sent.';
    case 'order_refunded':
      return 'The store order was refunded after this was sent.';
    case 'line_removed':
      return 'The line was removed or refunded after this was sent.';
    case 'quantity_lowered':
      return wanted === undefined
        ? `The buyer wants fewer pieces now than the ${quantity} that were sent to the supplier.`
        : `The buyer wants ${wanted === 0 ? 'none' : piecesText(wanted)} now of the ${quantity} that were sent to the supplier.`;
    case 'quantity_raised':
      if (scheduled > 0) {
        return `More pieces are due now than the ${quantity} that were sent to the supplier: a later delivery is due in the store, or the buyer wants more.`;
      }
      return `The buyer wants more pieces now than the ${quantity} that were sent to the supplier.`;
    case 'destination_changed':
      return `The delivery address is no longer the one this was sent with${country === null ? '' : ` (in ${inSentence(country, countryName(country))})`}.`;
    case 'buyer_changed':
      return 'The recipient’s name or the e-mail address is no longer the one this was sent with.';
    case 'request_cancelled':
      return 'You cancelled its fulfilment in Shopify, or moved it elsewhere, after this was sent.';
    case 'unpaid_long':
      return 'Shopify shows the buyer’s order as accepted, and it is unpaid for longer than your settings allow.';
    case 'fulfilment_cancelled':
      return 'Its fulfilment was cancelled in the store, so the store shows the buyer no shipment.';
  }
}

function instructionText(flag: PlannedFlag, facts: FlagFacts): string {
  switch (flag.code) {
    case 'quantity_raised':
      return raisedText(flag, facts);
    case 'quantity_lowered':
      return flag.wanted === 0 ? stopText(facts) : loweredText(flag, facts);
    case 'destination_changed':
      return facts.state === 'awaiting_payment'
        ? 'Give the new address at the checkout. If its zone is another, do not pay this order: the checkout takes only addresses of the zone it was opened for. Replace it.'
        : stopText(facts);
    case 'buyer_changed':
      return otherBuyerText(facts);
    case 'fulfilment_cancelled':
      return `If the parcel is on its way, try the fulfilment again. If it is not to be delivered, write to the supplier and name the reference ${facts.reference}.`;
    case 'order_deleted':
    case 'order_cancelled':
    case 'order_refunded':
    case 'line_removed':
      return stopText(facts);
    case 'request_cancelled':
      return facts.state === 'awaiting_payment' ? `${stopText(facts)} ${askAgainText}` : stopText(facts);
    case 'unpaid_long':
      return 'Was this paid at the supplier? If it was not, and is not to be, close it without paying: its fulfilment is then closed in Shopify too.';
  }
}

const askAgainText = 'If it is wanted after all, request its fulfilment again in Shopify: then it is to be paid.';

function stopText({state, reference}: FlagFacts): string {
  if (state === 'awaiting_payment') {
    return 'Do not pay it at the supplier; close it without paying: what is not paid is not delivered.';
  }
  if (state === 'shipped') return 'It is under way already: agree with the buyer on a return.';
  if (state === 'paid') {
    return `Write to the supplier at once and name the reference ${reference}; there is no other way to stop it.`;
  }
  return `Look for the reference ${reference} in your supplier account; if it is there, do not pay it.`;
}

/** What to do about another name or e-mail: the supplier's order keeps the old ones; only the name at its checkout can be changed. */
function otherBuyerText({state, reference}: FlagFacts): string {
  if (state === 'awaiting_payment') {
    return 'Give the new name at the checkout. The supplier’s order keeps the old name and e-mail address; where it must not, replace it instead of paying it.';
  }
  if (state === 'shipped') {
    return `It is under way already: tell the supplier or the carrier the new name, and name the reference ${reference}.`;
  }
  if (state === 'paid') return `Write the new ones to the supplier at once and name the reference ${reference}.`;
  return `Look for the reference ${reference} in your supplier account; if it is there, give the new name at its checkout.`;
}

/** Some pieces are still wanted, and only the supplier can reduce an order. Unpaid: replace it. Paid: ask the supplier. */
function loweredText({wanted}: PlannedFlag, {state, quantity, reference}: FlagFacts): string {
  const sends = `that sends ${wanted === undefined ? 'as many pieces as' : `the ${piecesText(wanted)}`} the buyer wants now.`;
  const only = wanted === undefined ? 'only as many pieces as the buyer wants now' : `${piecesText(wanted)} only`;
  const tooMany = wanted === undefined ? 'the pieces too many' : piecesText(quantity - wanted);
  if (state === 'awaiting_payment') return `Do not pay it at the supplier. Replace it: ${sends}`;
  if (state === 'shipped') return `It is under way already: agree with the buyer on a return of ${tooMany}.`;
  if (state === 'paid') {
    return `Write to the supplier at once: ask the supplier to send ${only}, and name the reference ${reference}.`;
  }
  return `Look for the reference ${reference} in your supplier account; if it is there, do not pay it. Close it, then place it again: ${sends}`;
}

function raisedText({wanted}: PlannedFlag, {quantity, state}: FlagFacts): string {
  const further = wanted === undefined || wanted <= quantity ? 'the further pieces' : furtherText(wanted - quantity);
  return `${state === 'awaiting_payment' ? 'Replace it: that sends all that is wanted now. Or order' : 'Order'} ${further} at the supplier yourself, or agree with the buyer.`;
}

const piecesText = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);
const furtherText = (count: number): string => (count === 1 ? 'the further piece' : `the ${count} further pieces`);
