// The figures of a settings preview. Each plan of an article is added to them.

import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {LeastCharges} from '#domain/pricing/least-charge.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import type {BrakesTable} from '../db/tables/catalogue-tables.ts';
import type {ExampleArticle} from './examples.ts';
import type {PriceChange} from './prices.ts';

/** An article whose change a run would not carry out: a brake waits for the merchant, or the article is a draft. */
export type StoppedArticle = {
  readonly articleId: ArticleId;
  /** What stops the article: a kind of brake, or `held`, the API's name for a draft. */
  readonly by: 'held' | BrakesTable['kind'];
  /** Why it is a draft; null: a brake stops it. */
  readonly code: DraftCode | null;
  /** A sentence for the merchant. */
  readonly reason: string;
  /** Whether the brake stops the article only if the settings are saved without the preview's id. */
  readonly unlessConfirmed: boolean;
};

/** A brake that the run would stop at, with the number of its articles. */
export type ForeseenBrake = Pick<StoppedArticle, 'reason' | 'unlessConfirmed'> & {
  /** What the brake stops, as in the table `brakes`. */
  readonly kind: BrakesTable['kind'];
  /** How many articles the brake stops. */
  readonly articles: number;
};

/** The figures of a settings preview. Unless a member says otherwise, a number counts articles. */
export type SettingsPreview = {
  /** Listed articles. */
  articles: number;
  /** Listed articles that the proposed settings choose. */
  chosen: number;
  /** Products on sale after the run. */
  products: number;
  /** Variants of the products on sale after the run. */
  variants: number;
  /** How many of the variants are an estimate, because `a=stock` was not read yet, or not since a change. */
  variantsEstimated: number;
  /** Products that the run makes. */
  created: number;
  /** Existing products that the run changes, without those of `restored`. */
  updated: number;
  /** Products on sale that stay as they are. */
  unchanged: number;
  /** Retired products that the run puts on sale again. */
  restored: number;
  /** Listings that the run retires, if the settings are saved with the preview's id. */
  retired: number;
  /** Articles that the run cannot plan, or skips because they failed too often with the same inputs. */
  quarantined: number;
  /** Articles that the run does not change: products the merchant deleted, and products on sale for which `a=stock` has no reading. */
  left: number;
  /** Articles that are drafts after the run, by reason; `held` is the API's name of a draft. */
  held: Partial<Record<DraftCode, number>>;
  /** The drafts of `held` that are on sale now, so that the next run takes them off sale. */
  takenOffSale: Partial<Record<DraftCode, number>>;
  /** Chosen articles whose details were not read yet, or not since a change: their price and sizes may differ. */
  unread: number;
  /** Existing products whose price changes. */
  pricesChanged: number;
  /** Existing products by each of their fields that the run writes. */
  fieldsWritten: Partial<Record<OwnableField, number>>;
  /** One page of the prices of products that are on sale after the run, lowest margin first. */
  prices: readonly PriceChange[];
  /** Where the next page begins in the list of prices; null: this page is the last. */
  pricesNext: number | null;
  /** How many prices all pages together can list. */
  pricesListed: number;
  /** What must be charged so that no zone loses money; empty unless the preview was asked for it. */
  charges: LeastCharges;
  /** The zone with the highest fee, and how many products lose money even if prices carry that fee; null: not asked for, or no zone. */
  carry: {readonly zone: ZoneCode; losing: number} | null;
  /** Products that lose money where one piece is sold to at least one of the zones. */
  losing: number;
  /** How many of the `losing` products have a price that the merchant set. */
  losingOwn: number;
  /** How many of the `losing` products are on sale at a price that already loses money. */
  losingAlready: number;
  /** How many products lose money in each zone. */
  losingByZone: Partial<Record<ZoneCode, number>>;
  /** How many products have a price above the one that the brand recommends. */
  aboveRrp: number;
  /** How many of these are on sale at a price that already is. */
  aboveRrpAlready: number;
  /** Why the brake stops the retirements if the settings are saved without the preview's id; null: it does not. */
  brake: string | null;
  /** All brakes that the run stops at, of every kind. */
  brakes: ForeseenBrake[];
  /**
   * Everything that a brake would stop or that would be a draft, by article; where only counts are asked for, without the articles that
   * were never planned.
   */
  stopped: StoppedArticle[];
  /** Some of the chosen articles, with their pictures; empty unless only counts are asked for. */
  examples: readonly ExampleArticle[];
};

/** The figures before anything is counted. */
export const createEmptyPreview = (): SettingsPreview => ({
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
  fieldsWritten: {},
  prices: [],
  pricesNext: null,
  pricesListed: 0,
  charges: new Map(),
  carry: null,
  losing: 0,
  losingOwn: 0,
  losingAlready: 0,
  losingByZone: {},
  aboveRrp: 0,
  aboveRrpAlready: 0,
  brake: null,
  brakes: [],
  stopped: [],
  examples: [],
});

/** A plan of one article, or of several alike, as the figures count it. */
type CountedPlan = {
  /** Null: the plan stands for many articles, none of which is named. */
  readonly id: ArticleId | null;
  /** The plan; `variants`: how many the product has after the run, 0 where that is not needed. */
  readonly plan: PlanWithoutWrite | {readonly kind: 'create' | 'update' | 'unchanged'; readonly variants: number};
  /** The article's listing; null: it has none. */
  readonly listing: StoredListing | null;
  /** Whether the plan uses an estimate, or an outdated reading, of `a=stock`. */
  readonly isUnread: boolean;
  /** How many articles this plan stands for; left out: one. */
  readonly articles?: number;
};

/** A plan that writes no product, or only takes it off sale. */
type PlanWithoutWrite = Extract<ListingPlan, {kind: 'keep' | 'draft' | 'quarantine'}>;

/** Adds a plan to the figures. */
export function countPlan(sum: SettingsPreview, {id, plan, listing, isUnread, articles = 1}: CountedPlan): void {
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

/** Counts one product for each field that the run writes. */
export function countFieldsWritten({fieldsWritten}: SettingsPreview, write: readonly OwnableField[]): void {
  for (const field of write) fieldsWritten[field] = (fieldsWritten[field] ?? 0) + 1;
}

/** How many variants the listing's product has; 0 without a listing. */
export const liveVariantsOf = (listing: StoredListing | null): number =>
  listing?.variants.filter(({state}) => state === 'live').length ?? 0;

/** Counts a product on sale that stays as it is. */
export function countUnchanged(sum: SettingsPreview, variants: number): void {
  sum.unchanged += 1;
  sum.products += 1;
  sum.variants += variants;
}

/** An article that is a draft; `id` null: not named. */
type DraftArticle = {readonly id: ArticleId | null; readonly code: DraftCode; readonly reason: string};

/** Counts `articles` drafts with this reason, and names the article if `id` is known. */
export function countDraft(sum: SettingsPreview, {id, code, reason}: DraftArticle, articles = 1): void {
  sum.held[code] = (sum.held[code] ?? 0) + articles;
  if (id !== null) sum.stopped.push({articleId: id, by: 'held', code, reason, unlessConfirmed: false});
}
