// A page of the shop's articles by name, out of a hundred thousand. Narrow indexes find the matches first; only the page's own rows are
// read whole.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {type ListingReasonCode, readListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {ListingState} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {spellingsOf} from './article-names.ts';
import {toWordQuery} from './article-words.ts';
import {costColumn} from './choice.ts';

/** A field that is null adds no condition. */
export type ArticleFilter = {
  readonly search: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly chosen: boolean | null;
  readonly hand: 'picked' | 'left_out' | null;
  readonly listed: boolean | null;
  /** 'none': the article has no listing. */
  readonly state: ListingState | 'none' | null;
  readonly held: DraftCode | null;
  readonly quarantined: boolean | null;
  readonly edited: boolean | null;
  readonly hasImage: boolean | null;
  readonly onRequest: boolean | null;
};

/** Where a page ends and the next begins. */
export type ArticleCursor = {readonly name: string; readonly id: string};

export type FoundArticle = {
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly sku: string | null;
  readonly image: string | null;
  readonly listed: boolean;
  readonly chosen: boolean;
  readonly chosenBy: string | null;
  readonly hand: 'picked' | 'left_out' | null;
  readonly onRequest: boolean;
  /** Euro cents: from `a=stock`, else the price in the list. */
  readonly cost: number | null;
  readonly state: ListingState | null;
  readonly reasonCode: ListingReasonCode | null;
  readonly reason: string | null;
  readonly productGid: ProductGid | null;
  /** Minor units of the store's currency: the price as a run last calculated it. */
  readonly price: number | null;
  /** The price in the store as decimal text, where the merchant set it; with commas where its variants differ. */
  readonly ownPrice: string | null;
  /** Euro cents, from the catalogue. */
  readonly rrp: number | null;
  /** The fees that `a=stock` states. */
  readonly shipping: StockReading['shipping'] | null;
  /** Why it is quarantined; null: it is not. Runs skip it only while it rests. */
  readonly quarantine: string | null;
  readonly edited: boolean;
};

export type ArticlePage = {
  readonly articles: readonly FoundArticle[];
  readonly next: ArticleCursor | null;
  /** Total number of matches, counted with the first page. */
  readonly total: number | null;
};

export async function searchArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
  {after, limit}: {readonly after: ArticleCursor | null; readonly limit: number},
): Promise<ArticlePage> {
  const conditions = await toConditions(db, shop, filter);
  const found = await findIds(db, shop, conditions, after, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const articles = await loadFound(
    db,
    shop,
    page.map(({id}) => id),
  );
  const counted = conditions.length === 0 ? await countMatches(db, shop, []) : (found[0]?.total ?? 0);
  return {
    articles,
    next: last === undefined ? null : {name: last.name, id: last.id},
    total: after === null ? counted : null,
  };
}

export async function toConditions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
): Promise<RawBuilder<boolean>[]> {
  const words = toWordQuery(filter.search);
  const spellings = async (column: 'brand' | 'category') => {
    const name = filter[column];
    if (name === null) return [];
    return [sql<boolean>`${sql.ref(`a.${column}`)} = any(${await spellingsOf(db, shop, column, name)}::text[])`];
  };
  return [
    ...(words === null ? [] : [sql<boolean>`a.words @@ ${words}::tsquery`]),
    ...(await spellings('brand')),
    ...(await spellings('category')),
    ...isWhether(sql`a.chosen`, filter.chosen),
    ...isWhether(sql`a.listed`, filter.listed),
    ...isWhether(sql`a.has_image`, filter.hasImage),
    ...isWhether(sql`a.on_request`, filter.onRequest),
    ...(filter.hand === null ? [] : [sql<boolean>`a.hand is not null and a.hand = ${filter.hand}`]),
    ...toListingConditions(filter),
  ];
}

function toListingConditions({state, held, quarantined, edited}: ArticleFilter): RawBuilder<boolean>[] {
  return [
    ...(state === null
      ? []
      : [state === 'none' ? sql<boolean>`l.article_id is null` : sql<boolean>`l.state = ${state}`]),
    ...(held === null ? [] : [sql<boolean>`l.state = 'held' and l.reason_code = ${held}`]),
    ...(quarantined === null
      ? []
      : [quarantined ? sql<boolean>`q.article_id is not null` : sql<boolean>`q.article_id is null`]),
    ...(edited === null
      ? []
      : [edited ? sql<boolean>`l.edits <> '{}'` : sql<boolean>`(l.edits is null or l.edits = '{}')`]),
  ];
}

const isWhether = (column: RawBuilder<unknown>, wanted: boolean | null): RawBuilder<boolean>[] =>
  wanted === null ? [] : [wanted ? sql<boolean>`${column}` : sql<boolean>`not ${column}`];

type FoundId = {readonly name: string; readonly id: ArticleId; readonly total: number};

/**
 * Without conditions: in the order of the index, as many as needed. With conditions, the inner `offset 0` makes the database find all
 * matches and sort them. Without it the planner expects matches evenly over the index; names and conditions correlate too often for that.
 */
async function findIds(
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
      select a.name, a.article_id ${matching(shop, [...conditions, ...beyond])} ${narrowed ? sql`offset 0` : sql``}
    ) as found
    order by name, article_id limit ${limit}
  `.execute(db);
  return rows;
}

/** The shop's articles `a` for which the conditions hold, with listing `l` and quarantine entry `q`. @param joins what else is joined. */
export const matching = (
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  from articles a
  left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
  left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
  ${joins}
  where ${sql.join([sql<boolean>`a.shop = ${shop}`, ...conditions], sql` and `)}`;

export async function countMatches(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number> {
  const {rows} = await sql<{total: number}>`select count(*)::int as total ${matching(shop, conditions)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Those of `ids` that the shop has, ordered by name. */
export async function loadFound(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly FoundArticle[]> {
  if (ids.length === 0) return [];
  const {rows} = await sql<Omit<FoundArticle, 'reasonCode'> & {readonly reasonCode: string | null}>`
    select a.article_id as id, a.name, a.brand, a.category, a.data->>'sku' as sku, a.data->'images'->>0 as image,
      a.listed, a.chosen, a.chosen_by as "chosenBy", a.hand, a.on_request as "onRequest",
      ${costColumn} as cost,
      l.state, l.reason_code as "reasonCode", l.reason, l.product_gid as "productGid", l.price,
      l.edits->'price'->>'live' as "ownPrice", a.rrp, a.stock->'shipping' as shipping,
      q.reason as quarantine, coalesce(l.edits <> '{}', false) as edited
    ${matching(shop, [sql<boolean>`a.article_id = any(${ids}::text[])`])}
    order by a.name, a.article_id
  `.execute(db);
  return rows.map((row) => ({...row, reasonCode: readListingReasonCode(row.reasonCode)}));
}

/** Whether any article was chosen by hand. */
export async function hasPicked(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where('hand', '=', 'picked')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
