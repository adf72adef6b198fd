// Facts about listings for the pages and the audit trail: costs, prices with their trace, decisions, times, names, numbers.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {Article} from '#domain/catalogue/article.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {ListingState, ListingsTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {isOwnDraft} from './publish-due.ts';

/** Columns of one listing that the page of its article shows. */
export type ListingFacts = Pick<
  Selectable<ListingsTable>,
  'cost' | 'price' | 'trace' | 'approved_cost' | 'refused_cost' | 'absence' | 'seen_at' | 'created_at' | 'updated_at'
>;

/** Loads the columns of `ListingFacts` of one listing; null: there is none. An article has one listing, whose `part` is empty. */
export async function loadListingFacts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  part: string,
): Promise<ListingFacts | null> {
  const row = await db
    .selectFrom('listings')
    .select([
      'cost',
      'price',
      'trace',
      'approved_cost',
      'refused_cost',
      'absence',
      'seen_at',
      'created_at',
      'updated_at',
    ])
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ?? null;
}

/** Names by article id; unknown articles are missing from the map. */
export async function loadArticleNames(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<string, string>> {
  const {rows} = await sql<{id: string; name: string}>`
    select article_id as id, name from articles where shop = ${shop} and article_id = any(${ids}::text[])
  `.execute(db);
  return new Map(rows.map(({id, name}) => [id, name]));
}

/** The first article with a product in the store, or else the first one of the catalogue; null: none whose texts were read. */
export async function loadExampleArticle(db: Kysely<Tables>, shop: ShopDomain): Promise<Article | null> {
  const {rows} = await sql<{data: Article}>`
    (select a.data, 0 as rank from listings l join articles a on a.shop = l.shop and a.article_id = l.article_id
     where l.shop = ${shop} and l.part = '' and l.state in ('active', 'held') and l.product_gid is not null and a.data is not null
     order by l.article_id limit 1)
    union all
    (select data, 1 from articles where shop = ${shop} and data is not null order by article_id limit 1)
    order by rank limit 1
  `.execute(db);
  return rows[0]?.data ?? null;
}

/** The address of each article's first picture by article id; articles without one are missing from the map. */
export async function loadArticlePictures(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<string, string>> {
  const {rows} = await sql<{id: string; image: string}>`
    select article_id as id, data->'images'->>0 as image from articles
    where shop = ${shop} and article_id = any(${ids}::text[]) and data->'images'->>0 is not null
  `.execute(db);
  return new Map(rows.map(({id, image}) => [id, image]));
}

/** The ids of all articles of the shop that have a listing, in whatever state. */
export async function loadListedArticleIds(db: Kysely<Tables>, shop: ShopDomain): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('listings').select('article_id').where('shop', '=', shop).execute();
  return new Set(rows.map((row) => row.article_id));
}

/** Stores when the store was searched for products of ours: once for each installation, by the first run that completes the search. */
export async function saveAdoptedAt(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({adopted_at: at}).where('shop', '=', shop).execute();
}

/** Stores that the product was in the store before the app took it over, so that the app never deletes it by itself. */
export async function saveAdopted(db: Kysely<Tables>, shop: ShopDomain, product: ProductGid): Promise<void> {
  await db
    .updateTable('listings')
    .set({adopted_gid: product})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
}

/** How many variants the products of these articles have in the store. */
export async function countLiveVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articles: readonly ArticleId[],
): Promise<number> {
  if (articles.length === 0) return 0;
  const {count} = await db
    .selectFrom('listing_variants')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where('state', '=', 'live')
    .where('article_id', 'in', articles)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts listings by state. `drafts`: active ones that are draft or archived in the store; `ownDrafts`: those that `isOwnDraft`. */
export async function countListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Readonly<Record<ListingState | 'drafts' | 'ownDrafts', number>>> {
  const rows = await db
    .selectFrom('listings')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('store_status', 'in', ['DRAFT', 'ARCHIVED']).as('offSale'),
      eb.fn.countAll<number>().filterWhere(isOwnDraft('listings')).as('ownDrafts'),
    ])
    .where('shop', '=', shop)
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(rows.map(({state, count}) => [state, count]));
  const {offSale: drafts = 0, ownDrafts = 0} = rows.find(({state}) => state === 'active') ?? {};
  return {active: 0, held: 0, retired: 0, deleted_in_store: 0, ...counts, drafts, ownDrafts};
}
