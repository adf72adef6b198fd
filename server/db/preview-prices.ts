// Of a preview's prices the ones to look at first: the lowest margins, and what moves furthest.
import type {Article} from '#domain/catalogue/article.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import {parseMinor} from '#domain/money.ts';
import type {StoredListing} from './listings.ts';

export type PriceMove = {
  readonly articleId: string;
  readonly name: string;
  /** Euro cents. */
  readonly cost: number;
  /** Minor units of the store's currency; null: not in the store yet. */
  readonly before: number | null;
  readonly after: number;
  readonly marginPercent: number;
};

type Sum = {pricesChanged: number; prices: readonly PriceMove[]};

const shown = 20;

export function addPrice(
  sum: Sum,
  article: Article,
  plan: ListingPlan,
  listing: StoredListing | null,
  currency: string,
): void {
  if (plan.kind !== 'create' && plan.kind !== 'update' && plan.kind !== 'unchanged') return;
  const written = listing?.written.price ?? null;
  const before = written === null ? null : parseMinor(written, currency);
  if (plan.kind === 'update' && plan.write.includes('price') && before !== plan.price) sum.pricesChanged += 1;
  const {cost, price: after, marginPercent} = plan;
  const move = {articleId: article.id, name: article.name, cost, before, after, marginPercent};
  if (sum.prices.length < shown) sum.prices = [...sum.prices, move].toSorted(worstFirst);
  else if (worstFirst(move, sum.prices.at(-1) ?? move) < 0) {
    sum.prices = [...sum.prices.slice(0, -1), move].toSorted(worstFirst);
  }
}

const worstFirst = (one: PriceMove, other: PriceMove): number =>
  one.marginPercent - other.marginPercent || moved(other) - moved(one);

/** How far a price moves, as a share of what it was. */
const moved = ({before, after}: PriceMove): number =>
  before === null || before === 0 ? 0 : Math.abs(after - before) / before;
