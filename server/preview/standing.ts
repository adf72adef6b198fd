// Finds which of the chosen articles a run would plan. As in the run, articles whose inputs have not changed since their last plan are
// counted as they are; they are priced where prices are asked for.
import {sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {type ListingSaleFacts, planSale} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {candidateJoins, isResting, needsPlan} from '../db/catalogue/candidates.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {definedOptionsColumn, merchantJoins} from '../db/catalogue/defined-options.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import {ownPriceColumn} from '../db/own-prices/own-prices.ts';
import type {ListingState} from '../db/tables/catalogue-tables.ts';
import {isKnownArticle} from './new-articles.ts';
import {type PreviewContext, type PreviewedArticle, slimArticleColumn} from './plans.ts';
import {countDraft, type SettingsPreview} from './sum.ts';

/** Articles with equal values in all these fields, counted together. */
type StandingGroup = {
  /** Whether the article has inputs that were not planned yet (`needsPlan`). */
  readonly needs: boolean;
  /** Whether it failed so often with its present inputs that a run skips it (`isResting`). */
  readonly rests: boolean;
  /** The state of its listing; null: it has none. */
  readonly state: ListingState | null;
  /** Why it is a draft, as a code; null: it is none, or no code is stored. */
  readonly code: string | null;
  /** Why it is a draft, as a sentence; null: it is none, or no sentence is stored. */
  readonly reason: string | null;
  /** How many articles the group has. */
  readonly articles: number;
  /** Variants on sale, of products on sale. */
  readonly variants: number;
  /** The group's articles that are planned or are drafts; where prices are asked for, all of them. Null: none. */
  readonly ids: readonly ArticleId[] | null;
};

/**
 * Counts the chosen articles that a run does not plan; where prices are asked for, adds those of products on sale. @returns the articles
 * that a run plans; null when the caller no longer waits.
 */
export async function countStandingArticles(
  work: PreviewContext,
  chosen: ChosenArticles,
): Promise<readonly ArticleId[] | null> {
  const due: ArticleId[] = [];
  for (const alike of await loadStandingGroups(work, chosen)) {
    if (work.signal?.aborted) return null;
    if (alike.needs && !alike.rests) due.push(...(alike.ids ?? []));
    else countStandingGroup(work.sum, alike);
    if (!alike.needs && alike.state === 'active' && work.canPrice && work.prices !== null) {
      await addPrices(work, alike.ids ?? []);
    }
  }
  return due.toSorted();
}

/**
 * Loads only articles that are known by more than their id, since a run plans no others. When only counts are asked for, without new
 * articles.
 */
async function loadStandingGroups(
  {db, shop, print, prices}: PreviewContext,
  {join, isChosen}: ChosenArticles,
): Promise<readonly StandingGroup[]> {
  const isIdListed = prices === null ? sql`((needs and not rests) or state = 'held')` : sql`true`;
  const {rows} = await sql<StandingGroup>`
    select needs, rests, state, code, reason, count(*)::int as articles, coalesce(sum(variants), 0)::int as variants,
      array_agg(id) filter (where ${isIdListed}) as ids
    from (
      select a.article_id as id, ${needsPlan(print)} as needs, coalesce(${isResting(print)}, false) as rests, l.state,
        case when l.state = 'held' then l.reason_code end as code, case when l.state = 'held' then l.reason end as reason,
        case when l.state = 'active' then on_sale.variants end as variants
      from articles a ${join} ${candidateJoins}
      left join (
        select article_id, count(*) as variants from listing_variants
        where shop = ${shop} and state = 'live' and not off_sale group by article_id
      ) as on_sale on on_sale.article_id = l.article_id
      where a.shop = ${shop} and ${isChosen} and a.sold_as is not null and ${prices === null ? isKnownArticle(shop) : sql`true`}
    ) as standing
    group by needs, rests, state, code, reason
  `.execute(db);
  return rows;
}

/** Adds a group that a run does not plan to the figures. */
function countStandingGroup(
  sum: SettingsPreview,
  {ids, needs, state, code, reason, articles, variants}: StandingGroup,
): void {
  if (needs) sum.quarantined += articles;
  else if (state === 'deleted_in_store') sum.left += articles;
  else if (state === 'held') {
    const known = draftCodes.find((one) => one === code) ?? 'no_stock_answer';
    for (const id of ids ?? []) countDraft(sum, {id, code: known, reason: reason ?? ''});
  } else {
    sum.unchanged += articles;
    sum.products += articles;
    sum.variants += variants;
  }
}

/** A product that stays on sale, with what its price depends on. */
type ProductOnSale = {
  readonly article: PreviewedArticle;
  /** The last reading of `a=stock`; null: none yet. */
  readonly stock: StockReading | null;
  /** Colours and sizes that the merchant defined; null: none. */
  readonly defined: DefinedOptions | null;
  /** The price that the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
  readonly listing: Omit<ListingSaleFacts, 'variants'> & Pick<StoredListing, 'ownedHere' | 'edits' | 'written'>;
};

/** Articles whose prices one statement reads. */
const idsPerRead = 20_000;

/** Adds the prices of products that stay on sale as they are. Stops when the caller no longer waits. */
async function addPrices(work: PreviewContext, ids: readonly ArticleId[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsPerRead) {
    if (work.signal?.aborted) return;
    await addPricesOfBatch(work, ids.slice(at, at + idsPerRead));
  }
}

/** Loads these products and adds the price of each that would be on sale. */
async function addPricesOfBatch({db, shop, basis, prices}: PreviewContext, ids: readonly ArticleId[]): Promise<void> {
  const {rows} = await sql<ProductOnSale>`
    select ${slimArticleColumn} as article, a.stock, ${definedOptionsColumn} as defined, ${ownPriceColumn} as "ownPrice", jsonb_build_object('state', l.state,
      'productGid', l.product_gid, 'previousCost', l.cost, 'approvedCost', l.approved_cost, 'refusedCost', l.refused_cost,
      'ownedHere', l.owned, 'edits', l.edits, 'written', coalesce(l.written, '{}')) as listing
    from articles a join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${merchantJoins}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[])
    order by a.article_id
  `.execute(db);
  const {settings, store} = basis;
  await mapInSlices(rows, ({article, stock, defined, ownPrice, listing}) => {
    const sale = planSale({article, stock, defined, ownPrice, listing: {...listing, variants: []}, settings, store});
    if (sale.kind !== 'sale') return;
    const sold = {cost: sale.stock.price, price: sale.priced.price};
    prices?.add({article, stock, ownPrice, sale: sold, listing, writesPrice: false});
  });
}
