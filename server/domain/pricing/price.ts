// Calculates the store's price from the supplier's cost. Cost is net of tax (an assumption: server/DECISIONS.md); rrp includes tax. Cost
// and fee are rounded up when they are converted to another currency; what follows is exact until the tax step, which rounds the amount.
import {highestAmount, type StockReading} from '#domain/catalogue/article.ts';
import {type DraftDecision, draftFor} from '#domain/catalogue/off-sale/draft.ts';
import {shippingFee, type ZoneCode} from '#domain/orders/zone.ts';
import {type ConversionRate, convertRecommended, findConversionRate} from '#domain/pricing/conversion-rate.ts';
import {raiseToEnding} from '#domain/pricing/ending.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {matchPriceRule, type PriceRuleWords} from '#domain/pricing/price-rule.ts';
import type {PriceStep, PriceTrace} from '#domain/pricing/price-trace.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {
  percentOnTop,
  plus,
  type Rational,
  rational,
  roundDown,
  roundHalfUp,
  roundUp,
  times,
  toBasis,
} from '#domain/pricing/rational.ts';

/** The store's facts that decide prices. */
export type PriceStore = {
  readonly currency: string;
  /** Whether the store's prices contain tax (Shopify's `shop.taxesIncluded`). */
  readonly taxesIncluded: boolean;
};

/** The article's facts for its price. `shipping` left out: the fees of the supplier's table are used. */
export type PricedArticle = PriceRuleWords & {
  readonly shipping?: StockReading['shipping'];
  /** The price that the merchant set for this article; null: none, so rules and general settings decide. */
  readonly ownPrice: OwnPrice | null;
};

/** The price with its calculation, or why there is none. Amounts are minor units of the store's currency. */
export type PriceResult =
  | {
      readonly kind: 'price';
      readonly price: number;
      /** The compare-at price; null: none is shown. */
      readonly compareAt: number | null;
      /** The supplier's cost in the store's currency, rounded up. */
      readonly cost: number;
      /** The price without the tax it contains, rounded half up; the margin is calculated from it. */
      readonly net: number;
      /** Per cent of the net price, two decimals, rounded down. A shipping fee that the price carries counts as a cost. */
      readonly marginPercent: number;
      readonly trace: PriceTrace;
    }
  | (DraftDecision & {readonly trace: PriceTrace});

/** Euro cents (20,000,000.00): more than any cost in euro can become with the highest markup, add-on and tax. */
const maxPriceInEuroCents = 2_000_000_000n;

/** Calculates a price. @param cost euro cents, without tax. @param rrp euro cents, tax included; null or not above zero: none. */
export function toPrice(
  cost: number,
  rrp: number | null,
  article: PricedArticle,
  pricing: PricingSettings,
  store: PriceStore,
): PriceResult {
  const trace: PriceStep[] = [{step: 'supplier', amount: cost}];
  const toDraft = (code: DraftDecision['code'], reason: string): PriceResult => ({
    ...draftFor(code, reason),
    trace,
  });
  if (!Number.isSafeInteger(cost) || cost <= 0)
    return toDraft('price_invalid', 'The supplier states no price above zero, or none that can be read.');
  if (cost > highestAmount) {
    return toDraft('price_invalid', "The supplier's price is over 1,000,000.00 and is not believed.");
  }
  const rate = findConversionRate(pricing, store.currency);
  if (typeof rate === 'string') return toDraft('no_rate', rate);
  if (store.taxesIncluded && pricing.vatPercent === null) {
    return toDraft(
      'vat_missing',
      "The store's prices contain tax; set the VAT they contain, so that no price falls below cost.",
    );
  }
  if (article.ownPrice?.kind === 'fixed' && article.ownPrice.currency !== store.currency) {
    const was = article.ownPrice.currency;
    return toDraft(
      'price_invalid',
      `Its own price was set in ${was}, and the store sells in ${store.currency}: set it again.`,
    );
  }
  const own = rate === null ? BigInt(cost) : roundUp(times(rational(cost), rate.buffered));
  if (rate !== null) trace.push({step: 'rate', ...rate.shown, amount: Number(own)});
  const tax = percentOnTop(store.taxesIncluded ? (pricing.vatPercent ?? 0) : 0);
  const fee = carriedFee(article, rate, pricing);
  const spent = own + fee;
  const charged =
    article.ownPrice?.kind === 'fixed'
      ? takeFixedPrice(article.ownPrice.amount, trace)
      : calculatePrice({own, cost, fee, tax}, article, pricing, store, trace);
  const recommended = toRecommendedPrice(rrp, rate, pricing, store);
  const price = capPrice(charged, recommended, pricing, trace);
  const lowest = roundUp(times(rational(own), tax));
  if (price > maxPrice(rate)) return toDraft('price_invalid', 'The price would be too large to be believed.');
  if (price < lowest) return toDraft('below_cost', 'The price would be below cost.');
  if (!isAboveFloor(price, spent, tax, pricing.floorMarginPercent, trace)) {
    const floor = `${pricing.floorMarginPercent} %`;
    return toDraft('below_floor', `The margin would be below your floor of ${floor}.`);
  }
  const compareAt = planCompareAt(price, recommended, pricing, trace);
  return {
    kind: 'price',
    price: Number(price),
    compareAt,
    cost: Number(own),
    ...marginFromPrice(price, spent, tax),
    trace,
  };
}

/** The highest price that is believed, in the store's currency: an amount that is far too high in euro can be normal in rupiah. */
function maxPrice(rate: ConversionRate | null): bigint {
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  const own = rate === null ? maxPriceInEuroCents : roundUp(times(rational(maxPriceInEuroCents), rate.plain));
  return own < safe ? own : safe;
}

/** The merchant's fixed price as it stands: no markup, fee, tax or ending changes it. */
function takeFixedPrice(amount: number, trace: PriceStep[]): bigint {
  trace.push({step: 'own_price', amount});
  return BigInt(amount);
}

/** The amounts in the store's currency that a price is calculated from, and `cost` in euro cents. */
type PricedCost = {readonly own: bigint; readonly cost: number; readonly fee: bigint; readonly tax: Rational};

/** The price from the cost: markup, add-on, carried fee, tax and ending. */
function calculatePrice(
  {own, cost, fee, tax}: PricedCost,
  article: PricedArticle,
  pricing: PricingSettings,
  {currency, taxesIncluded}: PriceStore,
  trace: PriceStep[],
): bigint {
  const marked = applyMarkup(own, cost, article, pricing, trace);
  const net = plus(marked, rational(fee));
  const {carryZone: zone} = pricing;
  if (zone !== undefined) {
    trace.push({step: 'shipping', zone, fee: statedFee(article, zone), amount: Number(roundHalfUp(net))});
  }
  const taxed = addContainedTax(tax, net, own + fee, trace, taxesIncluded ? (pricing.vatPercent ?? 0) : 0);
  return raiseToEnding(taxed, pricing, currency, trace);
}

/** Adds the markup and the add-on of the rule that applies, or the general ones. An own markup replaces the markup alone. */
function applyMarkup(
  own: bigint,
  cost: number,
  {ownPrice, ...words}: PricedArticle,
  pricing: PricingSettings,
  trace: PriceStep[],
): Rational {
  const rule = matchPriceRule(pricing, words, cost);
  const {markupPercent, addOn} = rule ?? pricing;
  const isOwn = ownPrice?.kind === 'markup';
  const percent = isOwn ? ownPrice.percent : markupPercent;
  const marked = times(rational(own), percentOnTop(percent));
  trace.push({step: 'rule', rule: rule?.id ?? null, amount: Number(own)});
  trace.push({step: isOwn ? 'own_markup' : 'markup', percent, amount: Number(roundHalfUp(marked))});
  if (addOn === 0) return marked;
  const added = plus(marked, rational(addOn));
  trace.push({step: 'add_on', add: addOn, amount: Number(roundHalfUp(added))});
  return added;
}

/** The shipping fee that the settings add to every price, in the store's currency, rounded up; 0: they add none. */
function carriedFee(article: PricedArticle, rate: ConversionRate | null, {carryZone: zone}: PricingSettings): bigint {
  if (zone === undefined) return 0n;
  const fee = statedFee(article, zone);
  return rate === null ? BigInt(fee) : roundUp(times(rational(fee), rate.buffered));
}

/** Euro cents. */
const statedFee = ({shipping = {}}: PricedArticle, zone: ZoneCode): number => shippingFee({shipping}, zone);

/** Adds tax and rounds half up, or up if half up would put the price, without its tax, below cost. */
function addContainedTax(tax: Rational, net: Rational, spent: bigint, trace: PriceStep[], percent: number): bigint {
  const rounded = roundHalfUp(times(net, tax));
  const lowest = roundUp(times(rational(spent), tax));
  const amount = rounded < lowest ? lowest : rounded;
  trace.push({step: 'tax', percent, amount: Number(amount)});
  return amount;
}

/** The recommended price as far as the settings use it. It includes tax, so it cannot be used if the store's prices do not. */
function toRecommendedPrice(
  rrp: number | null,
  rate: ConversionRate | null,
  pricing: PricingSettings,
  store: PriceStore,
): bigint | null {
  if (!store.taxesIncluded || (pricing.compareAt === 'none' && !pricing.capAtRrp)) return null;
  return convertRecommended(rrp, rate);
}

/** The price, but not above the recommended one if the settings say so. */
function capPrice(price: bigint, recommended: bigint | null, {capAtRrp}: PricingSettings, trace: PriceStep[]): bigint {
  if (!capAtRrp || recommended === null || price <= recommended) return price;
  trace.push({step: 'cap', rrp: Number(recommended), amount: Number(recommended)});
  return recommended;
}

/** Whether the margin is at least the merchant's floor. */
function isAboveFloor(price: bigint, spent: bigint, tax: Rational, percent: number, trace: PriceStep[]): boolean {
  if (percent === 0) return true;
  const minimum = roundUp(times(times(rational(spent), tax), rational(10_000n, 10_000n - toBasis(percent))));
  trace.push({step: 'floor', percent, minimum: Number(minimum), amount: Number(price)});
  return price >= minimum;
}

/** The compare-at price; null: none, or it would not be higher than the price. */
function planCompareAt(
  price: bigint,
  recommended: bigint | null,
  {compareAt}: PricingSettings,
  trace: PriceStep[],
): number | null {
  if (compareAt === 'none' || recommended === null) return null;
  const shown = recommended > price ? Number(recommended) : null;
  trace.push({step: 'compare_at', rrp: Number(recommended), compareAt: shown, amount: Number(price)});
  return shown;
}

/** The price without tax, and the margin in per cent of it. */
function marginFromPrice(price: bigint, spent: bigint, tax: Rational) {
  const net = rational(price * tax.denominator, tax.numerator);
  // The margin is (net - spent) / net, in hundredths of a per cent. It is below 0 if a capped price does not cover the whole fee.
  const kept = (net.numerator - spent * net.denominator) * 10_000n;
  const basis = kept < 0n ? -roundUp(rational(-kept, net.numerator)) : roundDown(rational(kept, net.numerator));
  return {net: Number(roundHalfUp(net)), marginPercent: Number(basis) / 100};
}
