// Reads the supplier's answer to `a=order`. Interface document, "Dropship order response".

import {parseJson, whyNotJson} from '#domain/json.ts';
import {trimEndWhile} from '#domain/text.ts';
import {type FieldsByName, toFields} from '../find-list.ts';
import type {CappedBody} from '../transport/body-cap.ts';
import {readErrorMessage} from '../transport/error-message.ts';
import {type CheckoutPolicy, readCheckoutLink} from './checkout-link.ts';

/** What became of the request to place an order. */
export type PlaceOutcome =
  /** The supplier has the order. A link that is unsafe to show is withheld, with the reason. */
  | {kind: 'placed'; ref: string; checkoutUrl: string | null; checkoutWithheld: string | null; status: number}
  /** The supplier understood the request and refused it. */
  | {kind: 'rejected'; message: string; status: number}
  /**
   * The supplier does not accept the key. Assumption: it checks the key before anything else. `status` null: the key cannot be sent in a
   * header, so no request was made.
   */
  | {kind: 'unauthorised'; message: string; status: 401 | null}
  /** It is certain that no byte of the request was sent, so it may be sent again. */
  | {kind: 'never_sent'; why: string}
  /** No byte was sent: no place was free in time, or our own deadline had passed when the connection was open. */
  | {kind: 'overdue'; why: string}
  /** The request may have arrived. It is sent again only if the merchant decides so. */
  | {kind: 'unconfirmed'; why: string; status: number | null};

/** An answer to `a=order`, with what is needed to read it. */
export type PlaceAnswer = {
  readonly status: number;
  readonly text: CappedBody;
  /** Our reference, as sent. */
  readonly reference: string;
  /** The dropship key, which is removed from the supplier's message. */
  readonly key: string;
  /** The buyer's name and e-mail address, which are removed from the supplier's message. */
  readonly buyer: readonly string[];
  readonly policy: CheckoutPolicy;
};

/** Reads the outcome of an order from the supplier's answer. In doubt it is `unconfirmed`. */
export function readPlaceAnswer({status, text, reference, key, buyer, policy}: PlaceAnswer): PlaceOutcome {
  const body = text.kind === 'text' ? parseJson(text.text) : undefined;
  const message = readErrorMessage(body, [key], buyer);
  if (status === 401)
    return {kind: 'unauthorised', message: message ?? 'The supplier does not accept the dropship key.', status};
  const fields = toFields(body);
  if (isRefusal(status) && fields?.get('ok') === false) {
    return {kind: 'rejected', message: message ?? 'The supplier gave no reason.', status};
  }
  const unconfirmed = (why: string): PlaceOutcome => {
    const quoted =
      message === null
        ? ''
        : ` It said: ${trimEndWhile(message, (character) => character === '.' || character.trim() === '')}.`;
    return {kind: 'unconfirmed', why: `The supplier answered (HTTP ${status}), but ${why}.${quoted}`, status};
  };
  if (status < 200 || status > 299) return unconfirmed(unconfirmedReason(status));
  if (text.kind === 'unreadable') return unconfirmed(text.why);
  if (fields === null) return unconfirmed(body === undefined ? whyNotJson(text.text) : 'it is not an order');
  const ref = readRef(fields);
  if (fields.get('ok') !== true) return unconfirmed('it does not say that the order was taken');
  if (ref === null) return unconfirmed('it holds no usable order reference');
  if (!isOurReference(fields.get('reference'), reference)) return unconfirmed('it names another reference than ours');
  const {checkoutUrl, checkoutWithheld} = readCheckoutLink(fields.get('checkout_url'), policy);
  return {kind: 'placed', ref, checkoutUrl, checkoutWithheld, status};
}

/** Whether the status refuses the order. 408 (the request came too slowly) and 429 (too many requests) say nothing about the order. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** How the supplier answered instead of confirming, as the end of a sentence. */
function unconfirmedReason(status: number): string {
  if (status < 400) return 'it points elsewhere, which is not followed';
  if (status === 429) return 'only to ask for slower requests';
  return status >= 500 ? 'with an error of its own' : 'without saying that the order was refused';
}

/** The supplier's reference as received; null if it is blank, very long or has control characters. */
function readRef(fields: FieldsByName): string | null {
  const ref = fields.get('ref');
  return typeof ref === 'string' && ref.trim() !== '' && ref.length <= 200 && !/\p{Cc}/u.test(ref) ? ref : null;
}

/** Whether the answer repeats our reference or none. The interface document says "echoed back" but shows no field, so none is normal. */
function isOurReference(echoed: unknown, reference: string): boolean {
  return echoed === undefined || echoed === null || echoed === reference;
}
