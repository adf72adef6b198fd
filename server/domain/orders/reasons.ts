// The closed list of codes that say why a dropship order is not sent, or what its outcome is, with the rules of each code. reason-texts.ts
// has the sentences for the merchant.

import {day, hour, minute} from '#domain/durations.ts';

/** Events that make an open order due at once instead of at its recheck time. */
export type ReleaseEvent =
  | 'store_order' // the store order changed
  | 'order_settings' // the order settings were saved
  | 'settings_saved' // any settings form was saved
  | 'sending_resumed'
  | 'test_orders_allowed'
  | 'waiting_time' // the delay, or whether the fraud analysis is waited for
  | 'standing_colour' // the merchant set one
  | 'property_answers' // the merchant said what a property means, or forgot that
  | 'dropship_key' // the merchant entered a key
  | 'newer_key' // the refused key had already been replaced
  | 'buyer_data' // the store is no longer known to withhold buyers' names, e-mails and addresses
  | 'access' // Shopify accepts the app again
  | 'brake' // the merchant decided on a retirement brake
  | 'list' // the supplier's list names the article
  | 'supplier'; // the supplier answers again

/** What can be done about a reason. */
type ReasonRules = {
  /** Whether the merchant may overrule the reason. That makes no sense where, for example, the supplier does not deliver to the country. */
  readonly overrulable: boolean;
  /** Whether the reason depends on how much is ordered. A merchant who overruled it did so for the pieces of then, and is asked again for more. */
  readonly byAmount?: true;
  /** Milliseconds until the order is checked again. 0: at once. Null: not by time; only an event or the merchant, or nothing, frees it. */
  readonly recheckMs: number | null;
  /** Events that make the order due. */
  readonly freedBy: readonly ReleaseEvent[];
};

/** Add new codes here: the compiler requires all rules of a code and rejects codes that are not in this table. */
const reasonRules = {
  // The store order or its line is over.
  order_cancelled: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  line_removed: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  order_refunded: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  handed_over: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  order_gone: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  // The store order prevents sending.
  already_fulfilled: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  fulfilment_on_hold: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  fulfilment_scheduled: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  known_by_sku: {overrulable: true, recheckMs: null, freedBy: ['store_order']},
  variant_unknown: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  nothing_to_ship: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  other_delivery: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  no_country: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  address_withheld: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'buyer_data']},
  destination_blocked: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  destination_held: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  not_routed: {overrulable: true, recheckMs: minute, freedBy: ['store_order']},
  shipped_elsewhere: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  test_order: {overrulable: true, recheckMs: hour, freedBy: ['store_order', 'order_settings', 'test_orders_allowed']},
  before_install: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  too_old: {overrulable: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  not_paid: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  risk: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  risk_pending: {overrulable: true, recheckMs: 5 * minute, freedBy: ['store_order', 'order_settings', 'waiting_time']},
  request_rejected: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  request_cancelled: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  many_pieces: {overrulable: true, byAmount: true, recheckMs: hour, freedBy: ['store_order']},
  property_asked: {overrulable: true, recheckMs: hour, freedBy: ['store_order', 'property_answers']},
  // Data the supplier requires is missing.
  name_missing: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'buyer_data']},
  email_missing: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'order_settings', 'buyer_data']},
  colour_missing: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'order_settings', 'standing_colour']},
  size_missing: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'order_settings']},
  property_unread: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'property_answers']},
  typed_unreadable: {overrulable: false, recheckMs: hour, freedBy: ['store_order']},
  // A setting prevents sending.
  sending_paused: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'order_settings', 'sending_resumed']},
  settings_unreadable: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'settings_saved']},
  // Earlier releases stored these two codes for what is `settings_unreadable` now.
  prices_unreadable: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'settings_saved']},
  rules_unreadable: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'settings_saved']},
  delayed: {overrulable: true, recheckMs: hour, freedBy: ['store_order', 'order_settings', 'waiting_time']},
  price_rose: {overrulable: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  margin_below_floor: {overrulable: true, byAmount: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  margin_unknown: {overrulable: true, byAmount: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  cost_above_limit: {overrulable: true, byAmount: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  approval_asked: {overrulable: true, byAmount: true, recheckMs: hour, freedBy: ['store_order', 'order_settings']},
  // The supplier does not offer the article as it was sold.
  not_listed: {overrulable: false, recheckMs: null, freedBy: ['store_order', 'list']},
  list_doubtful: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'list', 'brake']},
  colour_gone: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  size_gone: {overrulable: false, recheckMs: null, freedBy: ['store_order']},
  price_invalid: {overrulable: false, recheckMs: hour, freedBy: ['store_order']},
  // The supplier does not answer. A changed store order frees only `supplier_away`, unless it is over; the others keep their recheck time.
  stock_refused: {overrulable: false, recheckMs: hour, freedBy: []},
  supplier_unreachable: {overrulable: false, recheckMs: hour, freedBy: ['supplier']},
  supplier_failing: {overrulable: false, recheckMs: hour, freedBy: []},
  supplier_unreadable: {overrulable: false, recheckMs: 5 * minute, freedBy: []},
  supplier_away: {overrulable: true, recheckMs: hour, freedBy: ['store_order']},
  key_missing: {overrulable: false, recheckMs: hour, freedBy: ['dropship_key']},
  key_rejected: {overrulable: false, recheckMs: hour, freedBy: ['dropship_key', 'newer_key']},
  key_unreadable: {overrulable: false, recheckMs: hour, freedBy: ['dropship_key']},
  // The store cannot be read, or does not show the order.
  uninstalled: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'access']},
  sending_stopped: {overrulable: false, recheckMs: hour, freedBy: ['store_order', 'access']},
  access_lost: {overrulable: false, recheckMs: 5 * minute, freedBy: ['store_order', 'access']},
  store_unreachable: {overrulable: false, recheckMs: 5 * minute, freedBy: ['store_order']},
  order_missing: {overrulable: false, recheckMs: 5 * minute, freedBy: ['store_order']},
  not_shown_any_more: {overrulable: false, recheckMs: day, freedBy: ['store_order']},
  // Nothing prevents sending.
  ready: {overrulable: false, recheckMs: 0, freedBy: ['store_order']},
  looked_at_again: {overrulable: false, recheckMs: 0, freedBy: ['store_order']},
  key_replaced: {overrulable: false, recheckMs: 0, freedBy: ['store_order']},
  wanted_again: {overrulable: false, recheckMs: 0, freedBy: ['store_order']},
  // Outcomes of an order that was sent, or for which another one was placed.
  rejected: {overrulable: false, recheckMs: null, freedBy: []},
  unconfirmed: {overrulable: false, recheckMs: null, freedBy: []},
  worker_lost: {overrulable: false, recheckMs: null, freedBy: []},
  placed_again: {overrulable: false, recheckMs: null, freedBy: []},
  placed_late: {overrulable: false, recheckMs: null, freedBy: []},
} as const satisfies Readonly<Record<string, ReasonRules>>;

/** A code that says why an order is not sent, or what became of it. */
export type ReasonCode = keyof typeof reasonRules;

/** Why a line is not sent: a code for filters and decisions, a sentence for the merchant. */
export type Reason = {readonly code: ReasonCode; readonly text: string};

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasonRules, code);

/** All codes of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(reasonRules).filter(isReasonCode);

/**
 * Reads a stored code. A code that is not in the table counts as none: a newer release wrote it, running at the same time or
 * before a rollback. The page still shows its sentence, nothing about it can be overruled, and the order's next plan replaces both.
 */
export const readReasonCode = (stored: string | null): ReasonCode | null =>
  stored !== null && isReasonCode(stored) ? stored : null;

/** A reason the merchant may overrule. */
export type OverrulableCode = {
  [Code in ReasonCode]: (typeof reasonRules)[Code]['overrulable'] extends true ? Code : never;
}[ReasonCode];

const isOverrulableCode = (code: ReasonCode): code is OverrulableCode => reasonRules[code].overrulable;

/** Whether the merchant may overrule a reason with this code; false for no code and for an unknown one. */
export const isOverrulable = (code: string | null): code is OverrulableCode =>
  code !== null && isReasonCode(code) && isOverrulableCode(code);

/**
 * What the merchant overrules by sending the order now: its reason, and the further reasons that its sentence names (`reason_covers`).
 * Empty if the reason cannot be overruled.
 */
export const overruledAtOnce = ({
  reason_code: code,
  reason_covers: covers,
}: {
  readonly reason_code: ReasonCode | null;
  readonly reason_covers: readonly OverrulableCode[];
}): readonly OverrulableCode[] => (isOverrulable(code) ? [code, ...covers] : []);

/** All codes that the merchant may overrule. */
export const overrulableCodes: readonly OverrulableCode[] = reasonCodes.filter(isOverrulable);

/** Those of them that depend on how much is ordered. */
export const amountCodes: readonly OverrulableCode[] = overrulableCodes.filter((code) => {
  const rules: ReasonRules = reasonRules[code];
  return rules.byAmount === true;
});

/** When to check an order with this reason again without an event; null: never by time. */
export function recheckAt(code: ReasonCode, now: Date): Date | null {
  const {recheckMs} = reasonRules[code];
  return recheckMs === null ? null : new Date(now.getTime() + recheckMs);
}

/** The reasons whose open orders become due on this event. */
export const codesFreedBy = (event: ReleaseEvent): readonly ReasonCode[] =>
  reasonCodes.filter((code) => isFreedBy(code, event));

/** The reasons whose orders keep their recheck time on this event. */
export const codesNotFreedBy = (event: ReleaseEvent): readonly ReasonCode[] =>
  reasonCodes.filter((code) => !isFreedBy(code, event));

/** Whether the event makes orders with this reason due. */
const isFreedBy = (code: ReasonCode, event: ReleaseEvent): boolean => {
  const events: readonly ReleaseEvent[] = reasonRules[code].freedBy;
  return events.includes(event);
};

/** The reasons of orders that nothing prevents from being sent; they only wait in the queue. */
export const queuedOnlyCodes: readonly ReasonCode[] = reasonCodes.filter((code) => reasonRules[code].recheckMs === 0);
