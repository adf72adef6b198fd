// Texts for merchants that several components share: labels and badge tones of orders and runs.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {Run} from '#contract/runs.ts';
import {count as inFigures} from './format.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'critical';
/** The label and the tone of a badge. */
type BadgeText = {readonly label: string; readonly tone: Tone};
type DropshipState = DropshipOrder['state'];

export const dropshipStateBadges: Readonly<Record<DropshipState, BadgeText>> = {
  waiting: {label: 'Waiting', tone: 'info'},
  needs_details: {label: 'Needs details', tone: 'warning'},
  blocked: {label: 'Cannot be sent', tone: 'critical'},
  held: {label: 'Held for you', tone: 'warning'},
  placing: {label: 'Being sent', tone: 'info'},
  unconfirmed: {label: 'Not confirmed', tone: 'critical'},
  rejected: {label: 'Refused by the supplier', tone: 'critical'},
  awaiting_payment: {label: 'Waits for your payment', tone: 'warning'},
  paid: {label: 'Paid', tone: 'success'},
  shipped: {label: 'Shipped', tone: 'success'},
  refunded: {label: 'Refunded to you', tone: 'neutral'},
  cancelled: {label: 'Cancelled', tone: 'neutral'},
  dismissed: {label: 'Closed', tone: 'neutral'},
};

/** The text in place of the supplier's order number. `showsReference`: also show our reference, to search for at the supplier. */
type MissingNumberText = {readonly label: string; readonly showsReference: boolean};
const notSentText: MissingNumberText = {label: 'Not sent', showsReference: false};

/** The text for an order without a supplier's number, by its state; null if the supplier has it nevertheless. */
export const missingNumberTexts: Readonly<Record<DropshipState, MissingNumberText | null>> = {
  waiting: notSentText,
  needs_details: notSentText,
  blocked: notSentText,
  held: notSentText,
  placing: {label: 'Sending', showsReference: true},
  unconfirmed: {label: 'Check with the supplier', showsReference: true},
  rejected: {label: 'Refused', showsReference: false},
  awaiting_payment: null,
  paid: null,
  shipped: null,
  refunded: null,
  cancelled: notSentText,
  // Says nothing, because the order may have been sent before it was dismissed.
  dismissed: {label: '–', showsReference: false},
};

export const runStateBadges: Readonly<Record<Run['state'], BadgeText>> = {
  queued: {label: 'Starting', tone: 'info'},
  running: {label: 'Running', tone: 'info'},
  done: {label: 'Done', tone: 'success'},
  partial: {label: 'Partly done', tone: 'warning'},
  failed: {label: 'Failed', tone: 'critical'},
  stopped: {label: 'Stopped', tone: 'neutral'},
};

export const triggerTexts: Readonly<Record<Run['trigger'], string>> = {
  merchant: 'Started by you',
  schedule: 'On schedule',
  catch_up: 'Made up for a missed night',
  connected: 'After a key was connected',
};

type Flag = DropshipOrder['flags'][number];

/** The tone of each flag: critical if it says not to pay an unpaid order (`doNotPayFlags`); the others name a further step. */
export const flagTones: Readonly<Record<Flag['code'], 'critical' | 'caution'>> = {
  order_deleted: 'critical',
  order_cancelled: 'critical',
  order_refunded: 'critical',
  line_removed: 'critical',
  quantity_lowered: 'critical',
  quantity_raised: 'caution',
  destination_changed: 'caution',
  buyer_changed: 'caution',
  fulfilment_cancelled: 'caution',
  request_cancelled: 'critical',
  unpaid_long: 'caution',
};

/** Replaces the state's label for an unpaid order that must not be paid. */
export const doNotPayBadge: BadgeText = {label: 'Do not pay', tone: 'critical'};

/** Replaces the state's label from "I paid it" until the payment is saved, undone or refused. */
export const willBePaidBadge: BadgeText = {label: 'Will be marked as paid', tone: 'info'};

/** Asked before “paid” is taken back, of one order or of several. */
export const notPaidTwice = 'Look in your supplier account first: what is paid there is not to be paid a second time.';

/** The store order in the Shopify admin; null for an id that names none. */
export function adminOrderAddress(orderGid: string): string | null {
  const number = orderGid.slice(orderGid.lastIndexOf('/') + 1);
  return !/^\d+$/.test(number) ? null : `shopify://admin/orders/${number}`;
}

/** A noun with its number: "1 order", "3,000 orders". */
export const countNoun = (number: number, one: string, many = `${one}s`): string =>
  `${inFigures(number)} ${number === 1 ? one : many}`;
