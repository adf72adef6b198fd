// From one line of a store order to the decision: send it, or not yet, or not at all, always with the reason.
// Two steps, because the second needs fresh facts from the supplier that the first may make needless.
import type {StockReading} from '#domain/catalogue/article.ts';
import {sameWord} from '#domain/catalogue/options.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {type ZoneCode, zoneFor, zones} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings.ts';

/** Why a line is not sent: a code for filters and counts, a sentence for the merchant. */
export type Reason = {readonly code: string; readonly text: string};

export type NotSent = {
  readonly kind: 'waiting' | 'needs_details' | 'blocked' | 'held' | 'cancelled';
  readonly reason: Reason;
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
  readonly quantity: number;
  readonly country: string;
  readonly zone: ZoneCode;
  readonly warning: string | null;
  readonly customerName: string;
  readonly customerEmail: string;
};

export type OrderRules = Settings['orders'];

const hour = 3_600_000;
const riskPatienceMs = 30 * 60_000;

/** Step one: everything the store order itself decides. `article` is null when no mapping of the line's variant is known. */
export function planLine(
  order: StoreOrder,
  line: StoreOrderLine,
  article: ChosenArticle | null,
  rules: OrderRules,
  now: Date,
): Candidate | NotSent {
  return (
    planQuantity(order, line) ??
    planKindOfOrder(order, line, article, rules, now) ??
    planMoney(order, now) ??
    planCandidate(order, line, article, rules)
  );
}

function planQuantity(order: StoreOrder, line: StoreOrderLine): NotSent | null {
  if (order.cancelledAt) return not('cancelled', 'order_cancelled', 'The store order was cancelled.');
  if (line.currentQuantity <= 0) {
    return not('cancelled', 'line_removed', 'The line was removed or refunded in the store.');
  }
  if (order.financialStatus === 'REFUNDED') {
    return not('cancelled', 'order_refunded', 'The store order was refunded.');
  }
  if (line.unfulfilledQuantity <= 0) {
    return not(
      'held',
      'already_fulfilled',
      'The line is already fulfilled in the store. Send it only if that is not so.',
    );
  }
  return null;
}

function planKindOfOrder(
  order: StoreOrder,
  line: StoreOrderLine,
  article: ChosenArticle | null,
  rules: OrderRules,
  now: Date,
): NotSent | null {
  if (article === null) {
    return not(
      'blocked',
      'variant_unknown',
      'The ordered variant is not one that Piecewise made, so the article, colour and size are not known.',
    );
  }
  if (!line.requiresShipping || line.giftCard) {
    return not('blocked', 'nothing_to_ship', 'The line is not a physical good that is shipped.');
  }
  if (!order.destination?.country) {
    return not('blocked', 'no_country', 'The store order has no delivery address with a country.');
  }
  const destination = zoneFor(order.destination.country, order.destination.province);
  if (destination.kind !== 'zone') return not(destination.kind, `destination_${destination.kind}`, destination.reason);
  if (order.test && !rules.sendTestOrders) {
    return not('held', 'test_order', 'This is a test order. Test orders are not sent to the supplier.');
  }
  if (now.getTime() - order.createdAt.getTime() > rules.maxAgeDays * 24 * hour) {
    return not('held', 'too_old', `The store order is older than ${rules.maxAgeDays} days.`);
  }
  return null;
}

function planMoney(order: StoreOrder, now: Date): NotSent | null {
  if (order.financialStatus !== 'PAID' && order.financialStatus !== 'PARTIALLY_REFUNDED') {
    const status = order.financialStatus?.toLowerCase().replaceAll('_', ' ') ?? 'not stated';
    return not('waiting', 'not_paid', `The buyer has not paid yet (payment: ${status}).`);
  }
  if (order.risk.recommendation === 'CANCEL' || order.risk.recommendation === 'INVESTIGATE') {
    return not('held', 'risk', 'Shopify advises to check this order for fraud first.');
  }
  if (order.risk.pending && now.getTime() - order.createdAt.getTime() < riskPatienceMs) {
    return not('waiting', 'risk_pending', 'Shopify is still checking this order for fraud.');
  }
  return null;
}

function planCandidate(
  order: StoreOrder,
  line: StoreOrderLine,
  article: ChosenArticle | null,
  rules: OrderRules,
): Candidate | NotSent {
  const country = order.destination?.country ?? '';
  const destination = zoneFor(country, order.destination?.province ?? null);
  if (article === null || destination.kind !== 'zone') throw new Error('planLine decides these before');
  const customerName = order.customer.name?.trim() ?? '';
  const customerEmail = order.customer.email?.trim() || rules.storeEmail || '';
  if (!customerName)
    return not('needs_details', 'name_missing', "The buyer's name is missing; the supplier asks for it.");
  if (!customerEmail) {
    return not('needs_details', 'email_missing', "The buyer's e-mail address is missing; the supplier asks for it.");
  }
  if (rules.sendingPaused) return not('waiting', 'sending_paused', 'Sending is paused in the settings.');
  return {
    kind: 'candidate',
    article,
    quantity: Math.min(line.currentQuantity, line.unfulfilledQuantity),
    country,
    zone: destination.zone,
    warning: destination.warning,
    customerName,
    customerEmail,
  };
}

/** What the supplier says right now. `stock` is null where it does not know the article any more. */
export type SupplierFacts = {
  readonly listed: boolean;
  readonly stock: StockReading | null;
  /** Cents; the cost the listing was last priced on, null when it never was. */
  readonly knownCost: number | null;
};

export type Send = {
  readonly kind: 'send';
  readonly colour: string;
  readonly size: string;
  /** Cents: unit price and the zone's fee. */
  readonly price: number;
  readonly fee: number;
};

/** Step two: whether the supplier still offers what was sold, at a price near the one it was sold on. */
export function planSend(candidate: Candidate, supplier: SupplierFacts, rules: OrderRules): Send | NotSent {
  if (!supplier.listed || supplier.stock === null) {
    return not('blocked', 'not_listed', 'The supplier does not offer this article for single-piece purchase any more.');
  }
  const {stock} = supplier;
  const colour = planWord('colour', candidate.article.colour, stock.colours, rules.standingColour);
  if (typeof colour !== 'string') return colour;
  const size = planWord('size', candidate.article.size, stock.sizes, rules.standingSize);
  if (typeof size !== 'string') return size;
  if (!Number.isSafeInteger(stock.price) || stock.price <= 0) {
    return not('held', 'price_invalid', 'The supplier states no valid price for this article.');
  }
  if (supplier.knownCost !== null && isAboveGuard(stock.price, supplier.knownCost, rules.priceGuardPercent)) {
    return not(
      'held',
      'price_rose',
      `The supplier's price rose by more than ${rules.priceGuardPercent} % since the product was priced.`,
    );
  }
  return {
    kind: 'send',
    colour,
    size,
    price: stock.price,
    fee: feeOf(stock, candidate.zone),
  };
}

/** In whole hundredths of a per cent: 15 % above 100 cents is 115 cents, which binary fractions do not know. */
function isAboveGuard(price: number, knownCost: number, guardPercent: number): boolean {
  return price * 10_000 > knownCost * (10_000 + Math.round(guardPercent * 100));
}

function feeOf(stock: StockReading, zone: ZoneCode): number {
  const stated = stock.shipping[zone]?.fee ?? -1;
  return stated >= 0 ? stated : zones[zone].fee;
}

/** The word to send for colour or size: one the supplier states, or free text where it states none. */
function planWord(
  what: 'colour' | 'size',
  sold: string | null,
  stated: readonly string[],
  standing: string | null,
): string | NotSent {
  if (stated.length === 0) {
    const word = sold ?? standing;
    return (
      word ??
      not(
        'needs_details',
        `${what}_missing`,
        `The supplier states no ${what}s for this article; say which ${what} to order.`,
      )
    );
  }
  const asked = sold ?? (stated.length === 1 ? stated[0] : standing);
  const word = stated.find((value) => value === asked) ?? stated.find((value) => sameWord(value, asked ?? ''));
  if (word !== undefined) return word;
  return sold === null
    ? not('needs_details', `${what}_missing`, `Say which ${what} to order: ${stated.slice(0, 20).join(', ')}.`)
    : not('blocked', `${what}_gone`, `The supplier no longer states the ${what} "${sold}" for this article.`);
}

function not(kind: NotSent['kind'], code: string, text: string): NotSent {
  return {kind, reason: {code, text}};
}
