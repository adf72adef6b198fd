// What the merchant reads about an order that the supplier may or may not have: what happened, and by which
// reference to look for it. Nothing is guessed, and nothing is sent again before a person has looked.
import type {Reason} from '#domain/orders/plan-dropship.ts';

/** @param why whole sentences: how far it came, and what was heard of it. */
export function unknownOutcome(why: string, reference: string): Reason {
  return {code: 'unconfirmed', text: toText(why, reference)};
}

/** The one who was sending it did not come back. */
export function lostClaim(reference: string): Reason {
  return {code: 'worker_lost', text: toText('The app stopped while sending it.', reference)};
}

function toText(why: string, reference: string): string {
  return `It is not known whether the supplier has this order. ${why} Look for the reference ${reference} in your supplier account before placing it again.`;
}
