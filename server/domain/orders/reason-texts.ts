// Sentences for the merchant about why an order is not sent: those that are the same for every order, and those about an unknown outcome.
// A sentence that states facts of its order is written where the reason is decided.
import type {Reason, ReasonCode} from '#domain/orders/reasons.ts';

/** The reason if the buyer's e-mail address cannot be sent to the supplier. */
export const unusableEmailReason: Reason = {
  code: 'email_missing',
  text: "The buyer's e-mail address in the store is not one valid address; the supplier asks for one.",
};

/** The sentence of each code that needs no facts of the order. */
const fixedTexts = {
  order_cancelled: 'The store order was cancelled.',
  line_removed: 'The line was removed or refunded in the store.',
  order_refunded: 'The store order was refunded.',
  handed_over: 'The line is fulfilled in the store and has no delivery address: it was handed over there.',
  order_gone: 'The order or its line is no longer in the store.',

  already_fulfilled: 'The line is already fulfilled in the store. Send it only if that is not so.',
  fulfilment_on_hold: 'Its fulfilment is on hold in the store. It is sent when the hold is released there.',
  fulfilment_scheduled: 'Its fulfilment is scheduled for later in the store. It is sent when the store opens it.',
  known_by_sku:
    'This line has no product in the store; only its SKU is that of this article. Say whether it is the article. Nothing is sent before.',
  variant_unknown: 'The ordered variant is not one that Piecewise made, so the article, colour and size are not known.',
  nothing_to_ship: 'The line is not a physical good that is shipped.',
  not_routed:
    'The store has not assigned this line to a location yet. It is looked at again every minute until ten minutes after the order was placed.',
  address_withheld:
    'Shopify withholds the delivery address of this order from Piecewise, as it does with data of buyers on small plans or without approval. Nothing was sent; it is looked at again when Shopify shows the address.',
  no_country: 'The store order has no delivery address with a country.',
  test_order: 'This is a test order. Test orders are not sent to the supplier.',
  risk: 'Shopify advises to check this order for fraud first.',
  risk_pending:
    'Shopify’s fraud analysis of this order is not there yet. It is waited for until half an hour after the order was placed, as the settings say.',

  name_missing: "The buyer's name is missing; the supplier asks for it.",
  email_missing: "The buyer's e-mail address is missing; the supplier asks for it.",
  typed_unreadable: 'What you typed for this order can no longer be read. Type it again; the order is sent then.',
  sending_paused: 'Sending is paused in the settings.',
  approval_asked: 'You are asked before each order is sent, as the settings say.',
  settings_unreadable:
    'The settings of this store cannot be read. Ask the operator of Piecewise to mend them; the order is sent then.',

  not_listed: 'The supplier does not offer this article for single-piece purchase any more.',
  list_doubtful:
    'The supplier’s list does not name this article, but so many articles are missing from it that Piecewise does not take them off sale. The list is asked for again every hour.',
  price_invalid: 'The supplier states no valid price for this article.',

  stock_refused:
    'The supplier’s list names this article, but the supplier does not answer for its price, colours and sizes at the moment. Nothing was sent; it is asked again.',
  supplier_unreachable: 'The supplier cannot be reached at the moment. Nothing was sent; it is tried again.',
  supplier_failing:
    'The supplier has trouble answering for this article at the moment. Nothing was sent; it is asked again.',
  supplier_unreadable:
    'What the supplier says of this article cannot be read at the moment. Nothing was sent; it is asked again.',
  supplier_away:
    'For 36 hours the supplier could not be reached, or did not answer for this article. Nothing was sent. Send it when you know that the supplier is back.',
  key_missing: 'The dropship key is missing. Enter it under Settings.',
  key_rejected:
    'The supplier does not accept the dropship key. Enter a new one under Settings; the order is sent then.',
  key_unreadable:
    'The stored dropship key cannot be read any more. Enter it again under Settings; the order is sent then.',
  key_replaced: 'The dropship key was replaced meanwhile; the order is sent with the new one.',

  uninstalled: 'The app is not installed in this store.',
  sending_stopped: 'Sending is stopped for this store until Shopify lets Piecewise in again. Nothing was sent.',
  access_lost:
    'Piecewise has no access to the store at the moment. Open the app once in the Shopify admin; the order is looked at again then.',
  store_unreachable: 'Shopify cannot be asked about this order at the moment. Nothing was sent; it is tried again.',
  order_missing:
    'Shopify does not show this order, or its line, at the moment. Nothing was sent; it is looked for again.',
  not_shown_any_more:
    'Shopify shows the app no orders older than 60 days, so the app cannot see any more whether this one is paid or where it goes. Look at it in the store. If the buyer is still to get it, order it at the supplier yourself, then close it here.',

  ready: 'Ready to be sent.',
  looked_at_again: 'Your decision is being carried out.',
  wanted_again: 'The buyer wants the line again.',
} as const satisfies Readonly<Partial<Record<ReasonCode, string>>>;

/** A code whose sentence needs no facts of the order. */
export type FixedReason = keyof typeof fixedTexts;

/** The reason with its fixed sentence. */
export const toFixedReason = <Code extends FixedReason>(code: Code): Reason & {readonly code: Code} => ({
  code,
  text: fixedTexts[code],
});

/**
 * The reason if it is not known whether the supplier has the order. @param why sentences: how far the request came, and any answer.
 */
export function unknownOutcomeReason(why: string, reference: string): Reason {
  return {code: 'unconfirmed', text: unknownOutcomeText(why, reference)};
}

/** The reason if the worker that was sending the order did not report back before its claim expired. */
export function lostClaimReason(reference: string): Reason {
  return {code: 'worker_lost', text: unknownOutcomeText('The app stopped while sending it.', reference)};
}

function unknownOutcomeText(why: string, reference: string): string {
  return `It is not known whether the supplier has this order. ${why} Look for the reference ${reference} in your supplier account before placing it again.`;
}
