// The effect of proposed settings on the store: the functions a run uses choose, plan, price and brake every article, and nothing is
// written. Where `a=stock` was not read yet, the list's price and the catalogue's colours and sizes are assumed.
import {type Kysely, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {asksForMargin} from '#domain/catalogue/choice-rule.ts';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {toOptions} from '#domain/catalogue/options.ts';
import type {Leaving} from '#domain/catalogue/plan-leaving.ts';
import {type Keeping, type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {decideRemoval, noRemovals, noteRemoval, type PlannedRemovals} from '#domain/catalogue/planned-removals.ts';
import {type PlannedFor, type SettingsPrint, toSettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import type {Settings} from '#domain/settings.ts';
import {lastPlannedFor} from '../listings/last-plan.ts';
import {loadListings, type StoredListing} from '../listings/listings.ts';
import {countLiveListings} from '../listings/listings-to-retire.ts';
import {loadCostMoves} from '../runs/brakes.ts';
import type {Tables} from '../tables/tables.ts';
import {sampled} from './candidates.ts';
import {type ChoiceBasis, chooserOf, loadRows} from './choice.ts';
import {definedColumn, definedTie} from './defined-options.ts';
import {mapInSlices} from './in-slices.ts';
import {addRetirements, loadLiveListings} from './preview-leaving.ts';
import {listPrices, type PriceList} from './preview-prices.ts';
import {countPlan, countStanding, noFigures, type SettingsPreview} from './preview-sum.ts';

export type PreviewBasis = {
  readonly settings: Settings;
  readonly store: ChoiceBasis['store'];
  readonly digest: (text: string) => string;
  /** The zones the store sells to, whose fees count in the margins. */
  readonly zones: readonly ZoneCode[];
  /** From which price on, worst first, `prices` begins; left out: the first. */
  readonly pricesFrom?: number;
  /** Whether to find out what must be charged so that no zone loses money. */
  readonly charges?: boolean;
};

type Facts = {
  readonly id: ArticleId;
  readonly article: Article;
  readonly stock: StockReading | null;
  readonly defined: DefinedOptions | null;
  readonly listPrice: number | null;
  readonly lastPlannedFor: PlannedFor | null;
  readonly loss: 'accept' | 'keep' | null;
  readonly sampled: boolean;
};

const batchSize = 500;
const idsAtOnce = 5_000;

type Work = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: PreviewBasis;
  readonly sum: SettingsPreview;
  readonly prices: PriceList;
  readonly canPrice: boolean;
  readonly print: () => SettingsPrint;
  readonly signal: AbortSignal | undefined;
};

/** Null when `signal` reports that the caller no longer waits. */
export async function previewSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: PreviewBasis,
  signal?: AbortSignal,
): Promise<SettingsPreview | null> {
  const canPrice = missingForPrices(basis) === null;
  let known: SettingsPrint | undefined;
  const print = () => (known ??= toSettingsPrint(basis));
  const sum = noFigures();
  const work = {db, shop, basis, sum, prices: listPrices(sum, basis), signal, canPrice, print};
  const choice = await choose(work);
  if (choice === null) return null;
  const {ids, leaving} = choice;
  const liveListings = await countLiveListings(db, shop);
  if (canPrice) {
    const waiting = await holdMovedCosts(work, ids);
    const removals = noRemovals();
    if (!(await planAll(work, ids, {waiting, removals}))) return null;
    if (!(await addRemovals(work, removals, {waiting, liveListings}))) return null;
  } else if (!(await planAll(work, ids, {waiting: new Set(), removals: null}))) return null;
  await addRetirements(work, leaving, liveListings);
  work.sum.stopped.sort(byArticle);
  work.prices.close();
  return work.sum;
}

const byArticle = (one: {readonly articleId: ArticleId}, other: {readonly articleId: ArticleId}): number =>
  one.articleId < other.articleId ? -1 : one.articleId > other.articleId ? 1 : 0;

type Choice = {readonly ids: readonly ArticleId[]; readonly leaving: readonly Leaving[]};

/** The listed articles that the proposed rules choose, and the products on sale or held that they leave out. */
async function choose({db, shop, basis, sum, signal}: Work): Promise<Choice | null> {
  const choiceOf = chooserOf(basis);
  const ids: ArticleId[] = [];
  const leaving: Leaving[] = [];
  for await (const rows of loadRows(db, shop, asksForMargin(basis.settings.choice))) {
    if (signal?.aborted) return null;
    const choices = await mapInSlices(rows, (row) => ({id: row.id, isChosen: choiceOf(row).chosen}));
    const chosen = new Set(choices.filter(({isChosen}) => isChosen).map(({id}) => id));
    const leftOut = new Set(rows.filter(({hand}) => hand === 'left_out').map(({id}) => id));
    const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
    leaving.push(...(await loadLiveListings(db, shop, {first, last, chosen, leftOut})));
    const listed = await loadListedIds(db, shop, first, last);
    sum.articles += listed.length;
    for (const id of listed) if (chosen.has(id)) ids.push(id);
  }
  sum.chosen = ids.length;
  return {ids, leaving};
}

async function holdMovedCosts({db, shop, sum}: Work, ids: readonly ArticleId[]): Promise<ReadonlySet<string>> {
  const moves = [];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    moves.push(...(await loadCostMoves(db, shop, ids.slice(at, at + idsAtOnce))));
  }
  const brake = planCostBrake(moves);
  if (brake.kind === 'go') return new Set();
  addBrake(sum, 'cost', brake.reason, brake.articleIds);
  return new Set(brake.articleIds);
}

function addBrake(
  sum: SettingsPreview,
  kind: 'cost' | 'variants' | 'hold',
  reason: string,
  ids: readonly ArticleId[],
): void {
  const brake = {reason, unlessConfirmed: false};
  sum.brakes.push({kind, articles: ids.length, ...brake});
  for (const articleId of ids) sum.stopped.push({articleId, by: kind, code: null, ...brake});
}

type Kept = {
  /** Articles that wait for a decision about their cost. */
  readonly waiting: ReadonlySet<string>;
  readonly keepVariants?: ReadonlySet<string>;
  /** Removals from products on sale are noted here and not counted. Null: they were decided already. */
  readonly removals?: PlannedRemovals | null;
};

/** False when the caller no longer waits. */
async function planAll(work: Work, ids: readonly ArticleId[], kept: Kept): Promise<boolean> {
  for (let at = 0; at < ids.length; at += batchSize) {
    if (work.signal?.aborted) return false;
    await planBatch(work, ids.slice(at, at + batchSize), kept);
  }
  return true;
}

async function planBatch(
  {db, shop, basis, sum, prices, print, canPrice}: Work,
  ids: readonly ArticleId[],
  kept: Kept,
): Promise<void> {
  const {rows} = await sql<Facts>`
    select a.article_id as id, a.data as article, a.stock, ${definedColumn} as defined, a.list_price as "listPrice",
      ${lastPlannedFor} as "lastPlannedFor", l.loss, ${sampled} as sampled
    from articles a left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${definedTie}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[]) and a.data is not null
    order by a.article_id
  `.execute(db);
  const listings = await loadListings(db, shop, ids);
  await mapInSlices(rows, (facts) => {
    const listing = listings.get(facts.id) ?? null;
    const keep = {cost: kept.waiting.has(facts.id), variants: kept.keepVariants?.has(facts.id) ?? false};
    const isUnread = facts.stock === null && listing?.reasonCode !== 'no_stock_answer';
    const isNoted = kept.removals !== undefined && kept.removals !== null;
    // As in the run: an article that waits for a decision and is off sale stays off sale, and without prices products stay as they are.
    if ((keep.cost || keep.variants) && listing?.state !== 'active') {
      sum.held.cost_moved = (sum.held.cost_moved ?? 0) + 1;
      return;
    }
    if (!canPrice && listing?.state === 'active') {
      countStanding(sum, listing);
      return;
    }
    const stock = facts.stock ?? toAssumed(facts, listing);
    const plan = planOne(facts, stock, listing, basis, keep);
    const braked = keep.cost || keep.variants;
    if (!braked && isNoted && noteRemoval(kept.removals ?? noRemovals(), {...facts, listing, plan}, print)) return;
    if (isUnread) sum.unread += 1;
    countPlan(sum, facts.id, plan, listing, isUnread);
    prices.add({article: facts.article, stock, plan, listing});
  });
}

function planOne(
  {article, defined}: Facts,
  stock: StockReading | null,
  listing: StoredListing | null,
  {settings, store, digest}: PreviewBasis,
  keep: Keeping,
): ListingPlan {
  return planListing({article, stock, defined, listing, settings, store, digest, keep});
}

/** Decided as in the run: removals are counted as planned, kept products as they are. */
async function addRemovals(
  work: Work,
  removals: PlannedRemovals,
  {waiting, liveListings}: {readonly waiting: ReadonlySet<string>; readonly liveListings: number},
): Promise<boolean> {
  const [variants, hold] = (['variants', 'hold'] as const).map((kind) => {
    const decided = decideRemoval(kind, removals, {liveListings, inHeld: new Set(), isPartial: false});
    if (decided.reason !== null) addBrake(work.sum, kind, decided.reason, decided.held);
    return decided;
  });
  const keepVariants = new Set([...removals.kept.variants, ...(variants?.held ?? [])]);
  const go = [...removals.wanted, ...(variants?.go ?? []), ...(hold?.go ?? [])];
  const stay = [...removals.kept.hold, ...(hold?.held ?? [])];
  const listings = await loadListings(work.db, work.shop, stay);
  for (const id of stay) countStanding(work.sum, listings.get(id) ?? null);
  return planAll(work, [...go, ...keepVariants], {waiting, keepVariants});
}

/** Null where a run asked already and got no reading. */
function toAssumed({article, listPrice, defined}: Facts, listing: StoredListing | null): StockReading | null {
  if (listing?.reasonCode === 'no_stock_answer' || listPrice === null) return null;
  // What the merchant defined is used where nothing is stated, so nothing is assumed there.
  const sizes = defined?.sizes.length ? [] : estimateSizes(article.sizes, article.category);
  const colours = defined?.colours.length ? [] : article.colours;
  const assumed = {price: listPrice, colours, sizes, shipping: {}};
  // More sizes than a product can have: the text was misread, so only the colours count.
  return toOptions(assumed).kind === 'unusable' ? {...assumed, sizes: []} : assumed;
}

async function loadListedIds(db: Kysely<Tables>, shop: ShopDomain, first: string, last: string): Promise<ArticleId[]> {
  const rows = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where(sql<boolean>`article_id between ${first} and ${last}`)
    .where('listed', '=', true)
    .execute();
  return rows.map((row) => row.article_id);
}
