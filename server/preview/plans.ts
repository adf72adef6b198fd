// Plans articles for a preview as a run would. An article without a product needs no texts and pictures to be counted, so only what decides
// about its price and variants is read of it.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {noteOffSale, type PlannedOffSale} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import {toProductOptions} from '#domain/catalogue/options.ts';
import {
  type ArticleSaleFacts,
  type KeptParts,
  type ListingPlan,
  planListing,
  planSale,
  type SaleFacts,
} from '#domain/catalogue/plan-listing.ts';
import type {PlanInputs, SettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {StoreShipping} from '#domain/margins/store-charges.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {isSampled} from '../db/catalogue/candidates.ts';
import type {ChoiceBasis} from '../db/catalogue/choice.ts';
import {definedOptionsColumn, merchantJoins} from '../db/catalogue/defined-options.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {loadOpenMatches} from '../db/catalogue/product-matches.ts';
import {lastPlannedFor} from '../db/listings/last-plan.ts';
import {loadListings, type StoredListing} from '../db/listings/listings.ts';
import {ownPriceColumn} from '../db/own-prices/own-prices.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {PriceList} from './prices.ts';
import {countFieldsWritten, countPlan, countUnchanged, liveVariantsOf, type SettingsPreview} from './sum.ts';

/** What a preview calculates with: the proposed settings and the facts of the store. */
export type PreviewBasis = {
  readonly settings: Settings;
  /** The store's currency, and whether its prices contain tax. */
  readonly store: ChoiceBasis['store'];
  /** The hash function for the fingerprints of drafts. */
  readonly digest: (text: string) => string;
  /** The zones the store sells to, whose fees count in the margins. */
  readonly zones: readonly ZoneCode[];
  /** What the store charges for shipping; null or left out: not known. */
  readonly shipping?: StoreShipping | null;
  /** The position in the list of prices, worst first, at which `prices` begins; left out: 0. */
  readonly pricesFrom?: number;
  /** Whether to find out what must be charged so that no zone loses money. */
  readonly charges?: boolean;
  /** Whether prices and what they lose are left out, which is quicker. */
  readonly countsOnly?: boolean;
};

/** What all steps of one preview share; they add their figures to `sum`. */
export type PreviewContext = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: PreviewBasis;
  readonly sum: SettingsPreview;
  /** The list of prices that the preview fills; null: prices are not asked for. */
  readonly prices: PriceList | null;
  /** Whether prices can be calculated: no rate and no tax is missing (`missingForPrices`). */
  readonly canPrice: boolean;
  /** Fingerprint of the settings and store facts that a plan depends on. */
  readonly print: SettingsFingerprint;
  /** Aborted when the caller no longer waits; undefined: the caller always waits. */
  readonly signal: AbortSignal | undefined;
};

/** What was decided before these articles are planned. */
type PlanDecisions = {
  /** Articles that wait for a decision about their cost. */
  readonly waiting: ReadonlySet<string>;
  /** Articles whose variants stay as they are: a brake or the merchant's decision keeps them; left out: none. */
  readonly keepVariants?: ReadonlySet<string>;
  /** Collects what would go off sale, which is then not counted yet. Null: it was decided already, or no price can be calculated. */
  readonly offSale?: PlannedOffSale | null;
};

/** Articles planned at a time. */
const batchSize = 500;

/** Plans these articles and adds the plans to the preview's figures. False when the caller no longer waits. */
export async function planForPreview(
  work: PreviewContext,
  ids: readonly ArticleId[],
  kept: PlanDecisions,
): Promise<boolean> {
  for (let at = 0; at < ids.length; at += batchSize) {
    if (work.signal?.aborted) return false;
    await planBatch(work, ids.slice(at, at + batchSize), kept);
  }
  return true;
}

/** What a plan without texts and pictures reads of an article. */
export type PreviewedArticle = ArticleSaleFacts & Pick<Article, 'name' | 'colours' | 'sizes'>;

/** One article with everything its plan reads. */
type PlanInput = {
  readonly id: ArticleId;
  readonly article: PreviewedArticle;
  /** The article with everything a product is made of; null: it has no product. */
  readonly whole: Article | null;
  /** The last reading of `a=stock`; null: none yet. */
  readonly stock: StockReading | null;
  /** Colours and sizes that the merchant defined; null: none. */
  readonly defined: DefinedOptions | null;
  /** The price that the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** The supplier was asked again after `stock` was read, and gave no new reading. */
  readonly unanswered: boolean;
  /** The article's catalogue data or list price changed since `stock` was read: a run reads it again first. */
  readonly stale: boolean;
  /** Euro cents, from `a=list`; null: no price is stated. */
  readonly listPrice: number | null;
  /** The inputs of the listing's last plan; null: there was none, or it was cleared. */
  readonly lastPlannedFor: PlanInputs | null;
  /** The merchant's decision about what the product would lose: accept the loss, or keep the product as it is; null: none. */
  readonly loss: 'accept' | 'keep' | null;
  /** Whether `a=stock` was read after the last plan, and the catalogue's data are the same as then (`isSampled` in candidates.ts). */
  readonly sampled: boolean;
};

/** What a preview reads of an article whose texts and pictures it does not plan. */
export const slimArticleColumn: RawBuilder<PreviewedArticle> = sql`jsonb_build_object('id', a.article_id, 'brand', a.brand,
  'category', a.category, 'name', a.name, 'currency', a.data->'currency', 'pricing', a.data->'pricing', 'rrp', a.data->'rrp',
  'colours', a.data->'colours', 'sizes', a.data->'sizes')`;

/** Loads these articles with all inputs of their plans, then plans and counts each. */
async function planBatch(work: PreviewContext, ids: readonly ArticleId[], kept: PlanDecisions): Promise<void> {
  const {db, shop} = work;
  const {rows} = await sql<PlanInput>`
    select a.article_id as id, ${slimArticleColumn} as article, case when l.product_gid is not null then a.data end as whole, a.stock,
      ${definedOptionsColumn} as defined, ${ownPriceColumn} as "ownPrice", (a.stock is not null and a.stock_read_for is null) as unanswered,
      (a.stock_read_for is not null and a.stock_read_for <> concat(a.hash, '|', a.list_price)) as stale, a.list_price as "listPrice",
      ${lastPlannedFor} as "lastPlannedFor", l.loss, ${isSampled} as sampled
    from articles a left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${merchantJoins}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[]) and a.data is not null
    order by a.article_id
  `.execute(db);
  const listings = await loadListings(db, shop, ids);
  const matches = await loadOpenMatches(db, shop, ids);
  await mapInSlices(rows, (facts) =>
    planAndCount(work, facts, {...kept, listing: listings.get(facts.id) ?? null, maybe: matches.get(facts.id) ?? null}),
  );
}

/** The decisions, with one article's listing (null: none) and the title of a product that may be the article already (null: none). */
type ArticleDecisions = PlanDecisions & {readonly listing: StoredListing | null; readonly maybe: string | null};

/**
 * Plans one article and adds the plan to the figures, and to the prices if asked for. What would go off sale is only collected in
 * `offSale`.
 */
function planAndCount(
  {basis, sum, prices, print, canPrice}: PreviewContext,
  facts: PlanInput,
  known: ArticleDecisions,
): void {
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
  const stock = assumeReading(facts, listing);
  const {plan, counted, sale} = planArticle(basis, facts, {...known, stock, keep});
  if (!braked && offSale !== null && plan !== null) {
    if (noteOffSale(offSale, {...facts, listing, plan}, () => print)) return;
  }
  if (isUnread) sum.unread += 1;
  countPlan(sum, {id: facts.id, plan: counted, listing, isUnread});
  if (plan?.kind === 'update') countFieldsWritten(sum, plan.write);
  if (sale === null || prices === null) return;
  const writesPrice = plan?.kind === 'update' && plan.write.includes('price');
  prices.add({article: facts.article, stock, ownPrice: facts.ownPrice, sale, listing, writesPrice});
}

/** The plan of one article, as the figures and the prices need it. */
type PlannedArticle = {
  /** The whole plan; null: the article was planned without its texts, because there is no product to compare them with. */
  readonly plan: ListingPlan | null;
  /** The plan as `countPlan` takes it. */
  readonly counted: Parameters<typeof countPlan>[1]['plan'];
  /** Cost in euro cents, and price in the store's minor units; null: the product would not be on sale. */
  readonly sale: {readonly cost: number; readonly price: number} | null;
};

/** Plans one article: whole if it has a product, else only what would be sold. */
function planArticle(
  basis: PreviewBasis,
  {article, whole, defined, ownPrice, unanswered}: PlanInput,
  {stock, keep, listing, maybe}: ArticleDecisions & {readonly stock: StockReading | null; readonly keep: KeptParts},
): PlannedArticle {
  const facts = {stock, defined, ownPrice, unanswered, listing, maybe, keep};
  if (whole === null) return planNewArticle(basis, {...facts, article});
  const {settings, store, digest} = basis;
  const plan = planListing({...facts, article: whole, settings, store, digest});
  if (plan.kind === 'create' || plan.kind === 'update') {
    return {plan, counted: {kind: plan.kind, variants: plan.draft.variants.length}, sale: plan};
  }
  if (plan.kind === 'unchanged') return {plan, counted: {kind: plan.kind, variants: 0}, sale: plan};
  return {plan, counted: plan, sale: null};
}

/** The inputs of a plan without a product; what the merchant set for the article and a listing may be left out. */
type NewArticleInput = Omit<SaleFacts, 'settings' | 'store' | 'defined' | 'ownPrice' | 'listing'> &
  Partial<Pick<SaleFacts, 'defined' | 'ownPrice' | 'listing'>>;

/** Plans an article without a product: what would be sold, without its texts. */
export function planNewArticle({settings, store}: PreviewBasis, facts: NewArticleInput): PlannedArticle {
  const sale = planSale({defined: null, ownPrice: null, listing: null, ...facts, settings, store});
  if (sale.kind !== 'sale') return {plan: null, counted: sale, sale: null};
  const {price} = sale.priced;
  const counted = {kind: 'create' as const, variants: sale.variants.length};
  return {plan: null, counted, sale: {cost: sale.stock.price, price}};
}

/** The reading that a run will probably get. Null where a run asked already and got no reading, or the list has no price. */
function assumeReading(
  {article, stock, stale, defined, listPrice}: PlanInput,
  listing: StoredListing | null,
): StockReading | null {
  if (stock !== null) return stale ? {...stock, price: listPrice ?? stock.price} : stock;
  if (listing?.reasonCode === 'no_stock_answer') return null;
  return assumeStock(listPrice, assumeWords(article, defined));
}

type ColoursAndSizes = Pick<StockReading, 'colours' | 'sizes'>;

/** The reading assumed for an article that no run has read. */
export const assumeStock = (listPrice: number | null, words: ColoursAndSizes): StockReading | null =>
  listPrice === null ? null : {price: listPrice, ...words, shipping: {}};

/** The colours and sizes that a reading will probably state, guessed from the catalogue; none where the merchant defined them. */
export function assumeWords(
  article: Pick<Article, 'category' | 'colours' | 'sizes'>,
  defined: DefinedOptions | null,
): ColoursAndSizes {
  // What the merchant defined is used where nothing is stated, so nothing is assumed there.
  const sizes = defined?.sizes.length ? [] : estimateSizes(article.sizes, article.category);
  const colours = defined?.colours.length ? [] : article.colours;
  // No product can have these, mostly because there are too many sizes: the text was misread, so only the colours count.
  return toProductOptions({colours, sizes}).kind === 'unusable' ? {colours, sizes: []} : {colours, sizes};
}
