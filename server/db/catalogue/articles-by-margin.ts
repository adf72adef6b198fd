// A page of the shop's articles by what is left of one piece in the worst zone: first those whose listing has a price, then the others by
// name. Only the former are sorted by it, since a store has far fewer of them than the catalogue has articles.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {
  type ArticleFilter,
  countMatches,
  type FoundArticle,
  loadFoundArticles,
  matchingArticles,
  toFilterConditions,
} from './article-search.ts';
import {costColumn} from './choice.ts';
import {boundedPrice, leftColumns, type SoldAt} from './left-columns.ts';

/** Where a page ends: what is left there; null: among the articles without a price, which are in the order of their names. */
export type MarginCursor = {readonly left: number | null; readonly name: string; readonly id: string};

export type MarginPage = {
  readonly articles: readonly FoundArticle[];
  /** Where the next page begins; null: this page is the last. */
  readonly next: MarginCursor | null;
  /** Total number of matches, counted with the first page; null on later pages. */
  readonly total: number | null;
};

/** Which page to load: direction, where it begins, and its length. */
type MarginPageRequest = {
  /** `lowest`: least left of one piece first. */
  readonly order: 'lowest' | 'highest';
  /** Minor units in one unit of the store's currency. */
  readonly minorUnits: number;
  /** The terms and zones of the store's sales; null: nothing can be calculated, so all articles come by name. */
  readonly soldAt: SoldAt | null;
  /** Where the page before ended; null: the first page. */
  readonly after: MarginCursor | null;
  readonly limit: number;
};

/** An article with the sort key of its page: what is left of one piece; null: its listing has no price. */
type FoundByMargin = {readonly left: number | null; readonly id: ArticleId};

/** A page of the articles that meet the filter, sorted by what is left of one piece in the worst zone. */
export async function searchByMargin(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
  asked: MarginPageRequest,
): Promise<MarginPage> {
  const {after, limit} = asked;
  const conditions = await toFilterConditions(db, shop, filter);
  const columns = asked.soldAt === null ? null : leftColumns(asked.soldAt);
  const priced =
    after?.left === null || columns === null
      ? []
      : await findPriced(db, shop, conditions, {...asked, columns, limit: limit + 1});
  const room = limit + 1 - priced.length;
  const isUnpriced = columns === null ? sql<boolean>`true` : sql<boolean>`l.price is null`;
  const others = room > 0 ? await findOthers(db, shop, [...conditions, isUnpriced], {...asked, limit: room}) : [];
  const found = [...priced, ...others];
  const page = found.slice(0, limit);
  const ids = page.map(({id}) => id);
  const byId = new Map((await loadFoundArticles(db, shop, ids)).map((article) => [article.id, article]));
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    articles: ids.flatMap((id) => byId.get(id) ?? []),
    next: last === undefined ? null : {...last, name: byId.get(last.id)?.name ?? ''},
    total: after === null ? await countMatches(db, shop, conditions) : null,
  };
}

/**
 * SQL join `own`: the lowest of the prices that the merchant set in the store, in minor units; null where none can be read. Few products
 * have one, and only their listings are read whole.
 */
const ownPriceJoin = (shop: ShopDomain, minorUnits: number): RawBuilder<unknown> => sql`
  left join (
    select article_id, round(${minorUnits}::int * (
      select min(amount::numeric) from regexp_split_to_table(edits->'price'->>'live', ', ') as amount
      where amount ~ '^[0-9]{1,12}([.][0-9]{1,20})?$'
    ))::bigint as price
    from listings where shop = ${shop} and part = '' and edits <> '{}' and edits ? 'price'
  ) as own on own.article_id = a.article_id`;

/** More than can be left of one piece: an article for which that amount is not known comes last of those with a price. */
const ratioBeyondAll = 9e15;

/** The articles whose listing has a price, sorted by what is left of one piece, after the cursor. */
async function findPriced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  {
    order,
    minorUnits,
    after,
    limit,
    columns,
  }: MarginPageRequest & {readonly columns: NonNullable<ReturnType<typeof leftColumns>>},
): Promise<readonly FoundByMargin[]> {
  const direction = sql.raw(order === 'lowest' ? 'asc' : 'desc');
  const beyond = sql.raw(order === 'lowest' ? '>' : '<');
  const isPriced = sql<boolean>`l.price is not null`;
  const {rows} = await sql<FoundByMargin>`
    select remains as "left", id from (
      select coalesce(${columns.left}, ${order === 'lowest' ? ratioBeyondAll : -ratioBeyondAll})::float8 as remains, id from (
        select ${boundedPrice(sql`coalesce(own.price, l.price)`)} as price, ${costColumn} as cost, ${columns.fees}, a.article_id as id
        ${matchingArticles(shop, [...conditions, isPriced], ownPriceJoin(shop, minorUnits))} offset 0
      ) as priced offset 0
    ) as sorted
    where ${after === null ? sql`true` : sql`(remains ${beyond} ${after.left}::float8 or (remains = ${after.left}::float8 and id > ${after.id}))`}
    order by remains ${direction}, id limit ${limit}
  `.execute(db);
  return rows;
}

/** The articles without a price, sorted by name, after the cursor. */
async function findOthers(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  {after, limit}: MarginPageRequest,
): Promise<readonly FoundByMargin[]> {
  const beyond =
    after === null || after.left !== null ? [] : [sql<boolean>`(a.name, a.article_id) > (${after.name}, ${after.id})`];
  const {rows} = await sql<FoundByMargin>`
    select null as "left", id from (
      select a.name, a.article_id as id ${matchingArticles(shop, [...conditions, ...beyond])}
      ${conditions.length > 1 ? sql`offset 0` : sql``}
    ) as unpriced
    order by name, id limit ${limit}
  `.execute(db);
  return rows;
}
