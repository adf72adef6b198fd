// From one line of a store order to a decision: send it, or do not send it now, with the reason. Two steps: the second
// (plan-send.ts) needs fresh data from the supplier, and the first may make that request unnecessary.
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {cleanBuyerText, isEmailAddress} from '#domain/orders/buyer-text.ts';
import {otherDelivery} from '#domain/orders/delivery-method.ts';
import type {LineProperty} from '#domain/orders/line-properties.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {
  dueAt,
  fraudWaitEndsAt,
  isBeforeInstall,
  noTimes,
  type OurTimes,
  orderedAt,
  routingEndsAt,
} from '#domain/orders/order-times.ts';
import {alwaysAsked} from '#domain/orders/properties/asked.ts';
import {enteredWith} from '#domain/orders/properties/entered.ts';
import {type FixedReason, toReason} from '#domain/orders/reason-texts.ts';
import type {Overrulable, Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine, UnplannedOrder} from '#domain/orders/store-order.ts';
import {scheduledPieces, shippedElsewhere, unseenPieces} from '#domain/orders/unseen-pieces.ts';
import {type ZoneCode, zoneFor} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings.ts';

export type NotSent = {
  readonly kind: 'waiting' | 'needs_details' | 'blocked' | 'held' | 'cancelled';
  readonly reason: Reason;
  /** Further reasons named in the text: approving this one covers them too. */
  readonly covers?: readonly Overrulable[];
  /** Cents: the price per piece and the fee it is held for. */
  readonly price?: number;
  readonly fee?: number;
};

/** The supplier's article and words for the line's variant; null colour or size: the variant has none, or is not known. */
export type ChosenArticle = {
  readonly articleId: ArticleId;
  readonly colour: string | null;
  readonly size: string | null;
  /** The variant is not known: both words are what the merchant typed, or null. */
  readonly isByHand?: true;
};

/** A line that the store order allows to send. */
export type SendableLine = {
  readonly kind: 'sendable';
  readonly article: ChosenArticle;
  /** What the buyer entered with the line and the order. Only a colour or size taken from it is stored. */
  readonly properties: readonly LineProperty[];
  readonly quantity: number;
  /** Pieces the buyer wants in total, including those the store has fulfilled or delivers later. */
  readonly wanted: number;
  /** Pieces that the store delivers later: not sent. */
  readonly scheduled: number;
  readonly country: string;
  readonly province: string | null;
  /** In memory only. */
  readonly address: string | null;
  readonly zone: ZoneCode;
  readonly warning: string | null;
  /** The buyer as the store shows it; in memory only. */
  readonly customer: StoreOrder['customer'];
  /** What is sent: as typed by the merchant, where it was. */
  readonly customerName: string;
  readonly customerEmail: string;
};

export type OrderRules = Settings['orders'];

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
 * Step one: everything the store order and the settings decide. `article` is null if the line's variant has no known mapping. Reasons
 * the merchant approved are skipped; if several remain, the first check that finds one decides.
 */
export function planLine(
  order: StoreOrder,
  line: StoreOrderLine,
  article: ChosenArticle | null,
  rules: OrderRules,
  now: Date,
  word: MerchantOverrides = noOverrides,
  times: OurTimes = noTimes,
): SendableLine | NotSent {
  const given = {order, line, article, rules, now, word, times};
  return (
    planQuantity(given) ??
    planKindOfOrder(given) ??
    planAge(given) ??
    planFulfilment(given) ??
    planMoney(given) ??
    planPieces(given) ??
    planAlwaysAsked(given) ??
    planSendableLine(given)
  );
}

/** Null if the merchant has overruled the reason. */
function unless(
  word: MerchantOverrides,
  kind: 'waiting' | 'held',
  reason: Extract<FixedReason, Overrulable> | (Reason & {readonly code: Overrulable}),
): NotSent | null {
  const code = typeof reason === 'string' ? reason : reason.code;
  return word.approved.includes(code) ? null : not(kind, reason);
}

/** The whole store order is cancelled or refunded. */
export function isOver({cancelledAt, financialStatus}: UnplannedOrder): boolean {
  return cancelledAt !== null || financialStatus === 'REFUNDED';
}

function planQuantity({order, line, word}: Line): NotSent | null {
  if (order.cancelledAt) return not('cancelled', 'order_cancelled');
  if (line.currentQuantity <= 0) return not('cancelled', 'line_removed');
  if (order.financialStatus === 'REFUNDED') return not('cancelled', 'order_refunded');
  if (line.unfulfilledQuantity > 0) return null;
  if (isHandedOver(order, line)) return not('cancelled', 'handed_over');
  return unless(word, 'held', 'already_fulfilled');
}

/** What is due now. Fulfilled in the store, but the merchant sends it anyway: all pieces of the line. */
const piecesToSend = (order: StoreOrder, line: StoreOrderLine): number =>
  leftPieces(line) - laterPieces(order, line) || line.currentQuantity;

/** More pieces of one line than a shopper usually buys. */
const mostPieces = 99;

/** A slip of the finger or an attack costs the merchant a lot: nothing is cancelled at the supplier. */
function planPieces({order, line, word}: Line): NotSent | null {
  const pieces = piecesToSend(order, line);
  if (pieces <= mostPieces) return null;
  const text = `The line has ${pieces} pieces, more than ${mostPieces}. Send it only if the buyer wants that many.`;
  return unless(word, 'held', {code: 'many_pieces', text});
}

/** The merchant wants to look at each order with such a property. */
function planAlwaysAsked({order, line, article, rules, word}: Line): NotSent | null {
  const asked = alwaysAsked(enteredWith(order, line, article), rules.propertyAnswers);
  return asked === null ? null : unless(word, 'held', asked);
}

/** Sold at a counter, or picked up: there is nothing to send and no address. */
export const isHandedOver = (
  {destination, destinationWithheld}: Pick<StoreOrder, 'destination' | 'destinationWithheld'>,
  {unfulfilledQuantity}: Pick<StoreOrderLine, 'unfulfilledQuantity'>,
): boolean => destination === null && !destinationWithheld && unfulfilledQuantity <= 0;

/**
 * Fulfilment states in which the store does not ship yet:
 * https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderStatus
 */
function planFulfilment({order, line, now, word, times}: Line): NotSent | null {
  const open = (order.fulfilmentOrders ?? []).filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === line.gid && remaining > 0),
  );
  if (open.some(({status}) => status === 'ON_HOLD')) return unless(word, 'held', 'fulfilment_on_hold');
  if (open.some(({status}) => status === 'SCHEDULED') && laterPieces(order, line) === 0) {
    const waiting = unless(word, 'waiting', 'fulfilment_scheduled');
    if (waiting) return waiting;
  }
  const unseen = unseenPieces(order, line);
  if (unseen === 0) return null;
  if (now < routingEndsAt(order, times.seenAt)) return unless(word, 'waiting', 'not_routed');
  return unless(word, 'held', shippedElsewhere(unseen, line));
}

const leftPieces = ({currentQuantity, unfulfilledQuantity}: StoreOrderLine): number =>
  Math.min(currentQuantity, unfulfilledQuantity);

/** Pieces of the line that are delivered later, where others are due now. */
function laterPieces(order: StoreOrder, line: StoreOrderLine): number {
  const later = scheduledPieces(order, line.gid);
  return later < leftPieces(line) ? later : 0;
}

function planKindOfOrder({order, line, article, rules, word, times}: Line): NotSent | null {
  // An SKU may be on anything that a store sells, also on an item that was typed into the order.
  if (times.knownBySku && !word.approved.includes('known_by_sku')) return not('held', 'known_by_sku');
  if (article === null) return not('blocked', 'variant_unknown');
  if (!line.requiresShipping || line.giftCard) return not('blocked', 'nothing_to_ship');
  // Before the address: a line that is picked up may have none.
  const other = otherDelivery(order.fulfilmentOrders, line);
  const kept = other === null ? null : unless(word, 'held', other);
  if (kept) return kept;
  if (!order.destination?.country) return not('blocked', order.destinationWithheld ? 'address_withheld' : 'no_country');
  const {country, province, postcode} = order.destination;
  const destination = zoneFor(country, province, postcode);
  if (destination.kind === 'blocked') return not('blocked', {code: 'destination_blocked', text: destination.reason});
  if (destination.kind === 'held') {
    const held = unless(word, 'held', {code: 'destination_held', text: destination.reason});
    if (held) return held;
  }
  return order.test && !rules.sendTestOrders ? unless(word, 'held', 'test_order') : null;
}

/** An earlier installation, whose rows are gone, may have sent the order under the same reference. */
function planAge({order, rules, now, word, times}: Line): NotSent | null {
  const isOlder = (time: Date): boolean => now.getTime() - time.getTime() > rules.maxAgeDays * day;
  const isOld = isOlder(orderedAt(order));
  const days = rules.maxAgeDays === 1 ? '1 day' : `${rules.maxAgeDays} days`;
  if (times.sentBefore || isBeforeInstall(order, times.installedAt)) {
    const why = times.sentBefore
      ? 'The metafield of the store order says that an earlier installation of Piecewise sent this.'
      : 'The order was placed before Piecewise was installed and may have been sent before.';
    const text = `${why} Look for its reference in your supplier account, and send it only if it is not there.`;
    const age = isOld ? ` It is also older than ${days}.` : '';
    const held = unless(word, 'held', {code: 'before_install', text: `${text}${age}`});
    if (held) return isOld ? {...held, covers: ['too_old']} : held;
  }
  if (!isOld) return null;
  const imported = isOlder(order.createdAt) ? '' : ': it came to the store with an earlier date';
  return unless(word, 'held', {code: 'too_old', text: `The store order is older than ${days}${imported}.`});
}

function planMoney({order, rules, now, word, times}: Line): NotSent | null {
  if (order.financialStatus !== 'PAID' && order.financialStatus !== 'PARTIALLY_REFUNDED') {
    const status = order.financialStatus?.toLowerCase().replaceAll('_', ' ') ?? 'not stated';
    const text = `The buyer has not paid yet (payment: ${status}).`;
    const waiting = unless(word, 'waiting', {code: 'not_paid', text});
    if (waiting) return waiting;
  }
  if (order.risk.recommendation === 'CANCEL' || order.risk.recommendation === 'INVESTIGATE') {
    return unless(word, 'held', 'risk');
  }
  if (rules.waitForFraudAnalysis && order.risk.pending && now < fraudWaitEndsAt(order, times.seenAt)) {
    return unless(word, 'waiting', 'risk_pending');
  }
  return null;
}

const unusableEmail: Reason = {
  code: 'email_missing',
  text: "The buyer's e-mail address in the store is not one valid address; the supplier asks for one.",
};

function planSendableLine({order, line, article, rules, now, word, times}: Line): SendableLine | NotSent {
  const country = order.destination?.country ?? '';
  const destination = zoneFor(country, order.destination?.province ?? null, order.destination?.postcode);
  if (article === null || destination.kind === 'blocked') throw new Error('planLine decides these before');
  const customerName = cleanBuyerText(word.details.name) || cleanBuyerText(order.customer.name);
  const buyerEmail = cleanBuyerText(order.customer.email);
  const customerEmail =
    cleanBuyerText(word.details.email) || (isEmailAddress(buyerEmail) ? buyerEmail : rules.storeEmail) || '';
  if (!customerName) return not('needs_details', 'name_missing');
  if (!customerEmail) return not('needs_details', buyerEmail ? unusableEmail : 'email_missing');
  if (rules.sendingPaused) return not('waiting', 'sending_paused');
  if (rules.delayMinutes > 0 && now < dueAt(order, rules, times.seenAt)) {
    const wait = rules.delayMinutes === 1 ? '1 minute' : `${rules.delayMinutes} minutes`;
    const text = `Orders are sent ${wait} after they were placed, as the settings say.`;
    const waiting = unless(word, 'waiting', {code: 'delayed', text});
    if (waiting) return waiting;
  }
  const left = leftPieces(line);
  const scheduled = laterPieces(order, line);
  const warnings = [
    destination.kind === 'zone' ? destination.warning : destination.reason,
    scheduled === 0
      ? null
      : `The store delivers ${scheduled} of the ${left} pieces later. Only what is due now is sent; later pieces are flagged when they are due.`,
  ].filter((warning) => warning !== null);
  return {
    kind: 'sendable',
    article,
    properties: enteredWith(order, line, article),
    quantity: piecesToSend(order, line),
    wanted: line.currentQuantity,
    scheduled,
    country,
    province: order.destination?.province ?? null,
    address: order.destination?.address ?? null,
    zone: destination.zone,
    warning: warnings.length === 0 ? null : warnings.join(' '),
    customer: order.customer,
    customerName,
    customerEmail,
  };
}

export function not(kind: NotSent['kind'], reason: FixedReason | Reason): NotSent {
  return {kind, reason: typeof reason === 'string' ? toReason(reason) : reason};
}
