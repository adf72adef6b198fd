// The meaning of an answer to a=order. Interface document, "Dropship order response".

import {parseJson, whyNotJson} from '#domain/json.ts';
import {withoutEnd} from '#domain/text.ts';
import {type Fields, fieldsOf} from '../find-list.ts';
import type {CappedBody} from '../transport/body-cap.ts';
import {readErrorMessage} from '../transport/error-message.ts';
import {type CheckoutPolicy, readCheckoutLink} from './checkout-link.ts';

export type PlaceOutcome =
  /** The supplier has it. A link that is unsafe to show is withheld, with the reason. */
  | {kind: 'placed'; ref: string; checkoutUrl: string | null; checkoutWithheld: string | null; status: number}
  /** The supplier understood the request and refused it. */
  | {kind: 'rejected'; message: string; status: number}
  /**
   * The key is not accepted. Assumption: the supplier checks it before anything else. `status` null: the key cannot be sent in a header,
   * so no request was made.
   */
  | {kind: 'unauthorised'; message: string; status: 401 | null}
  /** Certain: no byte of the request left. It may be sent again. */
  | {kind: 'never_sent'; why: string}
  /** No byte left either: no place was free in time, or our own deadline had passed when the connection was open. */
  | {kind: 'overdue'; why: string}
  /** It may have arrived. Only a merchant's decision sends it again. */
  | {kind: 'unconfirmed'; why: string; status: number | null};

export type PlaceAnswer = {
  readonly status: number;
  readonly text: CappedBody;
  /** Our reference, as sent. */
  readonly reference: string;
  /** Removed from the supplier's message, like the buyer's name and e-mail. */
  readonly key: string;
  readonly buyer: readonly string[];
  readonly policy: CheckoutPolicy;
};

export function readPlaceAnswer({status, text, reference, key, buyer, policy}: PlaceAnswer): PlaceOutcome {
  const body = text.kind === 'text' ? parseJson(text.text) : undefined;
  const message = readErrorMessage(body, [key], buyer);
  if (status === 401)
    return {kind: 'unauthorised', message: message ?? 'The supplier does not accept the dropship key.', status};
  const fields = fieldsOf(body);
  if (isRefusal(status) && fields?.get('ok') === false) {
    return {kind: 'rejected', message: message ?? 'The supplier gave no reason.', status};
  }
  const unconfirmed = (why: string): PlaceOutcome => {
    const quoted =
      message === null
        ? ''
        : ` It said: ${withoutEnd(message, (character) => character === '.' || character.trim() === '')}.`;
    return {kind: 'unconfirmed', why: `The supplier answered (HTTP ${status}), but ${why}.${quoted}`, status};
  };
  if (status < 200 || status > 299) return unconfirmed(whyOpen(status));
  if (text.kind === 'unreadable') return unconfirmed(text.why);
  if (fields === null) return unconfirmed(body === undefined ? whyNotJson(text.text) : 'it is not an order');
  const ref = readRef(fields);
  if (fields.get('ok') !== true) return unconfirmed('it does not say that the order was taken');
  if (ref === null) return unconfirmed('it holds no usable order reference');
  if (!isOurs(fields.get('reference'), reference)) return unconfirmed('it names another reference than ours');
  const {checkoutUrl, checkoutWithheld} = readCheckoutLink(fields.get('checkout_url'), policy);
  return {kind: 'placed', ref, checkoutUrl, checkoutWithheld, status};
}

/** 408 (the request came too slowly) and 429 (too many requests) say nothing about the order itself. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

function whyOpen(status: number): string {
  if (status < 400) return 'it points elsewhere, which is not followed';
  if (status === 429) return 'only to ask for slower requests';
  return status >= 500 ? 'with an error of its own' : 'without saying that the order was refused';
}

/** Kept as received; null if it is blank, very long or has control characters. */
function readRef(fields: Fields): string | null {
  const ref = fields.get('ref');
  return typeof ref === 'string' && ref.trim() !== '' && ref.length <= 200 && !/\p{Cc}/u.test(ref) ? ref : null;
}

/** The interface document says "echoed back" and shows no field for it, so an answer without one is normal. */
function isOurs(echoed: unknown, reference: string): boolean {
  return echoed === undefined || echoed === null || echoed === reference;
}
