// The shop's own copy of the catalogue its key may read, with each article's reading of `a=stock`.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {toSearchText} from './article-words.ts';

/** The ids of those `articles` that are not stored yet, or stored with another fingerprint. */
export async function selectChangedIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articles: readonly {readonly id: ArticleId; readonly hash: string}[],
): Promise<ReadonlySet<string>> {
  const {rows} = await sql<{id: string}>`
    select entry.id
    from unnest(${articles.map(({id}) => id)}::text[], ${articles.map(({hash}) => hash)}::text[]) as entry (id, hash)
    left join articles a on a.shop = ${shop} and a.article_id = entry.id
    where a.hash is distinct from entry.hash
  `.execute(db);
  return new Set(rows.map(({id}) => id));
}

/** Saves articles without deciding whether they are chosen: call `chooseAgain` afterwards. */
export async function saveArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articles: readonly {readonly article: Article; readonly hash: string}[],
  now: Date,
): Promise<void> {
  if (articles.length === 0) return;
  await db
    .insertInto('articles')
    .values(
      articles.map(({article, hash}) => ({
        shop,
        article_id: article.id,
        brand: article.brand,
        category: article.category,
        name: article.name,
        data: JSON.stringify(article),
        hash,
        has_image: article.images.length > 0,
        on_request: article.pricing === 'on_request',
        search: toSearchText(article),
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['shop', 'article_id']).doUpdateSet((eb) => ({
        brand: eb.ref('excluded.brand'),
        category: eb.ref('excluded.category'),
        name: eb.ref('excluded.name'),
        data: eb.ref('excluded.data'),
        hash: eb.ref('excluded.hash'),
        has_image: eb.ref('excluded.has_image'),
        on_request: eb.ref('excluded.on_request'),
        search: eb.ref('excluded.search'),
        asks: 0,
        asked_at: null,
        updated_at: now,
      })),
    )
    .execute();
}

/**
 * Stores the newest image addresses of stored articles, and returns those that had others. Signed addresses expire, and the store must still
 * be able to open them.
 */
export async function saveImageAddresses(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articles: readonly Pick<Article, 'id' | 'images'>[],
): Promise<ReadonlySet<ArticleId>> {
  const given = JSON.stringify(articles.map(({id, images}) => ({id, images})));
  const {rows} = await sql<{id: ArticleId}>`
    update articles set data = jsonb_set(articles.data, '{images}', fresh.images)
    from jsonb_to_recordset(${given}::jsonb) as fresh (id text, images jsonb)
    where articles.shop = ${shop} and articles.article_id = fresh.id
      and articles.data is not null and articles.data->'images' is distinct from fresh.images
    returning articles.article_id as id
  `.execute(db);
  return new Set(rows.map(({id}) => id));
}

/**
 * The articles of `ids` that the merchant must hear about if they cannot be read: listed, and either chosen or never read, so perhaps
 * chosen.
 */
export const selectIdsToReport = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlySet<ArticleId>> => selectIds(db, shop, ids, sql<boolean>`listed and (chosen or data is null)`);

/** The articles of `ids` that are chosen. */
export const selectChosenIds = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlySet<ArticleId>> => selectIds(db, shop, ids, sql<boolean>`chosen`);

/** The articles of `ids` that meet the condition. */
async function selectIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  condition: RawBuilder<boolean>,
): Promise<ReadonlySet<ArticleId>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .where(condition)
    .execute();
  return new Set(rows.map((row) => row.article_id));
}

/** The article's whole row; null where neither catalogue nor list showed it. */
export async function loadArticle(db: Kysely<Tables>, shop: ShopDomain, id: ArticleId) {
  const row = await db
    .selectFrom('articles')
    .selectAll()
    .where('shop', '=', shop)
    .where('article_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** A reading of `a=stock` that is to be stored. */
export type NewStockReading = {
  readonly id: ArticleId;
  readonly stock: StockReading;
  /** The inputs that the reading was made for; when they change, the article is read again. */
  readonly readFor: string;
};

/**
 * Saves readings of `a=stock`, of many articles in one statement. Returns the articles that now cost something else, or have other fees:
 * rules may use both (`chooseRepriced`).
 */
export async function saveStockReadings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  readings: readonly NewStockReading[],
  now: Date,
): Promise<readonly ArticleId[]> {
  if (readings.length === 0) return [];
  const given = JSON.stringify(readings.map(({id, stock, readFor}) => ({id, stock, read_for: readFor})));
  // All parts of one statement see the rows as they were before it.
  const {rows} = await sql<{id: ArticleId}>`
    with fresh as (select * from jsonb_to_recordset(${given}::jsonb) as entry (id text, stock jsonb, read_for text)),
    saved as (
      update articles set stock = fresh.stock, stock_read_at = ${now}, stock_read_for = fresh.read_for, asks = 0, asked_at = null
      from fresh where articles.shop = ${shop} and articles.article_id = fresh.id
    )
    select a.article_id as id from articles a join fresh on fresh.id = a.article_id
    where a.shop = ${shop} and (coalesce(a.stock_price, a.list_price), a.stock->'shipping')
      is distinct from ((fresh.stock->>'price')::bigint, fresh.stock->'shipping')
  `.execute(db);
  return rows.map(({id}) => id);
}

/** Marks articles for which `a=stock` gave no reading. The last reading stays, but the article counts as due until there is a newer one. */
export async function markUnanswered(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  await db
    .updateTable('articles')
    .set({stock_read_for: null})
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
}

/** Whether any article was chosen by hand. */
export async function hasPickedArticle(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where('hand', '=', 'picked')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
