// The least markup, or the least add-on, with which no article loses money when one piece is sold to a zone of the store. Articles that are
// drafts, or that lose even at the highest markup and add-on, do not count. Found by trying values with the price calculation itself, so
// rounding, tax, exchange rate and cap count as in a run; the merchant's floor does not.
import {dearestFee} from '#domain/margins/least-price.ts';
import {toStoreCurrency} from '#domain/margins/margin.ts';
import {netOf, type SalesTerms} from '#domain/margins/product-margin.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {type PricedArticle, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {matchPriceRule} from '#domain/pricing/price-rule.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {toBasis} from '#domain/pricing/rational.ts';

export type ChargedArticle = PricedArticle & {
  /** Euro cents. */
  readonly cost: number;
  readonly rrp: number | null;
};

export type ChargeTerms = {
  readonly pricing: PricingSettings;
  readonly store: PriceStore;
  readonly sales: SalesTerms;
  /** The zones the store sells to. */
  readonly zones: readonly ZoneCode[];
};

/** What the articles of one price rule need. `markupPercent` or `addOn` alone is enough; all else stays as the merchant set it. */
export type LeastCharge = {
  /** Null: the articles that no rule matches. */
  readonly rule: string | null;
  articles: number;
  /** Articles that lose money as the prices are set. */
  losing: number;
  /** The least markup in per cent, in steps of 0.01; null: even the highest is not enough. */
  markupPercent: number | null;
  /** The least add-on in minor units of the store's currency; null: even the highest is not enough. */
  addOn: number | null;
  /** Articles whose price is capped at the recommended one, below what is needed: no markup or add-on helps them. */
  capped: number;
};

export type LeastCharges = Map<string | null, LeastCharge>;

const highestMarkup = 1_000;
const highestAddOn = 100_000_000;

/** Adds one article. Call it with every article that is sold; the order does not matter. */
export function addLeastCharge(found: LeastCharges, article: ChargedArticle, terms: ChargeTerms): void {
  const rule = matchPriceRule(terms.pricing, article, article.cost)?.id ?? null;
  const known = found.get(rule) ?? {rule, articles: 0, losing: 0, markupPercent: 0, addOn: 0, capped: 0};
  found.set(rule, known);
  known.articles += 1;
  const loses = (change: Partial<Charge>) => losesWith(article, withCharge(terms.pricing, rule, change), terms);
  if (loses({})) known.losing += 1;
  if (loses({markupPercent: highestMarkup, addOn: highestAddOn})) {
    known.capped += 1;
    return;
  }
  const markup = leastAbove(basisOf(known.markupPercent), 100 * highestMarkup, (basis) =>
    loses({markupPercent: basis / 100}),
  );
  known.markupPercent = markup === null ? null : markup / 100;
  known.addOn = leastAbove(known.addOn, highestAddOn, (addOn) => loses({addOn}));
}

type Charge = {readonly markupPercent: number; readonly addOn: number};

/** The settings with another markup or add-on in this rule; null: in the general ones. */
export function withCharge(pricing: PricingSettings, rule: string | null, charge: Partial<Charge>): PricingSettings {
  if (rule === null) return {...pricing, ...charge};
  return {...pricing, rules: pricing.rules.map((one) => (one.id === rule ? {...one, ...charge} : one))};
}

/**
 * Whether one piece loses money in a zone the store sells to. A draft is not sold. The floor is left out, so that a higher price
 * never loses where a lower one does not.
 */
export function losesWith(
  article: ChargedArticle,
  pricing: PricingSettings,
  {store, sales, zones}: Omit<ChargeTerms, 'pricing'>,
): boolean {
  const fee = dearestFee({shipping: article.shipping ?? {}}, zones);
  if (fee === null) return false;
  const priced = toPrice(article.cost, article.rrp, article, {...pricing, floorMarginPercent: 0}, store);
  if (priced.kind === 'draft') return false;
  const [net, costs] = [netOf(priced.price, sales), toStoreCurrency(article.cost + fee, sales)];
  return net !== null && costs !== null && net < costs;
}

const basisOf = (percent: number | null): number | null => (percent === null ? null : Number(toBasis(percent)));

/** The least value from `from` up that is enough; prices rise with it. Null: none up to `highest`, or `from` is null. */
function leastAbove(from: number | null, highest: number, isTooLittle: (value: number) => boolean): number | null {
  if (from === null || !isTooLittle(from)) return from;
  if (isTooLittle(highest)) return null;
  let [low, high] = [from, highest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTooLittle(middle)) low = middle;
    else high = middle;
  }
  return high;
}
