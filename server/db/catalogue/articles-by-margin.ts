// A page of the shop's articles by their margin: first those whose listing has a price, then the others by name. Only the former are
// sorted by price and cost, since a store has far fewer of them than the catalogue has articles.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {
  type ArticleFilter,
  countMatches,
  type FoundArticle,
  loadFound,
  matching,
  toConditions,
} from './article-search.ts';
import {costColumn} from './choice.ts';

/**
 * Where a page ends: the price for one cent of cost; null: among the articles without a price, which are in the order of their names.
 */
export type MarginCursor = {readonly ratio: number | null; readonly name: string; readonly id: string};

export type MarginPage = {
  readonly articles: readonly FoundArticle[];
  readonly next: MarginCursor | null;
  /** Total number of matches, counted with the first page. */
  readonly total: number | null;
};

type Asked = {
  readonly order: 'lowest' | 'highest';
  /** Minor units in one unit of the store's currency. */
  readonly minorUnits: number;
  readonly after: MarginCursor | null;
  readonly limit: number;
};

type Found = {readonly ratio: number | null; readonly id: ArticleId};

/**
 * VAT and exchange rate are the same for all articles of a shop, so the margin in per cent grows with price ÷ cost, and this quotient
 * gives the order.
 */
export async function searchByMargin(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ArticleFilter,
  asked: Asked,
): Promise<MarginPage> {
  const {after, limit} = asked;
  const conditions = await toConditions(db, shop, filter);
  const priced = after?.ratio === null ? [] : await findPriced(db, shop, conditions, {...asked, limit: limit + 1});
  const left = limit + 1 - priced.length;
  const others = left > 0 ? await findUnpriced(db, shop, conditions, {...asked, limit: left}) : [];
  const found = [...priced, ...others];
  const page = found.slice(0, limit);
  const ids = page.map(({id}) => id);
  const byId = new Map((await loadFound(db, shop, ids)).map((article) => [article.id, article]));
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    articles: ids.flatMap((id) => byId.get(id) ?? []),
    next: last === undefined ? null : {...last, name: byId.get(last.id)?.name ?? ''},
    total: after === null ? await countMatches(db, shop, conditions) : null,
  };
}

/**
 * The lowest of the prices that the merchant set in the store, in minor units; null where none can be read. Few products have one, and only
 * their listings are read whole.
 */
const ownPrices = (shop: ShopDomain, minorUnits: number): RawBuilder<unknown> => sql`
  left join (
    select article_id, ${minorUnits}::int * (
      select min(amount::numeric) from regexp_split_to_table(edits->'price'->>'live', ', ') as amount
      where amount ~ '^[0-9]+([.][0-9]+)?$'
    ) as price
    from listings where shop = ${shop} and part = '' and edits <> '{}' and edits ? 'price'
  ) as own on own.article_id = a.article_id`;

/** More than any quotient: with the lowest first, a price whose cost is unknown or 0 comes last. With the highest first, -1 does that. */
const beyondAll = 1e300;

async function findPriced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  {order, minorUnits, after, limit}: Asked,
): Promise<readonly Found[]> {
  const direction = sql.raw(order === 'lowest' ? 'asc' : 'desc');
  const beyond = sql.raw(order === 'lowest' ? '>' : '<');
  const isPriced = sql<boolean>`l.price is not null`;
  const {rows} = await sql<Found>`
    select ratio, id from (
      select coalesce(coalesce(own.price, l.price)::float8 / nullif(${costColumn}, 0), ${order === 'lowest' ? beyondAll : -1}::float8) as ratio,
        a.article_id as id
      ${matching(shop, [...conditions, isPriced], ownPrices(shop, minorUnits))} offset 0
    ) as priced
    where ${after === null ? sql`true` : sql`(ratio ${beyond} ${after.ratio}::float8 or (ratio = ${after.ratio}::float8 and id > ${after.id}))`}
    order by ratio ${direction}, id limit ${limit}
  `.execute(db);
  return rows;
}

async function findUnpriced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  {after, limit}: Asked,
): Promise<readonly Found[]> {
  const isUnpriced = sql<boolean>`l.price is null`;
  const beyond =
    after === null || after.ratio !== null ? [] : [sql<boolean>`(a.name, a.article_id) > (${after.name}, ${after.id})`];
  const {rows} = await sql<Found>`
    select null as ratio, id from (
      select a.name, a.article_id as id ${matching(shop, [...conditions, isUnpriced, ...beyond])}
      ${conditions.length > 0 ? sql`offset 0` : sql``}
    ) as unpriced
    order by name, id limit ${limit}
  `.execute(db);
  return rows;
}
