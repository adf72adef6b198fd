// The figures of a preview, summed plan by plan.

import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {LeastCharges} from '#domain/pricing/least-charge.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import type {BrakesTable} from '../db/tables/catalogue-tables.ts';
import type {PriceChange} from './prices.ts';

/** One article that a run would not carry out as planned. */
export type Stopped = {
  readonly articleId: ArticleId;
  /** held: the API's name of a draft: this article's own state keeps it off sale. The others are brakes, by their kind. */
  readonly by: 'held' | BrakesTable['kind'];
  readonly code: DraftCode | null;
  readonly reason: string;
  /** Stopped only if the choice is saved without the preview's id. */
  readonly unlessConfirmed: boolean;
};

export type ForeseenBrake = Pick<Stopped, 'reason' | 'unlessConfirmed'> & {
  readonly kind: BrakesTable['kind'];
  readonly articles: number;
};

export type SettingsPreview = {
  /** Listed articles, and how many of them are chosen. */
  articles: number;
  chosen: number;
  /** On sale after the run, and their variants. */
  products: number;
  variants: number;
  /** How many of the variants are an estimate, because `a=stock` was not read yet, or not since a change. */
  variantsEstimated: number;
  created: number;
  updated: number;
  unchanged: number;
  restored: number;
  retired: number;
  quarantined: number;
  /** Left as they are: products the merchant deleted, and products on sale for which `a=stock` has no reading. */
  left: number;
  held: Partial<Record<DraftCode, number>>;
  /** Those of `held` that are on sale now, so that the next run takes them off sale. */
  takenOffSale: Partial<Record<DraftCode, number>>;
  /** Chosen articles whose details were not read yet, or not since a change: their price and sizes may differ. */
  unread: number;
  /** Existing products whose price changes. */
  pricesChanged: number;
  /** One page of the prices of products that are on sale after the run, lowest margin first. */
  prices: readonly PriceChange[];
  pricesNext: number | null;
  pricesListed: number;
  /** What must be charged, where it was asked for. */
  charges: LeastCharges;
  carry: {readonly zone: ZoneCode; losing: number} | null;
  /** Products that lose money where one piece is sold to one of the zones, and how many of them in which zone. */
  losing: number;
  /** Those of them whose price is the merchant's own. */
  losingOwn: number;
  losingByZone: Partial<Record<ZoneCode, number>>;
  /** Why the brake would stop the retirements without a confirmation; null: it would not. */
  brake: string | null;
  brakes: ForeseenBrake[];
  /** Everything that a brake would stop or that would be a draft, by article; where only counts are asked for, without the articles that were never planned. */
  stopped: Stopped[];
};

export const noFigures = (): SettingsPreview => ({
  articles: 0,
  chosen: 0,
  products: 0,
  variants: 0,
  variantsEstimated: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  restored: 0,
  retired: 0,
  quarantined: 0,
  left: 0,
  held: {},
  takenOffSale: {},
  unread: 0,
  pricesChanged: 0,
  prices: [],
  pricesNext: null,
  pricesListed: 0,
  charges: new Map(),
  carry: null,
  losing: 0,
  losingOwn: 0,
  losingByZone: {},
  brake: null,
  brakes: [],
  stopped: [],
});

type Counted = {
  /** Null: many, none of which is named. */
  readonly id: ArticleId | null;
  readonly plan: Refused | {readonly kind: 'create' | 'update' | 'unchanged'; readonly variants: number};
  readonly listing: StoredListing | null;
  /** The plan uses an estimate, or an outdated reading, of `a=stock`. */
  readonly isUnread: boolean;
  /** How many are planned alike; left out: one. */
  readonly articles?: number;
};

type Refused = Extract<ListingPlan, {kind: 'keep' | 'draft' | 'quarantine'}>;

export function countPlan(sum: SettingsPreview, {id, plan, listing, isUnread, articles = 1}: Counted): void {
  switch (plan.kind) {
    case 'create':
      sum.created += articles;
      break;
    case 'update':
      if (listing?.state === 'retired') sum.restored += articles;
      else sum.updated += articles;
      break;
    case 'unchanged':
      return countUnchanged(sum, liveVariantsOf(listing));
    case 'draft':
      if (listing?.state === 'active') sum.takenOffSale[plan.code] = (sum.takenOffSale[plan.code] ?? 0) + articles;
      return countDraft(sum, {...plan, id}, articles);
    case 'quarantine':
      sum.quarantined += articles;
      return;
    case 'keep':
      sum.left += articles;
      return;
  }
  sum.products += articles;
  sum.variants += articles * plan.variants;
  if (isUnread) sum.variantsEstimated += articles * plan.variants;
}

export const liveVariantsOf = (listing: StoredListing | null): number =>
  listing?.variants.filter(({state}) => state === 'live').length ?? 0;

/** Counts a product on sale that stays as it is. */
export function countUnchanged(sum: SettingsPreview, variants: number): void {
  sum.unchanged += 1;
  sum.products += 1;
  sum.variants += variants;
}

type DraftArticle = {readonly id: ArticleId | null; readonly code: DraftCode; readonly reason: string};

export function countDraft(sum: SettingsPreview, {id, code, reason}: DraftArticle, articles = 1): void {
  sum.held[code] = (sum.held[code] ?? 0) + articles;
  if (id !== null) sum.stopped.push({articleId: id, by: 'held', code, reason, unlessConfirmed: false});
}
