// A page of the shop's articles by name, out of a hundred thousand. Narrow indexes find the matches; only the page's rows are read whole.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {type ListingReasonCode, readListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {isOwnDraft} from '../listings/publish-due.ts';
import {ownPriceColumn, ownPriceJoin} from '../own-prices/own-prices.ts';
import {hasSetBackFields} from '../runs/set-back-fields.ts';
import type {ListingState} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {loadSpellings} from './article-names.ts';
import {toWordQuery} from './article-words.ts';
import {costColumn} from './choice.ts';
import {optionTextColumns, type Unanswered, unansweredConditions} from './unanswered.ts';

/** The conditions of a search in the catalogue. A field that is null, or an empty `search`, adds no condition. */
export type ArticleFilter = {
  /** Words to find; empty: no condition. */
  readonly search: string;
  /** Only articles of this brand, in any spelling. */
  readonly brand: string | null;
  /** Only articles of this category, in any spelling. */
  readonly category: string | null;
  /** Whether rules or the merchant's own choice choose the article. */
  readonly chosen: boolean | null;
  /** Chosen or left out by the merchant by hand. */
  readonly hand: 'picked' | 'left_out' | null;
  /** Whether the supplier's list names the article. */
  readonly listed: boolean | null;
  /** 'none': the article has no listing. */
  readonly state: ListingState | 'none' | null;
  /** The listing is a draft (stored as `held`) for this reason. */
  readonly held: DraftCode | null;
  /** Whether the article has an entry in quarantine. */
  readonly quarantined: boolean | null;
  /** Whether the merchant changed a field of the product in the store. */
  readonly edited: boolean | null;
  /** Whether a field of the product is still as an undo set it back. */
  readonly setBack: boolean | null;
  readonly ownDraft: boolean | null;
  /** Whether the catalogue has an image of the article. */
  readonly hasImage: boolean | null;
  /** Whether the supplier sells the article only on request. */
  readonly onRequest: boolean | null;
  /** Whether the merchant set a price for the article here. */
  readonly ownPrice: boolean | null;
  /** Chosen, and an order would ask for this option, since neither the supplier nor these settings decide it. */
  readonly unanswered: Unanswered | null;
};

/** Where a page ends and the next begins. */
export type ArticleCursor = {readonly name: string; readonly id: string};

export type FoundArticle = {
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly sku: string | null;
  /** Address of the article's first image. */
  readonly image: string | null;
  readonly listed: boolean;
  /** Whether rules or the merchant's own choice choose it. */
  readonly chosen: boolean;
  /** The id of the rule that chose it, or 'hand'; null: not chosen. */
  readonly chosenBy: string | null;
  /** Whether the merchant picked the article or left it out by hand; null: neither. */
  readonly hand: 'picked' | 'left_out' | null;
  readonly onRequest: boolean;
  /** Euro cents: from `a=stock`, else the price in the list. */
  readonly cost: number | null;
  /** The state of its listing; null: it has none. */
  readonly state: ListingState | null;
  /** Why the listing is a draft or was retired; null: neither, or a code that this release does not know. */
  readonly reasonCode: ListingReasonCode | null;
  readonly reason: string | null;
  readonly productGid: ProductGid | null;
  /** Minor units of the store's currency: the price as a run last calculated it. */
  readonly price: number | null;
  /** The price in the store as decimal text, where the merchant edited it there; with commas where its variants differ. */
  readonly editedPrice: string | null;
  /** Who writes its price, as far as that is set for the product or follows from an edit; null: as for the whole shop. */
  readonly priceOwner: 'sync' | 'merchant' | null;
  /** The price that the merchant set for the article here; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** Euro cents, from the catalogue. */
  readonly rrp: number | null;
  /** The fees that `a=stock` states. */
  readonly shipping: StockReading['shipping'] | null;
  /** Why the article is quarantined; null: it is not. Runs skip it only while it rests (`isResting`). */
  readonly quarantine: string | null;
  /** Whether the merchant changed a field of the product in the store. */
  readonly edited: boolean;
  readonly isOwnDraft: boolean;
  /** From the catalogue: what it says about sizes, the unit, and the colours it lists. */
  readonly sizeText: string;
  readonly unit: string;
  readonly colours: readonly string[];
};

export type ArticlePage = {
  readonly articles: readonly FoundArticle[];
  /** Where the next page begins; null: this page is the last. */
  readonly next: ArticleCursor | null;
  /** Total number of matches, counted with the first page; null on later pages. */
  readonly total: number | null;
};

/** A page of the articles that meet the filter, ordered by name. */
export async function searchArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
  {after, limit}: {readonly after: ArticleCursor | null; readonly limit: number},
): Promise<ArticlePage> {
  const conditions = await toFilterConditions(db, shop, filter);
  const found = await findArticleIds(db, shop, conditions, after, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const ids = page.map(({id}) => id);
  const articles = await loadFoundArticles(db, shop, ids);
  const counted = conditions.length === 0 ? await countMatches(db, shop, []) : (found[0]?.total ?? 0);
  return {
    articles,
    next: last === undefined ? null : {name: last.name, id: last.id},
    total: after === null ? counted : null,
  };
}

/** The filter as SQL conditions on article `a`, listing `l` and quarantine entry `q`. */
export async function toFilterConditions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
): Promise<RawBuilder<boolean>[]> {
  const words = toWordQuery(filter.search);
  const spellings = async (column: 'brand' | 'category') => {
    const name = filter[column];
    if (name === null) return [];
    return [sql<boolean>`${sql.ref(`a.${column}`)} = any(${await loadSpellings(db, shop, column, name)}::text[])`];
  };
  return [
    ...(words === null ? [] : [sql<boolean>`a.words @@ ${words}::tsquery`]),
    ...(await spellings('brand')),
    ...(await spellings('category')),
    ...toBooleanConditions(sql`a.chosen`, filter.chosen),
    ...toBooleanConditions(sql`a.listed`, filter.listed),
    ...toBooleanConditions(sql`a.has_image`, filter.hasImage),
    ...toBooleanConditions(sql`a.on_request`, filter.onRequest),
    ...toBooleanConditions(
      sql`(a.article_id in (select article_id from own_prices where shop = ${shop}))`,
      filter.ownPrice,
    ),
    ...(filter.hand === null ? [] : [sql<boolean>`a.hand is not null and a.hand = ${filter.hand}`]),
    ...(filter.unanswered === null ? [] : await unansweredConditions(db, shop, filter.unanswered)),
    ...toListingConditions(filter),
  ];
}

/** The conditions of the filter that concern the listing or the quarantine entry. */
function toListingConditions(filter: ArticleFilter): RawBuilder<boolean>[] {
  const {state, held, quarantined, edited, setBack, ownDraft} = filter;
  return [
    ...(state === null
      ? []
      : [state === 'none' ? sql<boolean>`l.article_id is null` : sql<boolean>`l.state = ${state}`]),
    ...(held === null ? [] : [sql<boolean>`l.state = 'held' and l.reason_code = ${held}`]),
    ...toBooleanConditions(sql`(q.article_id is not null)`, quarantined),
    ...toBooleanConditions(sql`coalesce(l.edits <> '{}', false)`, edited),
    ...toBooleanConditions(hasSetBackFields, setBack),
    ...toBooleanConditions(isOwnDraft('l'), ownDraft),
  ];
}

/** No condition for null; else the column, or its negation for false. */
const toBooleanConditions = (column: RawBuilder<unknown>, wanted: boolean | null): RawBuilder<boolean>[] =>
  wanted === null ? [] : [wanted ? sql<boolean>`${column}` : sql<boolean>`not ${column}`];

/** One match; `total` counts all matches and is 0 where it was not asked for. */
type FoundId = {readonly name: string; readonly id: ArticleId; readonly total: number};

/**
 * Without conditions: in the order of the index, as many as needed. With conditions, the inner `offset 0` makes the database find all
 * matches and sort them. Without it the planner expects matches evenly over the index; names and conditions correlate too often for that.
 */
async function findArticleIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  after: ArticleCursor | null,
  limit: number,
): Promise<readonly FoundId[]> {
  const narrowed = conditions.length > 0;
  const beyond = after === null ? [] : [sql<boolean>`(a.name, a.article_id) > (${after.name}, ${after.id})`];
  const {rows} = await sql<FoundId>`
    select name, article_id as id, ${narrowed && after === null ? sql`count(*) over ()` : sql`0`}::int as total
    from (
      select a.name, a.article_id ${matchingArticles(shop, [...conditions, ...beyond])} ${narrowed ? sql`offset 0` : sql``}
    ) as found
    order by name, article_id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * SQL from `from` on: the shop's articles `a` that meet the conditions, with listing `l` and quarantine entry `q`. @param joins further
 * joins.
 */
export const matchingArticles = (
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  from articles a
  left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
  left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
  ${joins}
  where ${sql.join([sql<boolean>`a.shop = ${shop}`, ...conditions], sql` and `)}`;

/** How many articles meet the conditions. */
export async function countMatches(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number> {
  const counted = sql<{total: number}>`select count(*)::int as total ${matchingArticles(shop, conditions)}`;
  const {rows} = await counted.execute(db);
  return rows[0]?.total ?? 0;
}

/** The articles of `ids` that the shop has, ordered by name. */
export async function loadFoundArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly FoundArticle[]> {
  if (ids.length === 0) return [];
  const {rows} = await sql<Omit<FoundArticle, 'reasonCode'> & {readonly reasonCode: string | null}>`
    select a.article_id as id, a.name, a.brand, a.category, a.data->>'sku' as sku, a.data->'images'->>0 as image,
      a.listed, a.chosen, a.chosen_by as "chosenBy", a.hand, a.on_request as "onRequest", ${costColumn} as cost,
      l.state, l.reason_code as "reasonCode", l.reason, l.product_gid as "productGid", l.price,
      l.edits->'price'->>'live' as "editedPrice", ${ownPriceColumn} as "ownPrice", a.rrp, a.stock->'shipping' as shipping,
      case when l.edits ? 'price' then 'merchant' else l.owned->>'price' end as "priceOwner", q.reason as quarantine, coalesce(l.edits <> '{}', false) as edited, ${isOwnDraft('l')} as "isOwnDraft", ${optionTextColumns}
    ${matchingArticles(shop, [sql<boolean>`a.article_id = any(${ids}::text[])`], ownPriceJoin)}
    order by a.name, a.article_id
  `.execute(db);
  return rows.map((row) => ({...row, reasonCode: readListingReasonCode(row.reasonCode)}));
}
