// Every action of the audit trail: what kind of thing it was done to, and its words behind the person who did it.

/** The kinds of things that actions are about, with their names as filters. */
export const auditKinds = {
  orders: 'Orders',
  refunds: 'Refunds to buyers',
  products: 'Products',
  updates: 'Updates',
  brakes: 'Decisions on updates',
  settings: 'Settings',
  keys: 'Keys',
  privacy: 'Privacy',
} as const;
export type AuditKind = keyof typeof auditKinds;

type ActionFacts = {readonly kind: AuditKind; readonly text: string};

/** An action is stored under its name here, so a name is never changed: the trail is kept for years. */
const actions = {
  address_read: {kind: 'orders', text: 'saw the delivery address'},
  approved: {kind: 'orders', text: 'decided to send it now'},
  confirmed: {kind: 'orders', text: 'confirmed that the supplier has it'},
  details_given: {kind: 'orders', text: 'gave details'},
  dismissed: {kind: 'orders', text: 'closed it'},
  looked_at_again: {kind: 'orders', text: 'had it looked at again'},
  marked_paid: {kind: 'orders', text: 'marked it as paid'},
  paid_taken_back: {kind: 'orders', text: 'said that it is not paid after all'},
  marked_shipped: {kind: 'orders', text: 'marked it as shipped'},
  placed_again: {kind: 'orders', text: 'placed it again'},
  replaced: {kind: 'orders', text: 'closed it unpaid and had a new one sent'},
  refunded: {kind: 'orders', text: 'marked it as refunded by the supplier'},
  refunded_off_sale: {kind: 'orders', text: 'marked it as refunded by the supplier and took the variant off sale'},
  flags_seen: {kind: 'orders', text: 'has seen what changed in the store'},
  fulfil_again: {kind: 'orders', text: 'had the fulfilment tried again'},
  ref_given: {kind: 'orders', text: 'gave the supplier’s number'},
  tracking_corrected: {kind: 'orders', text: 'corrected the tracking'},
  buyer_refund_asked: {kind: 'refunds', text: 'asked for a refund to the buyer'},
  buyer_refund_again: {kind: 'refunds', text: 'had the same refund to the buyer sent again'},
  buyer_refund_unknown: {kind: 'refunds', text: 'got no answer to the refund to the buyer'},
  buyer_refund_pending: {kind: 'refunds', text: 'found the refund to the buyer under way at Shopify'},
  buyer_refund_succeeded: {kind: 'refunds', text: 'refunded the buyer'},
  buyer_refund_by_hand: {kind: 'refunds', text: 'found that the refund to the buyer is to be paid outside Shopify'},
  buyer_refund_failed: {kind: 'refunds', text: 'found that the payment back to the buyer failed'},
  buyer_refund_refused: {kind: 'refunds', text: 'was refused the refund to the buyer'},
  buyer_refund_ended: {kind: 'refunds', text: 'said that the refund to the buyer is done'},
  buyer_refund_not_made: {kind: 'refunds', text: 'found that the refund to the buyer was not made'},
  choice_changed: {kind: 'products', text: 'chose by hand'},
  cost_approved: {kind: 'products', text: 'approved the new cost'},
  off_sale_changed: {kind: 'products', text: 'changed whether a variant is on sale'},
  taken_off_sale: {kind: 'products', text: 'took it off sale'},
  field_taken: {kind: 'products', text: 'keeps a field'},
  field_given_back: {kind: 'products', text: 'gave a field back to Piecewise'},
  match_decided: {kind: 'products', text: 'decided on a product that looked the same'},
  options_defined: {kind: 'products', text: 'set the colours or sizes'},
  options_taken_back: {kind: 'products', text: 'took the colours and sizes back'},
  own_price_set: {kind: 'products', text: 'set an own price'},
  own_price_taken_back: {kind: 'products', text: 'took the own price back'},
  publishing_asked: {kind: 'products', text: 'asked to publish the draft'},
  deletion_asked: {kind: 'products', text: 'asked to delete the product'},
  product_deleted: {kind: 'products', text: 'deleted the product'},
  run_started: {kind: 'updates', text: 'started it'},
  run_paused: {kind: 'updates', text: 'paused it'},
  run_resumed: {kind: 'updates', text: 'resumed it'},
  run_stopped: {kind: 'updates', text: 'stopped it'},
  run_undone: {kind: 'updates', text: 'undid it'},
  brake_released: {kind: 'brakes', text: 'released what an update had stopped at'},
  brake_discarded: {kind: 'brakes', text: 'refused what an update had stopped at'},
  settings_changed: {kind: 'settings', text: 'changed settings'},
  order_settings_changed: {kind: 'settings', text: 'changed order settings'},
  shipping_profile: {kind: 'settings', text: 'changed the shipping profile'},
  mail_changed: {kind: 'settings', text: 'changed the mails'},
  mail_link_asked: {kind: 'settings', text: 'had the link to confirm the address sent again'},
  mail_confirmed: {kind: 'settings', text: 'confirmed the address of the mails, by the link in one'},
  mail_unsubscribed: {kind: 'settings', text: 'stopped the mails, by the link in one'},
  mail_refused: {kind: 'settings', text: 'stopped the mails, because the address is refused'},
  fulfilment_service: {kind: 'settings', text: 'changed the fulfilment service'},
  departure_asked: {kind: 'settings', text: 'asked to stop using Piecewise'},
  departure_again: {kind: 'settings', text: 'had leaving Piecewise tried again'},
  departure_stopped: {kind: 'settings', text: 'stopped leaving Piecewise'},
  departure_ended: {kind: 'settings', text: 'started to use Piecewise again'},
  key_entered: {kind: 'keys', text: 'entered a key'},
  key_removed: {kind: 'keys', text: 'removed a key'},
  key_refused: {kind: 'keys', text: 'entered a key that was refused'},
  key_accepted_again: {kind: 'keys', text: 'had the key checked: it is accepted again'},
  key_found_refused: {kind: 'keys', text: 'had the key checked: it is refused'},
  key_checks_limited: {kind: 'keys', text: 'had to wait before the next key'},
  buyer_erased: {kind: 'privacy', text: 'erased a buyer, as Shopify asked'},
  data_request: {kind: 'privacy', text: 'listed what is stored of a buyer, as Shopify asked'},
} as const satisfies Readonly<Record<string, ActionFacts>>;

export type AuditAction = keyof typeof actions;

const known: ReadonlyMap<string, ActionFacts> = new Map(Object.entries(actions));

/** The actions of one kind. */
export const actionsOf = (kind: AuditKind): readonly string[] =>
  [...known].filter(([, facts]) => facts.kind === kind).map(([name]) => name);

/** What kind of thing an entry is about; null: an action that this release does not know. */
export const kindOf = (action: string): AuditKind | null => known.get(action)?.kind ?? null;

/** The action in words, behind the person who did it; of one that this release does not know its name. */
export const auditText = (action: string): string => known.get(action)?.text ?? action.replaceAll('_', ' ');
