// From one line of a store order to a decision: send it, or do not send it now, with the reason. Two steps: the second
// (plan-send.ts) needs fresh data from the supplier, and the first may make that request unnecessary.
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {cleanBuyerText, isEmailAddress} from '#domain/orders/buyer-text.ts';
import {otherDelivery} from '#domain/orders/delivery-method.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, not, unless} from '#domain/orders/not-sent.ts';
import {
  boughtAt,
  dueAt,
  fraudWaitEndsAt,
  isBeforeInstall,
  noTimes,
  type OurTimes,
  routingEndsAt,
} from '#domain/orders/order-times.ts';
import {
  laterNote,
  laterPieces,
  leftPieces,
  piecesToSend,
  shippedElsewhereReason,
  tooManyPieces,
  unseenPieces,
} from '#domain/orders/pieces.ts';
import {alwaysAsked} from '#domain/orders/properties/asked.ts';
import {enteredWith} from '#domain/orders/properties/entered.ts';
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import {unusableEmail} from '#domain/orders/reason-texts.ts';
import {isHandedOver, type StoreOrder, type StoreOrderLine} from '#domain/orders/store-order.ts';
import {type ZoneCode, zoneFor} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings/settings.ts';

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
  readonly overrides: MerchantOverrides;
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
  overrides: MerchantOverrides = noOverrides,
  times: OurTimes = noTimes,
): SendableLine | NotSent {
  const given = {order, line, article, rules, now, overrides, times};
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

function planQuantity({order, line, overrides}: Line): NotSent | null {
  if (order.cancelledAt) return not('cancelled', 'order_cancelled');
  if (line.currentQuantity <= 0) return not('cancelled', 'line_removed');
  if (order.financialStatus === 'REFUNDED') return not('cancelled', 'order_refunded');
  if (line.unfulfilledQuantity > 0) return null;
  if (isHandedOver(order, line)) return not('cancelled', 'handed_over');
  return unless(overrides, 'held', 'already_fulfilled');
}

/** A slip of the finger or an attack costs the merchant a lot: nothing is cancelled at the supplier. */
function planPieces({order, line, overrides}: Line): NotSent | null {
  const many = tooManyPieces(order, line);
  return many === null ? null : unless(overrides, 'held', many);
}

/** The merchant wants to look at each order with such a property. */
function planAlwaysAsked({order, line, article, rules, overrides}: Line): NotSent | null {
  const asked = alwaysAsked(enteredWith(order, line, article), rules.propertyAnswers);
  return asked === null ? null : unless(overrides, 'held', asked);
}

/**
 * Fulfilment states in which the store does not ship yet:
 * https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderStatus
 */
function planFulfilment({order, line, now, overrides, times}: Line): NotSent | null {
  const open = (order.fulfilmentOrders ?? []).filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === line.gid && remaining > 0),
  );
  if (open.some(({status}) => status === 'ON_HOLD')) return unless(overrides, 'held', 'fulfilment_on_hold');
  if (open.some(({status}) => status === 'SCHEDULED') && laterPieces(order, line) === 0) {
    const waiting = unless(overrides, 'waiting', 'fulfilment_scheduled');
    if (waiting) return waiting;
  }
  const unseen = unseenPieces(order, line);
  if (unseen === 0) return null;
  if (now < routingEndsAt(order, times.seenAt)) return unless(overrides, 'waiting', 'not_routed');
  return unless(overrides, 'held', shippedElsewhereReason(unseen, line));
}

function planKindOfOrder({order, line, article, rules, overrides, times}: Line): NotSent | null {
  // An SKU may be on anything that a store sells, also on an item that was typed into the order.
  if (times.knownBySku && !overrides.approved.includes('known_by_sku')) return not('held', 'known_by_sku');
  if (article === null) return not('blocked', 'variant_unknown');
  if (!line.requiresShipping || line.giftCard) return not('blocked', 'nothing_to_ship');
  // Before the address: a line that is picked up may have none.
  const other = otherDelivery(order.fulfilmentOrders, line);
  const kept = other === null ? null : unless(overrides, 'held', other);
  if (kept) return kept;
  if (!order.destination?.country) return not('blocked', order.destinationWithheld ? 'address_withheld' : 'no_country');
  const {country, province, postcode} = order.destination;
  const destination = zoneFor(country, province, postcode);
  if (destination.kind === 'blocked') return not('blocked', {code: 'destination_blocked', text: destination.reason});
  if (destination.kind === 'held') {
    const held = unless(overrides, 'held', {code: 'destination_held', text: destination.reason});
    if (held) return held;
  }
  return order.test && !rules.sendTestOrders ? unless(overrides, 'held', 'test_order') : null;
}

/** An earlier installation, whose rows are gone, may have sent the order under the same reference. */
function planAge({order, rules, now, overrides, times}: Line): NotSent | null {
  const isOlder = (time: Date): boolean => now.getTime() - time.getTime() > rules.maxAgeDays * day;
  const isOld = isOlder(boughtAt(order));
  const days = rules.maxAgeDays === 1 ? '1 day' : `${rules.maxAgeDays} days`;
  if (times.sentBefore || isBeforeInstall(order, times.installedAt)) {
    const why = times.sentBefore
      ? 'The metafield of the store order says that an earlier installation of Piecewise sent this.'
      : 'The order was placed before Piecewise was installed and may have been sent before.';
    const text = `${why} Look for its reference in your supplier account, and send it only if it is not there.`;
    const age = isOld ? ` It is also older than ${days}.` : '';
    const held = unless(overrides, 'held', {code: 'before_install', text: `${text}${age}`});
    if (held) return isOld ? {...held, covers: ['too_old']} : held;
  }
  if (!isOld) return null;
  const imported = isOlder(order.createdAt) ? '' : ': it came to the store with an earlier date';
  return unless(overrides, 'held', {code: 'too_old', text: `The store order is older than ${days}${imported}.`});
}

function planMoney({order, rules, now, overrides, times}: Line): NotSent | null {
  if (order.financialStatus !== 'PAID' && order.financialStatus !== 'PARTIALLY_REFUNDED') {
    const status = order.financialStatus?.toLowerCase().replaceAll('_', ' ') ?? 'not stated';
    const text = `The buyer has not paid yet (payment: ${status}).`;
    const waiting = unless(overrides, 'waiting', {code: 'not_paid', text});
    if (waiting) return waiting;
  }
  if (order.risk.recommendation === 'CANCEL' || order.risk.recommendation === 'INVESTIGATE') {
    return unless(overrides, 'held', 'risk');
  }
  if (rules.waitForFraudAnalysis && order.risk.pending && now < fraudWaitEndsAt(order, times.seenAt)) {
    return unless(overrides, 'waiting', 'risk_pending');
  }
  return null;
}

function planSendableLine({order, line, article, rules, now, overrides, times}: Line): SendableLine | NotSent {
  const country = order.destination?.country ?? '';
  const destination = zoneFor(country, order.destination?.province ?? null, order.destination?.postcode);
  if (article === null || destination.kind === 'blocked') throw new Error('planLine decides these before');
  const customerName = cleanBuyerText(overrides.details.name) || cleanBuyerText(order.customer.name);
  const buyerEmail = cleanBuyerText(order.customer.email);
  const customerEmail =
    cleanBuyerText(overrides.details.email) || (isEmailAddress(buyerEmail) ? buyerEmail : rules.storeEmail) || '';
  if (!customerName) return not('needs_details', 'name_missing');
  if (!customerEmail) return not('needs_details', buyerEmail ? unusableEmail : 'email_missing');
  if (rules.sendingPaused) return not('waiting', 'sending_paused');
  if (rules.delayMinutes > 0 && now < dueAt(order, rules, times.seenAt)) {
    const wait = rules.delayMinutes === 1 ? '1 minute' : `${rules.delayMinutes} minutes`;
    const text = `Orders are sent ${wait} after they were placed, as the settings say.`;
    const waiting = unless(overrides, 'waiting', {code: 'delayed', text});
    if (waiting) return waiting;
  }
  const left = leftPieces(line);
  const scheduled = laterPieces(order, line);
  const warnings = [destination.kind === 'zone' ? destination.warning : destination.reason, laterNote(scheduled, left)];
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
    warning: warnings.filter((warning) => warning !== null).join(' ') || null,
    customer: order.customer,
    customerName,
    customerEmail,
  };
}
