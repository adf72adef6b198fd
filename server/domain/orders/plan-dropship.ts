// Step one of the decision whether to send a line of a store order: what the store order and the settings decide. Step two (plan-send.ts)
// needs fresh data from the supplier, which is not requested if step one decides not to send.
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {cleanBuyerText, isEmailAddress} from '#domain/orders/buyer-text.ts';
import {findOtherDelivery} from '#domain/orders/delivery-method.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, notSentUnlessApproved, toNotSent} from '#domain/orders/not-sent.ts';
import {
  boughtAt,
  delayEndsAt,
  fraudWaitEndsAt,
  isBeforeInstall,
  noTimes,
  type OurTimes,
  routingEndsAt,
} from '#domain/orders/order-times.ts';
import {
  findTooManyPieces,
  laterPieces,
  laterPiecesNote,
  piecesToSend,
  piecesWithoutFulfilmentOrder,
  remainingPieces,
  shippedElsewhereReason,
} from '#domain/orders/pieces.ts';
import {findAskedProperties} from '#domain/orders/properties/asked.ts';
import {collectEnteredProperties} from '#domain/orders/properties/entered.ts';
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import {unusableEmailReason} from '#domain/orders/reason-texts.ts';
import {isHandedOver, type StoreOrder, type StoreOrderLine} from '#domain/orders/store-order.ts';
import {resolveDestination, type ZoneCode} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** The article, colour and size of the line's variant. Colour or size is null if the variant has none, or is not known. */
export type ChosenArticle = {
  readonly articleId: ArticleId;
  readonly colour: string | null;
  readonly size: string | null;
  /** Set if the variant is not known: colour and size are then what the merchant typed, or null. */
  readonly isByHand?: true;
};

/** A line that may be sent as far as the store order and the settings say. */
export type SendableLine = {
  readonly kind: 'sendable';
  readonly article: ChosenArticle;
  /** What the buyer entered with the line and the order. Only a colour or size taken from it is stored. */
  readonly properties: readonly LineProperty[];
  readonly quantity: number;
  /** Pieces the buyer wants in total, including those the store has fulfilled or delivers later. */
  readonly wanted: number;
  /** How many pieces the store delivers later; these are not sent. */
  readonly scheduled: number;
  readonly country: string;
  readonly province: string | null;
  /** The delivery address as one text to compare; never stored. */
  readonly address: string | null;
  readonly zone: ZoneCode;
  readonly warning: string | null;
  /** The buyer as the store shows it; never stored. */
  readonly customer: StoreOrder['customer'];
  /** The name and e-mail that are sent to the supplier: what the merchant typed, else the buyer's. */
  readonly customerName: string;
  readonly customerEmail: string;
};

export type OrderRules = Settings['orders'];

type LineContext = {
  readonly order: StoreOrder;
  readonly line: StoreOrderLine;
  readonly article: ChosenArticle | null;
  readonly rules: OrderRules;
  readonly now: Date;
  readonly overrides: MerchantOverrides;
  readonly times: OurTimes;
};

/**
 * Decides by the store order and the settings. `article` is null if it is not known which article the line's variant is. Reasons that the
 * merchant approved are skipped; if several remain, the first check that finds one decides.
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
    planArticleAndDestination(given) ??
    planAge(given) ??
    planFulfilment(given) ??
    planPayment(given) ??
    planQuestions(given) ??
    planSendableLine(given)
  );
}

/** Decides if the line is cancelled, removed, refunded or already fulfilled; else null. */
function planQuantity({order, line, overrides}: LineContext): NotSent | null {
  if (order.cancelledAt) return toNotSent('cancelled', 'order_cancelled');
  if (line.currentQuantity <= 0) return toNotSent('cancelled', 'line_removed');
  if (order.financialStatus === 'REFUNDED') return toNotSent('cancelled', 'order_refunded');
  if (line.unfulfilledQuantity > 0) return null;
  if (isHandedOver(order, line)) return toNotSent('cancelled', 'handed_over');
  return notSentUnlessApproved(overrides, 'held', 'already_fulfilled');
}

// Holds a line whose request was rejected or cancelled, since the merchant may fulfil it in another way; an unusually large quantity, since
// the supplier cancels nothing; and a property about which the merchant wants to be asked, such as an engraving.
function planQuestions({order, line, article, rules, overrides, times}: LineContext): NotSent | null {
  const whys = [
    times.afterRequest ?? null,
    findTooManyPieces(order, line),
    findAskedProperties(collectEnteredProperties(order, line, article), rules.propertyAnswers),
  ];
  const holds = whys.map((why) => (why === null ? null : notSentUnlessApproved(overrides, 'held', why)));
  return holds.find((one) => one !== null) ?? null;
}

/**
 * Waits or holds while the fulfilment order says that the store does not ship yet:
 * https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderStatus
 */
function planFulfilment({order, line, now, overrides, times}: LineContext): NotSent | null {
  const open = (order.fulfilmentOrders ?? []).filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === line.gid && remaining > 0),
  );
  if (open.some(({status}) => status === 'ON_HOLD'))
    return notSentUnlessApproved(overrides, 'held', 'fulfilment_on_hold');
  if (open.some(({status}) => status === 'SCHEDULED') && laterPieces(order, line) === 0) {
    const waiting = notSentUnlessApproved(overrides, 'waiting', 'fulfilment_scheduled');
    if (waiting) return waiting;
  }
  const unseen = piecesWithoutFulfilmentOrder(order, line);
  if (unseen === 0) return null;
  if (now < routingEndsAt(order, times.seenAt)) return notSentUnlessApproved(overrides, 'waiting', 'not_routed');
  return notSentUnlessApproved(overrides, 'held', shippedElsewhereReason(unseen, line));
}

/** Decides if the article is not known or the supplier may not deliver to the address; else null. */
function planArticleAndDestination({order, line, article, rules, overrides, times}: LineContext): NotSent | null {
  // Any product may have this SKU, also an item that was typed into the order.
  if (times.knownBySku && !overrides.approved.includes('known_by_sku')) return toNotSent('held', 'known_by_sku');
  if (article === null) return toNotSent('blocked', 'variant_unknown');
  if (!line.requiresShipping || line.giftCard) return toNotSent('blocked', 'nothing_to_ship');
  // This check comes before the one of the address, because a line that is picked up may have none.
  const other = findOtherDelivery(order.fulfilmentOrders, line);
  const kept = other === null ? null : notSentUnlessApproved(overrides, 'held', other);
  if (kept) return kept;
  if (!order.destination?.country)
    return toNotSent('blocked', order.destinationWithheld ? 'address_withheld' : 'no_country');
  const {country, province, postcode} = order.destination;
  const destination = resolveDestination(country, province, postcode);
  if (destination.kind === 'blocked')
    return toNotSent('blocked', {code: 'destination_blocked', text: destination.reason});
  if (destination.kind === 'held') {
    const held = notSentUnlessApproved(overrides, 'held', {code: 'destination_held', text: destination.reason});
    if (held) return held;
  }
  return order.test && !rules.sendTestOrders ? notSentUnlessApproved(overrides, 'held', 'test_order') : null;
}

/** Holds old orders, and those from before the installation, which an earlier installation may have sent under the same reference. */
function planAge({order, rules, now, overrides, times}: LineContext): NotSent | null {
  const isOlder = (time: Date): boolean => now.getTime() - time.getTime() > rules.maxAgeDays * day;
  const isOld = isOlder(boughtAt(order));
  const days = rules.maxAgeDays === 1 ? '1 day' : `${rules.maxAgeDays} days`;
  if (times.sentBefore || isBeforeInstall(order, times.installedAt)) {
    const why = times.sentBefore
      ? 'The metafield of the store order says that Piecewise sent this already: an earlier installation, or before a backup was restored.'
      : 'The order was placed before Piecewise was installed and may have been sent before.';
    const text = `${why} Look for its reference in your supplier account, and send it only if it is not there.`;
    const age = isOld ? ` It is also older than ${days}.` : '';
    const held = notSentUnlessApproved(overrides, 'held', {code: 'before_install', text: `${text}${age}`});
    if (held) return isOld ? {...held, covers: ['too_old']} : held;
  }
  if (!isOld) return null;
  const imported = isOlder(order.createdAt) ? '' : ': it came to the store with an earlier date';
  return notSentUnlessApproved(overrides, 'held', {
    code: 'too_old',
    text: `The store order is older than ${days}${imported}.`,
  });
}

/** Waits for the payment and for Shopify's fraud analysis, or holds a risky order; else null. */
function planPayment({order, rules, now, overrides, times}: LineContext): NotSent | null {
  if (order.financialStatus !== 'PAID' && order.financialStatus !== 'PARTIALLY_REFUNDED') {
    const status = order.financialStatus?.toLowerCase().replaceAll('_', ' ') ?? 'not stated';
    const text = `The buyer has not paid yet (payment: ${status}).`;
    const waiting = notSentUnlessApproved(overrides, 'waiting', {code: 'not_paid', text});
    if (waiting) return waiting;
  }
  if (order.risk.recommendation === 'CANCEL' || order.risk.recommendation === 'INVESTIGATE') {
    return notSentUnlessApproved(overrides, 'held', 'risk');
  }
  if (rules.waitForFraudAnalysis && order.risk.pending && now < fraudWaitEndsAt(order, times.seenAt)) {
    return notSentUnlessApproved(overrides, 'waiting', 'risk_pending');
  }
  return null;
}

/** The line that may be sent, unless the buyer's data are missing or a setting lets it wait. */
function planSendableLine({order, line, article, rules, now, overrides, times}: LineContext): SendableLine | NotSent {
  const country = order.destination?.country ?? '';
  const destination = resolveDestination(country, order.destination?.province ?? null, order.destination?.postcode);
  if (article === null || destination.kind === 'blocked') throw new Error('planLine decides these before');
  const customerName = cleanBuyerText(overrides.details.name) || cleanBuyerText(order.customer.name);
  const buyerEmail = cleanBuyerText(order.customer.email);
  const customerEmail =
    cleanBuyerText(overrides.details.email) || (isEmailAddress(buyerEmail) ? buyerEmail : rules.storeEmail) || '';
  if (!customerName) return toNotSent('needs_details', 'name_missing');
  if (!customerEmail) return toNotSent('needs_details', buyerEmail ? unusableEmailReason : 'email_missing');
  if (rules.sendingPaused) return toNotSent('waiting', 'sending_paused');
  if (rules.delayMinutes > 0 && now < delayEndsAt(order, rules, times.seenAt)) {
    const wait = rules.delayMinutes === 1 ? '1 minute' : `${rules.delayMinutes} minutes`;
    const text = `Orders are sent ${wait} after they were placed, as the settings say.`;
    const waiting = notSentUnlessApproved(overrides, 'waiting', {code: 'delayed', text});
    if (waiting) return waiting;
  }
  const left = remainingPieces(line);
  const scheduled = laterPieces(order, line);
  const warnings = [
    destination.kind === 'zone' ? destination.warning : destination.reason,
    laterPiecesNote(scheduled, left),
  ];
  return {
    kind: 'sendable',
    article,
    properties: collectEnteredProperties(order, line, article),
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
