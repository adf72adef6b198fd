// From one line of a store order to the decision: send it, or not yet, or not at all, always with the reason.
// Two steps, because the second (plan-send.ts) needs fresh facts from the supplier that the first may make needless.
import type {ArticleId} from '#domain/ids.ts';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import type {LineProperty} from '#domain/orders/line-properties.ts';
import {type MerchantOverrides, nothingSaid, type Overrulable} from '#domain/orders/merchant-overrides.ts';
import {dueAt, isBeforeInstall, noTimes, type OurTimes} from '#domain/orders/order-times.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {type ZoneCode, zoneCodes, zoneFor} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings.ts';

/** Why a line is not sent: a code for filters and counts, a sentence for the merchant. */
export type Reason = {readonly code: string; readonly text: string};

export type NotSent = {
  readonly kind: 'waiting' | 'needs_details' | 'blocked' | 'held' | 'cancelled';
  readonly reason: Reason;
  /** Further reasons that the text names: an approval of this one covers them too. */
  readonly covers?: readonly Overrulable[];
  /** Cents: the price of a piece and the fee it is held for. */
  readonly price?: number;
  readonly fee?: number;
};

/** What the store variant of the line stands for at the supplier; null colour or size: the listing stated none. */
export type ChosenArticle = {
  readonly articleId: ArticleId;
  readonly colour: string | null;
  readonly size: string | null;
};

/** A line that may be sent as far as the store order tells. */
export type Candidate = {
  readonly kind: 'candidate';
  readonly article: ChosenArticle;
  /** In memory only. */
  readonly properties: readonly LineProperty[];
  readonly quantity: number;
  /** Pieces the buyer wants in all, those the store has fulfilled included. */
  readonly wanted: number;
  readonly country: string;
  readonly province: string | null;
  /** In memory only. */
  readonly address: string | null;
  readonly zone: ZoneCode;
  readonly warning: string | null;
  readonly customerName: string;
  readonly customerEmail: string;
};

export type OrderRules = Settings['orders'];

const minute = 60_000;
const day = 24 * 60 * minute;
const riskPatienceMs = 30 * minute;
type Line = {
  readonly order: StoreOrder;
  readonly line: StoreOrderLine;
  readonly article: ChosenArticle | null;
  readonly rules: OrderRules;
  readonly now: Date;
  readonly word: MerchantOverrides;
  readonly times: OurTimes;
};

/**
 * Step one: everything the store order itself decides. `article` is null when no mapping of the line's variant is known.
 * What a person approved is passed over; of several reasons the one that no later event can lift comes first.
 */
export function planLine(
  order: StoreOrder,
  line: StoreOrderLine,
  article: ChosenArticle | null,
  rules: OrderRules,
  now: Date,
  word: MerchantOverrides = nothingSaid,
  times: OurTimes = noTimes,
): Candidate | NotSent {
  const given = {order, line, article, rules, now, word, times};
  return (
    planQuantity(given) ??
    planKindOfOrder(given) ??
    planAge(given) ??
    planFulfilment(given) ??
    planMoney(given) ??
    planCandidate(given)
  );
}

/** The reason, unless a person said to send it all the same. */
function unless(word: MerchantOverrides, kind: 'waiting' | 'held', code: Overrulable, text: string): NotSent | null {
  return word.approved.includes(code) ? null : not(kind, code, text);
}

/** The store wants nothing of the whole order any more. */
export function isOver({cancelledAt, financialStatus}: StoreOrder): boolean {
  return cancelledAt !== null || financialStatus === 'REFUNDED';
}

function planQuantity({order, line, word}: Line): NotSent | null {
  if (order.cancelledAt) return not('cancelled', 'order_cancelled', 'The store order was cancelled.');
  if (line.currentQuantity <= 0) {
    return not('cancelled', 'line_removed', 'The line was removed or refunded in the store.');
  }
  if (order.financialStatus === 'REFUNDED') {
    return not('cancelled', 'order_refunded', 'The store order was refunded.');
  }
  if (line.unfulfilledQuantity > 0) return null;
  if (isHandedOver(order, line)) {
    const done = 'The line is fulfilled in the store and has no delivery address: it was handed over there.';
    return not('cancelled', 'handed_over', done);
  }
  const text = 'The line is already fulfilled in the store. Send it only if that is not so.';
  return unless(word, 'held', 'already_fulfilled', text);
}

/** Sold over the counter, or fetched from there: nothing is left to send, and nowhere to send it. */
export const isHandedOver = (
  {destination}: Pick<StoreOrder, 'destination'>,
  {unfulfilledQuantity}: Pick<StoreOrderLine, 'unfulfilledQuantity'>,
): boolean => destination === null && unfulfilledQuantity <= 0;

/** What the store itself will not ship yet: https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderStatus */
function planFulfilment({order, line, word}: Line): NotSent | null {
  const open = order.fulfilmentOrders.filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === line.gid && remaining > 0),
  );
  if (open.some(({status}) => status === 'ON_HOLD')) {
    const text = 'Its fulfilment is on hold in the store. It is sent when the hold is released there.';
    return unless(word, 'held', 'fulfilment_on_hold', text);
  }
  if (open.some(({status}) => status === 'SCHEDULED')) {
    const text = 'Its fulfilment is scheduled for later in the store. It is sent when the store opens it.';
    return unless(word, 'waiting', 'fulfilment_scheduled', text);
  }
  return null;
}

function planKindOfOrder({order, line, article, rules, word}: Line): NotSent | null {
  if (article === null) {
    const text = 'The ordered variant is not one that Piecewise made, so the article, colour and size are not known.';
    return not('blocked', 'variant_unknown', text);
  }
  if (!line.requiresShipping || line.giftCard) {
    return not('blocked', 'nothing_to_ship', 'The line is not a physical good that is shipped.');
  }
  if (!order.destination?.country) {
    return not('blocked', 'no_country', 'The store order has no delivery address with a country.');
  }
  const destination = zoneFor(order.destination.country, order.destination.province);
  if (destination.kind === 'blocked') return not('blocked', 'destination_blocked', destination.reason);
  if (destination.kind === 'held') {
    const held = unless(word, 'held', 'destination_held', destination.reason);
    if (held) return held;
  }
  if (order.test && !rules.sendTestOrders) {
    const held = unless(word, 'held', 'test_order', 'This is a test order. Test orders are not sent to the supplier.');
    if (held) return held;
  }
  return null;
}

/** An installation before this one may have sent the order, under the same reference; of its rows nothing is left. */
function planAge({order, rules, now, word, times}: Line): NotSent | null {
  const isOld = now.getTime() - order.createdAt.getTime() > rules.maxAgeDays * day;
  const days = rules.maxAgeDays === 1 ? '1 day' : `${rules.maxAgeDays} days`;
  if (times.sentBefore || isBeforeInstall(order, times.installedAt)) {
    const why = times.sentBefore
      ? 'The metafield of the store order says that an earlier installation of Piecewise sent this.'
      : 'The order was placed before Piecewise was installed and may have been sent before.';
    const text = `${why} Look for its reference in your supplier account, and send it only if it is not there.`;
    const age = isOld ? ` It is also older than ${days}.` : '';
    const held = unless(word, 'held', 'before_install', `${text}${age}`);
    if (held) return isOld ? {...held, covers: ['too_old']} : held;
  }
  return isOld ? unless(word, 'held', 'too_old', `The store order is older than ${days}.`) : null;
}

function planMoney({order, now, word}: Line): NotSent | null {
  if (order.financialStatus !== 'PAID' && order.financialStatus !== 'PARTIALLY_REFUNDED') {
    const status = order.financialStatus?.toLowerCase().replaceAll('_', ' ') ?? 'not stated';
    const waiting = unless(word, 'waiting', 'not_paid', `The buyer has not paid yet (payment: ${status}).`);
    if (waiting) return waiting;
  }
  if (order.risk.recommendation === 'CANCEL' || order.risk.recommendation === 'INVESTIGATE') {
    return unless(word, 'held', 'risk', 'Shopify advises to check this order for fraud first.');
  }
  if (order.risk.pending && now.getTime() - order.createdAt.getTime() < riskPatienceMs) {
    return unless(word, 'waiting', 'risk_pending', 'Shopify is still checking this order for fraud.');
  }
  return null;
}

function planCandidate({order, line, article, rules, now, word, times}: Line): Candidate | NotSent {
  const country = order.destination?.country ?? '';
  const destination = zoneFor(country, order.destination?.province ?? null);
  const zone = destination.kind === 'zone' ? destination.zone : zoneCodes.find((code) => code === country);
  if (article === null || zone === undefined) throw new Error('planLine decides these before');
  const customerName = cleanBuyerText(word.details.name) || cleanBuyerText(order.customer.name);
  const customerEmail =
    cleanBuyerText(word.details.email) || cleanBuyerText(order.customer.email) || rules.storeEmail || '';
  if (!customerName)
    return not('needs_details', 'name_missing', "The buyer's name is missing; the supplier asks for it.");
  if (!customerEmail) {
    return not('needs_details', 'email_missing', "The buyer's e-mail address is missing; the supplier asks for it.");
  }
  if (rules.sendingPaused) return not('waiting', 'sending_paused', 'Sending is paused in the settings.');
  if (rules.delayMinutes > 0 && now < dueAt(order, rules, times.seenAt)) {
    const wait = rules.delayMinutes === 1 ? '1 minute' : `${rules.delayMinutes} minutes`;
    const text = `Orders are sent ${wait} after they were placed, as the settings say.`;
    const waiting = unless(word, 'waiting', 'delayed', text);
    if (waiting) return waiting;
  }
  return {
    kind: 'candidate',
    article,
    properties: line.properties,
    // Fulfilled in the store, and sent all the same by a person's word: all that the buyer still has coming.
    quantity: Math.min(line.currentQuantity, line.unfulfilledQuantity) || line.currentQuantity,
    wanted: line.currentQuantity,
    country,
    province: order.destination?.province ?? null,
    address: order.destination?.address ?? null,
    zone,
    warning: destination.kind === 'zone' ? destination.warning : destination.reason,
    customerName,
    customerEmail,
  };
}

export function not(kind: NotSent['kind'], code: string, text: string): NotSent {
  return {kind, reason: {code, text}};
}
