// Lists and counts what waits for the merchant: brakes, changed costs, quarantined articles, drafts and failed images.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {QuarantineTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import type {Brake} from './brakes.ts';

/** The brake, decided or not; null: the shop has none with this id. */
export async function loadBrake(db: Kysely<Tables>, shop: ShopDomain, id: string): Promise<Brake | null> {
  const row = await db
    .selectFrom('brakes')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** A brake with the number of its articles and the first of them, without the others. */
export type WaitingBrake = Omit<Brake, 'shop' | 'article_ids' | 'costs' | 'rest_of'> & {
  /** How many articles the brake stops. */
  readonly articles: number;
  /** The first of these articles. */
  readonly first: readonly ArticleId[];
};

/** The brakes that wait for a decision, at most one of each kind, the newest first. @param shown how many articles of each to read. */
export async function loadWaitingBrakes(
  db: Kysely<Tables>,
  shop: ShopDomain,
  shown: number,
): Promise<readonly WaitingBrake[]> {
  return db
    .selectFrom('brakes')
    .select(['id', 'run_id', 'kind', 'state', 'reason', 'created_at', 'decided_at'])
    .select([
      sql<number>`jsonb_array_length(article_ids)`.as('articles'),
      sql<
        ArticleId[]
      >`jsonb_path_query_array(article_ids, '$[0 to $last]', jsonb_build_object('last', ${shown - 1}::int))`.as(
        'first',
      ),
    ])
    .where('shop', '=', shop)
    .where('state', '=', 'held')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Why the article is quarantined; null: it is not. */
export async function loadQuarantineEntry(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
): Promise<Selectable<QuarantineTable> | null> {
  const row = await db
    .selectFrom('quarantine')
    .selectAll()
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return row ?? null;
}

/** An article's cost at its last pricing, and the supplier's cost now. */
export type WaitingCost = {
  readonly articleId: ArticleId;
  readonly name: string;
  /** Euro cents: the cost of the last pricing; null: none. */
  readonly from: number | null;
  /** Euro cents: the supplier's cost now; null: not known. */
  readonly to: number | null;
};

/** Products off sale because of a changed cost that is not approved, by article id. @param after the last id of the previous page. */
export async function loadWaitingCosts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {after, limit}: {readonly after: string; readonly limit: number},
): Promise<readonly WaitingCost[]> {
  const {rows} = await sql<WaitingCost>`
    select l.article_id as "articleId", coalesce(a.name, '') as name, l.cost as "from", (a.stock->>'price')::bigint as "to"
    ${fromWaitingCosts(shop)} and l.article_id > ${after}
    order by l.article_id limit ${limit}
  `.execute(db);
  return rows;
}

/** How many products are off sale because of a changed cost that is not approved. */
export async function countWaitingCosts(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number}>`select count(*)::int as count ${fromWaitingCosts(shop)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SQL from `from` on: drafts because of a changed cost that the merchant has not approved. */
const fromWaitingCosts = (shop: ShopDomain) => sql`
  from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
  where l.shop = ${shop} and l.state = 'held' and l.reason_code = 'cost_moved'
    and l.approved_cost is distinct from (a.stock->>'price')::bigint
`;

/** For these articles with a listing, the cost of the last pricing and the supplier's cost now, ordered by article id. */
export async function loadCostComparisons(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly WaitingCost[]> {
  const {rows} = await sql<WaitingCost>`
    select l.article_id as "articleId", coalesce(a.name, '') as name, l.cost as "from", (a.stock->>'price')::bigint as "to"
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.article_id = any(${ids}::text[])
    order by l.article_id
  `.execute(db);
  return rows;
}

/** The articles of `ids` that are quarantined. */
export async function loadQuarantinedIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly ArticleId[]> {
  const rows = await db
    .selectFrom('quarantine')
    .select('article_id')
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
  return rows.map(({article_id}) => article_id);
}

/** How many listings are drafts, by reason. */
export async function countDrafts(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<readonly {readonly code: string; readonly count: number}[]> {
  const {rows} = await sql<{code: string; count: number}>`
    select coalesce(reason_code, 'other') as code, count(*)::int as count from listings
    where shop = ${shop} and state = 'held' group by 1 order by 1
  `.execute(db);
  return rows;
}

/** How many images the store could not take. */
export async function countFailedMedia(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const row = await db
    .selectFrom('listing_media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return row.count;
}
