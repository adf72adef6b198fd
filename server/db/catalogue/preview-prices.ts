// The prices of a preview to look at first: those with the least left after the shipping fee, and those that change most.

import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import {rateTo} from '#domain/margins/margin.ts';
import {toProductMargins} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings.ts';
import type {StoredListing} from '../listings/listings.ts';

export type PriceChange = {
  readonly articleId: ArticleId;
  readonly name: string;
  /** Euro cents. */
  readonly cost: number;
  /** Minor units of the store's currency; null: not in the store yet. */
  readonly before: number | null;
  readonly after: number;
  /** Per cent of the price without tax, before the shipping fee. Rules and the floor use this value. */
  readonly marginPercent: number;
  /** Margin of one piece after the fee, in each zone the store sells to; minor units of the store's currency. */
  readonly zones: readonly {readonly zone: ZoneCode; readonly fee: number | null; readonly margin: number | null}[];
};

type Sum = {
  pricesChanged: number;
  prices: readonly PriceChange[];
  losing: number;
  losingByZone: Partial<Record<ZoneCode, number>>;
};

type Priced = {
  readonly article: Article;
  readonly stock: StockReading | null;
  readonly plan: ListingPlan;
  readonly listing: StoredListing | null;
};

type Terms = {readonly settings: Settings; readonly store: PriceStore; readonly zones: readonly ZoneCode[]};

const shown = 20;

export function addPrice(sum: Sum, {article, stock, plan, listing}: Priced, terms: Terms): void {
  if (plan.kind !== 'create' && plan.kind !== 'update' && plan.kind !== 'unchanged') return;
  const written = listing?.written.price ?? null;
  const before = written === null ? null : parseMinor(written, terms.store.currency);
  if (plan.kind === 'update' && plan.write.includes('price') && before !== plan.price) sum.pricesChanged += 1;
  const {cost, price: after, marginPercent} = plan;
  const zones = marginsOf(after, {price: cost, shipping: stock?.shipping ?? {}}, terms);
  const losing = zones.filter(({margin}) => margin !== null && margin < 0);
  if (losing.length > 0) sum.losing += 1;
  for (const {zone} of losing) sum.losingByZone[zone] = (sum.losingByZone[zone] ?? 0) + 1;
  const move = {articleId: article.id, name: article.name, cost, before, after, marginPercent, zones};
  if (sum.prices.length < shown) sum.prices = [...sum.prices, move].toSorted(worstFirst);
  else if (worstFirst(move, sum.prices.at(-1) ?? move) < 0) {
    sum.prices = [...sum.prices.slice(0, -1), move].toSorted(worstFirst);
  }
}

function marginsOf(
  price: number,
  stock: Pick<StockReading, 'price' | 'shipping'>,
  {settings, store, zones}: Terms,
): PriceChange['zones'] {
  const {vatPercent} = settings.pricing;
  const salesTerms = {...rateTo(store.currency, settings), vatPercent, taxesIncluded: store.taxesIncluded};
  return toProductMargins(price, stock, salesTerms)
    .filter(({zone}) => zones.includes(zone))
    .map(({zone, fee, one}) => ({zone, fee, margin: one}));
}

const worstFirst = (one: PriceChange, other: PriceChange): number =>
  lowest(one) - lowest(other) || one.marginPercent - other.marginPercent || moved(other) - moved(one);

/** 0 if no zone's fees count. */
const lowest = ({zones}: PriceChange): number =>
  Math.min(...zones.map(({margin}) => margin ?? 0), zones.length > 0 ? Number.POSITIVE_INFINITY : 0);

/** The change of a price as a share of the former price. */
const moved = ({before, after}: PriceChange): number =>
  before === null || before === 0 ? 0 : Math.abs(after - before) / before;
