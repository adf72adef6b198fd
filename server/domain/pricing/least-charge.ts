// The least markup, or the least add-on, with which no article loses money when one piece is sold to a zone of the store. Articles that are
// drafts, or that lose even at the highest markup and add-on, do not count. Found by trying values with the price calculation itself, so
// rounding, tax, exchange rate and cap count as in a run; the merchant's floor does not.
import {safelyLeft} from '#domain/margins/least-price.ts';
import {type SalesTerms, worstLeft} from '#domain/margins/left-per-piece.ts';
import {surelyCharged} from '#domain/margins/store-charges.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {type PricedArticle, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {matchPriceRule} from '#domain/pricing/price-rule.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {toBasis} from '#domain/pricing/rational.ts';

/** An article with what decides its price. */
export type ChargedArticle = PricedArticle & {
  /** Euro cents. */
  readonly cost: number;
  /** The recommended price in euro cents, tax included; null: none. */
  readonly rrp: number | null;
};

/** The settings and store facts by which prices and what is left of them are calculated. */
export type ChargeTerms = {
  readonly pricing: PricingSettings;
  readonly store: PriceStore;
  readonly sales: SalesTerms;
  /** The zones the store sells to. */
  readonly zones: readonly ZoneCode[];
};

/** What the articles of one price rule need. `markupPercent` or `addOn` alone is enough; all else stays as the merchant set it. */
export type LeastCharge = {
  /** Id of the price rule; null: the articles that no rule matches. */
  readonly rule: string | null;
  /** How many articles the rule applies to. */
  articles: number;
  /** How many articles lose money with the current settings. */
  losing: number;
  /** The least markup in per cent, in steps of 0.01; null: even the highest is not enough. */
  markupPercent: number | null;
  /** The least add-on in minor units of the store's currency; null: even the highest is not enough. */
  addOn: number | null;
  /** How many articles lose money at any markup, because their price is capped at the recommended one. */
  capped: number;
};

/** The results so far by rule id; null: the articles that no rule matches. */
export type LeastCharges = Map<string | null, LeastCharge>;

/** The highest markup that is tried, in per cent. */
const maxMarkupPercent = 1_000;
/** The highest add-on that is tried, in minor units of the store's currency. */
const maxAddOn = 100_000_000;

/** Adds one article to `found`. Call it with every article that is sold, in any order. */
export function addLeastCharge(found: LeastCharges, article: ChargedArticle, terms: ChargeTerms): void {
  const rule = matchPriceRule(terms.pricing, article, article.cost)?.id ?? null;
  const known = found.get(rule) ?? {rule, articles: 0, losing: 0, markupPercent: 0, addOn: 0, capped: 0};
  found.set(rule, known);
  known.articles += 1;
  if (losesMoneyWith(article, terms.pricing, terms)) known.losing += 1;
  const certain = {...terms, sales: sureTerms(terms.sales)};
  const loses = (change: Partial<MarkupAndAddOn>) =>
    isBelow(safelyLeft(terms.sales), article, withCharge(terms.pricing, rule, change), certain);
  if (loses({markupPercent: maxMarkupPercent, addOn: maxAddOn})) {
    known.capped += 1;
    return;
  }
  const markup = findLeastEnough(toHundredths(known.markupPercent), 100 * maxMarkupPercent, (basis) =>
    loses({markupPercent: basis / 100}),
  );
  known.markupPercent = markup === null ? null : markup / 100;
  known.addOn = findLeastEnough(known.addOn, maxAddOn, (addOn) => loses({addOn}));
}

type MarkupAndAddOn = {readonly markupPercent: number; readonly addOn: number};

/** The settings with another markup or add-on in this rule. @param rule null: the general markup and add-on are replaced. */
export function withCharge(
  pricing: PricingSettings,
  rule: string | null,
  charge: Partial<MarkupAndAddOn>,
): PricingSettings {
  if (rule === null) return {...pricing, ...charge};
  return {...pricing, rules: pricing.rules.map((one) => (one.id === rule ? {...one, ...charge} : one))};
}

/** Whether one piece loses money in a zone the store sells to. A draft is not sold. */
export const losesMoneyWith = (
  article: ChargedArticle,
  pricing: PricingSettings,
  terms: Omit<ChargeTerms, 'pricing'>,
): boolean => isBelow(0, article, pricing, terms);

/**
 * Whether less than `enough` is left of one piece in a zone the store sells to. The merchant's floor is left out, so that a higher price
 * never loses where a lower one does not.
 */
function isBelow(
  enough: number,
  article: ChargedArticle,
  pricing: PricingSettings,
  {store, sales, zones}: Omit<ChargeTerms, 'pricing'>,
): boolean {
  if (zones.length === 0) return false;
  const priced = toPrice(article.cost, article.rrp, article, {...pricing, floorMarginPercent: 0}, store);
  if (priced.kind === 'draft') return false;
  const worst = worstLeft(priced.price, zones, {price: article.cost, shipping: article.shipping ?? {}}, sales);
  return worst !== null && worst.left < enough;
}

/** The results of `sureTerms`, so that they are made once. */
const sure = new WeakMap<SalesTerms, SalesTerms>();

/**
 * The terms with only the shipping that orders of any higher value surely bring. A markup must be enough for dearer articles too, for which
 * shipping may be free.
 */
function sureTerms(sales: SalesTerms): SalesTerms {
  if (sales.shipping === null) return sales;
  const known = sure.get(sales);
  if (known !== undefined) return known;
  const made = {...sales, shipping: surelyCharged(sales.shipping)};
  sure.set(sales, made);
  return made;
}

const toHundredths = (percent: number | null): number | null => (percent === null ? null : Number(toBasis(percent)));

/** Searches the least value from `from` to `highest` that is enough. Null: none is, or `from` is null. */
function findLeastEnough(from: number | null, highest: number, isTooLittle: (value: number) => boolean): number | null {
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
