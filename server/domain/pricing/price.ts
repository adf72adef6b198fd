// From the supplier's cost to the store's price. Cost is net of tax (an assumption: server/DECISIONS.md); rrp includes tax. Cost
// and fee are rounded up when they are converted to another currency; what follows is exact until the tax step, which rounds the amount.
import {highestAmount, type StockReading} from '#domain/catalogue/article.ts';
import {type Drafted, drafted} from '#domain/catalogue/off-sale/draft.ts';
import {exponentOf} from '#domain/money.ts';
import {feeOf} from '#domain/orders/zone.ts';
import {matchPriceRule, type PriceFacts} from '#domain/pricing/price-rule.ts';
import type {PriceStep, PriceTrace} from '#domain/pricing/price-trace.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {
  parseRational,
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

export type PriceStore = {
  readonly currency: string;
  /** Whether the store's prices contain tax (Shopify's `shop.taxesIncluded`). */
  readonly taxesIncluded: boolean;
};

/** `shipping` left out: the fees of the supplier's table count. */
export type PricedArticle = PriceFacts & {readonly shipping?: StockReading['shipping']};

/** Amounts in minor units of the store's currency. */
export type Priced =
  | {
      readonly kind: 'price';
      readonly price: number;
      readonly compareAt: number | null;
      readonly cost: number;
      /** The price without the tax it contains, rounded half up; the margin is calculated from it. */
      readonly net: number;
      /** Per cent of the net price, two decimals, rounded down. A shipping fee that the price carries counts as a cost. */
      readonly marginPercent: number;
      readonly trace: PriceTrace;
    }
  | (Drafted & {readonly trace: PriceTrace});

/** Euro cents: 20,000,000.00, more than the highest markup, add-on and tax make of the highest cost in euro. */
const highestInEuro = 2_000_000_000n;

/** @param cost euro cents, without tax. @param rrp euro cents, tax included; null or not above zero: none. */
export function toPrice(
  cost: number,
  rrp: number | null,
  article: PricedArticle,
  pricing: PricingSettings,
  store: PriceStore,
): Priced {
  const trace: PriceStep[] = [{step: 'supplier', amount: cost}];
  const toDraft = (code: Drafted['code'], reason: string): Priced => ({...drafted(code, reason), trace});
  if (!Number.isSafeInteger(cost) || cost <= 0)
    return toDraft('price_invalid', 'The supplier states no price above zero, or none that can be read.');
  if (cost > highestAmount) {
    return toDraft('price_invalid', "The supplier's price is over 1,000,000.00 and is not believed.");
  }
  const rate = rateFor(pricing, store.currency);
  if (typeof rate === 'string') return toDraft('no_rate', rate);
  if (store.taxesIncluded && pricing.vatPercent === null) {
    return toDraft(
      'vat_missing',
      "The store's prices contain tax; set the VAT they contain, so that no price falls below cost.",
    );
  }
  const own = rate === null ? BigInt(cost) : roundUp(times(rational(cost), rate.buffered));
  if (rate !== null) trace.push({step: 'rate', ...rate.shown, amount: Number(own)});
  const tax = percentOnTop(store.taxesIncluded ? (pricing.vatPercent ?? 0) : 0);
  const marked = markUp(own, cost, article, pricing, trace);
  const fee = carriedFee(article, rate, pricing, marked, trace);
  const [net, spent] = [plus(marked, rational(fee)), own + fee];
  const taxed = contain(tax, net, spent, trace, store.taxesIncluded ? (pricing.vatPercent ?? 0) : 0);
  const rounded = raiseToEnding(taxed, pricing, store.currency, trace);
  const recommended = toRecommended(rrp, rate?.plain ?? null, pricing, store);
  const price = capped(rounded, recommended, pricing, trace);
  const lowest = roundUp(times(rational(own), tax));
  if (price > highestPrice(rate)) return toDraft('price_invalid', 'The price would be too large to be believed.');
  if (price < lowest) return toDraft('below_cost', 'The price would be below cost.');
  if (!isAboveFloor(price, spent, tax, pricing.floorMarginPercent, trace)) {
    const floor = `${pricing.floorMarginPercent} %`;
    return toDraft('below_floor', `The margin would be below your floor of ${floor}.`);
  }
  const compareAt = beside(price, recommended, pricing, trace);
  return {kind: 'price', price: Number(price), compareAt, cost: Number(own), ...marginOf(price, spent, tax), trace};
}

/** `highestInEuro` at the merchant's rate: an amount that is far too high in euro can be normal in rupiah. */
function highestPrice(rate: Rate | null): bigint {
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  const own = rate === null ? highestInEuro : roundUp(times(rational(highestInEuro), rate.plain));
  return own < safe ? own : safe;
}

type Rate = {
  readonly plain: Rational;
  readonly buffered: Rational;
  readonly shown: Omit<Extract<PriceStep, {readonly step: 'rate'}>, 'step' | 'amount'>;
};

/** From euro cents to the currency's minor units; null: the store sells in euro. Text: why there is no rate. */
function rateFor({rate}: PricingSettings, currency: string): Rate | string | null {
  if (currency === 'EUR') return null;
  if (rate === null) return `The store sells in ${currency}; prices need an exchange rate, which is not set.`;
  if (rate.currency !== currency) {
    return `The store sells in ${currency}, but the exchange rate you set is for ${rate.currency}.`;
  }
  const perEuro = parseRational(rate.perEuro);
  if (perEuro === null || perEuro.numerator === 0n) return `The exchange rate "${rate.perEuro}" is not above zero.`;
  const plain = times(perEuro, rational(10n ** BigInt(exponentOf(currency)), 100n));
  const {perEuro: text, asOf, bufferPercent} = rate;
  return {
    plain,
    buffered: times(plain, percentOnTop(bufferPercent)),
    shown: {currency, perEuro: text, asOf, bufferPercent},
  };
}

function markUp(own: bigint, cost: number, facts: PriceFacts, pricing: PricingSettings, trace: PriceStep[]): Rational {
  const rule = matchPriceRule(pricing, facts, cost);
  const {markupPercent: percent, addOn} = rule ?? pricing;
  const marked = times(rational(own), percentOnTop(percent));
  trace.push({step: 'rule', rule: rule?.id ?? null, amount: Number(own)});
  trace.push({step: 'markup', percent, amount: Number(roundHalfUp(marked))});
  if (addOn === 0) return marked;
  const added = plus(marked, rational(addOn));
  trace.push({step: 'add_on', add: addOn, amount: Number(roundHalfUp(added))});
  return added;
}

/** The fee of the zone that the price carries, rounded up; 0: it carries none. */
function carriedFee(
  {shipping = {}}: PricedArticle,
  rate: Rate | null,
  {carryZone: zone}: PricingSettings,
  marked: Rational,
  trace: PriceStep[],
): bigint {
  if (zone === undefined) return 0n;
  const fee = feeOf({shipping}, zone);
  const own = rate === null ? BigInt(fee) : roundUp(times(rational(fee), rate.buffered));
  trace.push({step: 'shipping', zone, fee, amount: Number(roundHalfUp(plus(marked, rational(own))))});
  return own;
}

/** Rounds half up; adds a minor unit if that alone would put the price, without its tax, below cost. */
function contain(tax: Rational, net: Rational, spent: bigint, trace: PriceStep[], percent: number): bigint {
  const rounded = roundHalfUp(times(net, tax));
  const lowest = roundUp(times(rational(spent), tax));
  const amount = rounded < lowest ? lowest : rounded;
  trace.push({step: 'tax', percent, amount: Number(amount)});
  return amount;
}

/** The next amount, from the price up, with one of the merchant's endings for this currency. */
function raiseToEnding(price: bigint, {rounding}: PricingSettings, currency: string, trace: PriceStep[]): bigint {
  const wanted = rounding.find((candidate) => candidate.currency === currency);
  if (wanted === undefined) return price;
  const every = BigInt(wanted.step);
  const raised = wanted.endings
    .filter((ending) => ending < wanted.step)
    .map((ending) => ({ending, amount: price + ((BigInt(ending) - (price % every) + every) % every)}))
    .toSorted((one, other) => Number(one.amount - other.amount))[0];
  if (raised === undefined) return price;
  trace.push({step: 'rounding', ending: raised.ending, every: wanted.step, amount: Number(raised.amount)});
  return raised.amount;
}

/**
 * The recommended price in the store's currency, at the rate without buffer and rounded down, so a compare-at price is never
 * higher than the recommendation. It includes tax, so it cannot be used if the store's prices do not.
 */
function toRecommended(
  rrp: number | null,
  rate: Rational | null,
  pricing: PricingSettings,
  store: PriceStore,
): bigint | null {
  if (rrp === null || !Number.isSafeInteger(rrp) || rrp <= 0 || !store.taxesIncluded) return null;
  if (pricing.compareAt === 'none' && !pricing.capAtRrp) return null;
  return rate === null ? BigInt(rrp) : roundDown(times(rational(rrp), rate));
}

function capped(price: bigint, recommended: bigint | null, {capAtRrp}: PricingSettings, trace: PriceStep[]): bigint {
  if (!capAtRrp || recommended === null || price <= recommended) return price;
  trace.push({step: 'cap', rrp: Number(recommended), amount: Number(recommended)});
  return recommended;
}

function isAboveFloor(price: bigint, spent: bigint, tax: Rational, percent: number, trace: PriceStep[]): boolean {
  if (percent === 0) return true;
  const minimum = roundUp(times(times(rational(spent), tax), rational(10_000n, 10_000n - toBasis(percent))));
  trace.push({step: 'floor', percent, minimum: Number(minimum), amount: Number(price)});
  return price >= minimum;
}

function beside(
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

function marginOf(price: bigint, spent: bigint, tax: Rational) {
  const net = rational(price * tax.denominator, tax.numerator);
  // (net - spent) / net, in hundredths of a per cent. Below 0 where a capped price does not carry the whole fee.
  const kept = (net.numerator - spent * net.denominator) * 10_000n;
  const basis = kept < 0n ? -roundUp(rational(-kept, net.numerator)) : roundDown(rational(kept, net.numerator));
  return {net: Number(roundHalfUp(net)), marginPercent: Number(basis) / 100};
}
