// Plans articles for a preview as a run would. An article without a product needs no texts and pictures to be counted, so only what decides
// about its price and variants is read of it.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {noteOffSale, type PlannedOffSale} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import {toOptions} from '#domain/catalogue/options.ts';
import {
  type ArticleSaleFacts,
  type Keeping,
  type ListingPlan,
  planListing,
  planSale,
  type SaleFacts,
} from '#domain/catalogue/plan-listing.ts';
import type {PlannedFor, SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {sampled} from '../db/catalogue/candidates.ts';
import type {ChoiceBasis} from '../db/catalogue/choice.ts';
import {definedColumn, definedJoin} from '../db/catalogue/defined-options.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {loadOpenMatches} from '../db/catalogue/product-matches.ts';
import {lastPlannedFor} from '../db/listings/last-plan.ts';
import {loadListings, type StoredListing} from '../db/listings/listings.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {PriceList} from './prices.ts';
import {countPlan, countUnchanged, liveVariantsOf, type SettingsPreview} from './sum.ts';

export type PreviewBasis = {
  readonly settings: Settings;
  readonly store: ChoiceBasis['store'];
  readonly digest: (text: string) => string;
  /** The zones the store sells to, whose fees count in the margins. */
  readonly zones: readonly ZoneCode[];
  /** The position in the list of prices, worst first, at which `prices` begins; left out: 0. */
  readonly pricesFrom?: number;
  /** Whether to find out what must be charged so that no zone loses money. */
  readonly charges?: boolean;
  /** Whether prices and what they lose are left out, which is quicker. */
  readonly countsOnly?: boolean;
};

export type PreviewWork = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: PreviewBasis;
  readonly sum: SettingsPreview;
  /** Null: prices are not asked for. */
  readonly prices: PriceList | null;
  readonly canPrice: boolean;
  readonly print: SettingsPrint;
  readonly signal: AbortSignal | undefined;
};

type KeptPlans = {
  /** Articles that wait for a decision about their cost. */
  readonly waiting: ReadonlySet<string>;
  readonly keepVariants?: ReadonlySet<string>;
  /** What would go off sale is noted here and not counted. Null: decided already, or no price can be calculated. */
  readonly offSale?: PlannedOffSale | null;
};

const batchSize = 500;

/** False when the caller no longer waits. */
export async function planForPreview(work: PreviewWork, ids: readonly ArticleId[], kept: KeptPlans): Promise<boolean> {
  for (let at = 0; at < ids.length; at += batchSize) {
    if (work.signal?.aborted) return false;
    await planBatch(work, ids.slice(at, at + batchSize), kept);
  }
  return true;
}

export type PreviewedArticle = ArticleSaleFacts & Pick<Article, 'name' | 'colours' | 'sizes'>;

type PlanFacts = {
  readonly id: ArticleId;
  readonly article: PreviewedArticle;
  /** The article with everything a product is made of; null: it has no product. */
  readonly whole: Article | null;
  readonly stock: StockReading | null;
  readonly defined: DefinedOptions | null;
  readonly unanswered: boolean;
  /** The article's catalogue data or list price changed since `stock` was read: a run reads it again first. */
  readonly stale: boolean;
  readonly listPrice: number | null;
  readonly lastPlannedFor: PlannedFor | null;
  readonly loss: 'accept' | 'keep' | null;
  readonly sampled: boolean;
};

/** What a preview reads of an article whose texts and pictures it does not plan. */
export const slimArticle: RawBuilder<PreviewedArticle> = sql`jsonb_build_object('id', a.article_id, 'brand', a.brand,
  'category', a.category, 'name', a.name, 'currency', a.data->'currency', 'pricing', a.data->'pricing', 'rrp', a.data->'rrp',
  'colours', a.data->'colours', 'sizes', a.data->'sizes')`;

async function planBatch(work: PreviewWork, ids: readonly ArticleId[], kept: KeptPlans): Promise<void> {
  const {db, shop} = work;
  const {rows} = await sql<PlanFacts>`
    select a.article_id as id, ${slimArticle} as article, case when l.product_gid is not null then a.data end as whole, a.stock,
      ${definedColumn} as defined,
      (a.stock is not null and a.stock_read_for is null) as unanswered,
      (a.stock_read_for is not null and a.stock_read_for <> concat(a.hash, '|', a.list_price)) as stale, a.list_price as "listPrice",
      ${lastPlannedFor} as "lastPlannedFor", l.loss, ${sampled} as sampled
    from articles a left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${definedJoin}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[]) and a.data is not null
    order by a.article_id
  `.execute(db);
  const listings = await loadListings(db, shop, ids);
  const matches = await loadOpenMatches(db, shop, ids);
  await mapInSlices(rows, (facts) =>
    planOne(work, facts, {...kept, listing: listings.get(facts.id) ?? null, maybe: matches.get(facts.id) ?? null}),
  );
}

type KnownArticle = KeptPlans & {readonly listing: StoredListing | null; readonly maybe: string | null};

function planOne({basis, sum, prices, print, canPrice}: PreviewWork, facts: PlanFacts, known: KnownArticle): void {
  const {listing, offSale = null} = known;
  const keep = {cost: known.waiting.has(facts.id), variants: known.keepVariants?.has(facts.id) ?? false};
  const braked = keep.cost || keep.variants;
  // As in the run: an article that waits for a decision and is off sale stays off sale, and without prices products stay as they are.
  if (braked && listing?.state !== 'active') {
    sum.held.cost_moved = (sum.held.cost_moved ?? 0) + 1;
    return;
  }
  if (!canPrice && listing?.state === 'active') return countUnchanged(sum, liveVariantsOf(listing));
  const isUnread = facts.stock === null ? listing?.reasonCode !== 'no_stock_answer' : facts.stale;
  const stock = toAssumed(facts, listing);
  const {plan, counted, sale} = toPlan(basis, facts, {...known, stock, keep});
  if (!braked && offSale !== null && plan !== null) {
    if (noteOffSale(offSale, {...facts, listing, plan}, () => print)) return;
  }
  if (isUnread) sum.unread += 1;
  countPlan(sum, {id: facts.id, plan: counted, listing, isUnread});
  if (sale === null || prices === null) return;
  const writesPrice = plan?.kind === 'update' && plan.write.includes('price');
  prices.add({article: facts.article, stock, sale, listing, writesPrice});
}

type Planned = {
  /** Null: made without its texts, because there is no product to compare them with. */
  readonly plan: ListingPlan | null;
  readonly counted: Parameters<typeof countPlan>[1]['plan'];
  readonly sale: {readonly cost: number; readonly price: number; readonly marginPercent: number} | null;
};

function toPlan(
  basis: PreviewBasis,
  {article, whole, defined, unanswered}: PlanFacts,
  {stock, keep, listing, maybe}: KnownArticle & {readonly stock: StockReading | null; readonly keep: Keeping},
): Planned {
  const facts = {stock, defined, unanswered, listing, maybe, keep};
  if (whole === null) return planNew(basis, {...facts, article});
  const {settings, store, digest} = basis;
  const plan = planListing({...facts, article: whole, settings, store, digest});
  if (plan.kind === 'create' || plan.kind === 'update') {
    return {plan, counted: {kind: plan.kind, variants: plan.draft.variants.length}, sale: plan};
  }
  if (plan.kind === 'unchanged') return {plan, counted: {kind: plan.kind, variants: 0}, sale: plan};
  return {plan, counted: plan, sale: null};
}

type NewFacts = Omit<SaleFacts, 'settings' | 'store' | 'defined' | 'listing'> &
  Partial<Pick<SaleFacts, 'defined' | 'listing'>>;

/** Of an article without a product: what is sold of it, without its texts. */
export function planNew({settings, store}: PreviewBasis, facts: NewFacts): Planned {
  const sale = planSale({defined: null, listing: null, ...facts, settings, store});
  if (sale.kind !== 'sale') return {plan: null, counted: sale, sale: null};
  const {price, marginPercent} = sale.priced;
  const counted = {kind: 'create' as const, variants: sale.variants.length};
  return {plan: null, counted, sale: {cost: sale.stock.price, price, marginPercent}};
}

/** What a run will read, as far as it is known. Null where a run asked already and got no reading, or the list has no price. */
function toAssumed(
  {article, stock, stale, defined, listPrice}: PlanFacts,
  listing: StoredListing | null,
): StockReading | null {
  if (stock !== null) return stale ? {...stock, price: listPrice ?? stock.price} : stock;
  if (listing?.reasonCode === 'no_stock_answer') return null;
  return assumeStock(listPrice, assumeWords(article, defined));
}

type Words = Pick<StockReading, 'colours' | 'sizes'>;

/** Of an article that no run has read. */
export const assumeStock = (listPrice: number | null, words: Words): StockReading | null =>
  listPrice === null ? null : {price: listPrice, ...words, shipping: {}};

export function assumeWords(
  article: Pick<Article, 'category' | 'colours' | 'sizes'>,
  defined: DefinedOptions | null,
): Words {
  // What the merchant defined is used where nothing is stated, so nothing is assumed there.
  const sizes = defined?.sizes.length ? [] : estimateSizes(article.sizes, article.category);
  const colours = defined?.colours.length ? [] : article.colours;
  // No product can have these, mostly because there are too many sizes: the text was misread, so only the colours count.
  return toOptions({colours, sizes}).kind === 'unusable' ? {colours, sizes: []} : {colours, sizes};
}
