// A page of the shop's articles by their margin: first those with a price in the store, then the others by name. Only the former are
// joined with what they cost, since a store has far fewer of them than the catalogue has articles.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {type ArticleFilter, countAll, type FoundArticle, loadFound, toConditions} from './article-search.ts';

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

type Found = MarginCursor & {readonly id: ArticleId; readonly total: number};

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
  const conditions = toConditions(filter);
  const priced = after?.ratio === null ? [] : await findPriced(db, shop, conditions, {...asked, limit: limit + 1});
  const left = limit + 1 - priced.length;
  // The first page counts both parts, so it looks for one of the others at least.
  const isFirst = after === null;
  const others =
    left > 0 || isFirst ? await findUnpriced(db, shop, conditions, {...asked, limit: Math.max(left, 1)}) : [];
  const found = [...priced, ...others.slice(0, left)];
  const page = found.slice(0, limit);
  const ids = page.map(({id}) => id);
  const byId = new Map((await loadFound(db, shop, ids)).map((article) => [article.id, article]));
  return {
    articles: ids.flatMap((id) => byId.get(id) ?? []),
    next: found.length > limit ? (page.at(-1) ?? null) : null,
    total: isFirst ? await countBoth(db, shop, conditions, [priced, others]) : null,
  };
}

/** The lowest of the prices that the merchant set in the store, otherwise what the last run calculated; in minor units. */
const priceOf = (minorUnits: number): RawBuilder<number> => sql<number>`case when l.edits ? 'price' then coalesce(
    (select min(amount::numeric) from regexp_split_to_table(l.edits->'price'->>'live', ', ') as amount
      where amount ~ '^[0-9]+([.][0-9]+)?$') * ${minorUnits}::int, l.price)
  else l.price end`;

/** More than any quotient: a price whose cost is not known comes after all others. */
const beyondAll = 1e300;

/** From `a=stock`, else the price in the list. */
const cost = sql<number>`nullif(coalesce((a.stock->>'price')::bigint, a.list_price), 0)`;

async function findPriced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  {order, minorUnits, after, limit}: Asked,
): Promise<readonly Found[]> {
  const direction = sql.raw(order === 'lowest' ? 'asc' : 'desc');
  const beyond = sql.raw(order === 'lowest' ? '>' : '<');
  const {rows} = await sql<Found>`
    select ratio, name, id, ${after === null ? sql`count(*) over ()` : sql`0`}::int as total from (
      select coalesce(${priceOf(minorUnits)}::float8 / ${cost}, ${order === 'lowest' ? beyondAll : -1}::float8) as ratio, a.name, a.article_id as id
      from listings l
      join articles a on a.shop = l.shop and a.article_id = l.article_id
      left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
      where l.shop = ${shop} and l.part = '' and l.price is not null and ${all(conditions)}
      offset 0
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
  const beyond =
    after === null || after.ratio !== null
      ? sql<boolean>`true`
      : sql<boolean>`(a.name, a.article_id) > (${after.name}, ${after.id})`;
  const isCounted = after === null && conditions.length > 0;
  const {rows} = await sql<Found>`
    select null as ratio, name, id, ${isCounted ? sql`count(*) over ()` : sql`0`}::int as total from (
      select a.name, a.article_id as id from articles a
      left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
      left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
      where a.shop = ${shop} and l.price is null and ${all(conditions)} and ${beyond}
      ${conditions.length > 0 ? sql`offset 0` : sql``}
    ) as unpriced
    order by name, id limit ${limit}
  `.execute(db);
  return rows;
}

async function countBoth(
  db: Kysely<Tables>,
  shop: ShopDomain,
  conditions: readonly RawBuilder<boolean>[],
  parts: readonly (readonly Found[])[],
): Promise<number> {
  if (conditions.length === 0) return countAll(db, shop);
  return parts.reduce((sum, [first]) => sum + (first?.total ?? 0), 0);
}

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
