// The shop's own copy of the catalogue its key may read, with what `a=list` and `a=stock` said of each article.

import {type ExpressionBuilder, type Kysely, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings.ts';
import type {Tables} from './tables.ts';

type Choice = Settings['choice'];

/** Fingerprints of the stored articles among `ids`; an id that is not stored is not in the map. */
export async function loadArticleHashes(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('articles')
    .select(['article_id', 'hash'])
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.article_id, row.hash]));
}

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
        updated_at: now,
      })),
    )
    .execute();
}

/** Ids that the list holds but no walk has shown. */
export async function loadUnwalkedIds(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly ArticleId[]> {
  const rows = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where('listed', '=', true)
    .where('data', 'is', null)
    .orderBy('article_id')
    .execute();
  return rows.map((row) => ArticleId.parse(row.article_id));
}

export type ChosenArticle = {
  readonly id: ArticleId;
  readonly article: Article;
  readonly hash: string;
  readonly listPrice: number | null;
  readonly stock: StockReading | null;
  readonly stockReadAt: Date | null;
  readonly stockReadFor: string | null;
};

/** Listed articles that the merchant's choice covers, in batches ordered by id. */
export async function* loadChosenArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  choice: Choice,
  batch = 200,
): AsyncGenerator<readonly ChosenArticle[]> {
  if (choice.brands.length === 0 && choice.categories.length === 0) return;
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('articles')
      .select(['article_id', 'data', 'hash', 'list_price', 'stock', 'stock_read_at', 'stock_read_for'])
      .where('shop', '=', shop)
      .where('listed', '=', true)
      .where('data', 'is not', null)
      .where('article_id', '>', after)
      .where(isChosen(choice))
      .orderBy('article_id')
      .limit(batch)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap((row) =>
      row.data === null
        ? []
        : [
            {
              id: ArticleId.parse(row.article_id),
              article: row.data,
              hash: row.hash ?? '',
              listPrice: row.list_price,
              stock: row.stock,
              stockReadAt: row.stock_read_at,
              stockReadFor: row.stock_read_for,
            },
          ],
    );
    after = last.article_id;
  }
}

/** Brand or category among the chosen ones, whatever the case. */
export const isChosen =
  ({brands, categories}: Choice) =>
  (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.or([
      ...(brands.length > 0 ? [eb(sql<string>`lower(brand)`, 'in', brands.map(lowered))] : []),
      ...(categories.length > 0 ? [eb(sql<string>`lower(category)`, 'in', categories.map(lowered))] : []),
    ]);

const lowered = (word: string) => word.toLowerCase();

/** `readFor` names what the reading was made for; another value later means: read again. */
export async function saveStockReading(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: ArticleId,
  reading: StockReading,
  readFor: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('articles')
    .set({stock: JSON.stringify(reading), stock_read_at: now, stock_read_for: readFor})
    .where('shop', '=', shop)
    .where('article_id', '=', id)
    .execute();
}

/** Brands and categories among the listed articles, with counts, for choosing from. */
export async function loadChoices(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Record<'brands' | 'categories', {name: string; articles: number}[]>> {
  const count = (column: 'brand' | 'category') =>
    db
      .selectFrom('articles')
      .select((eb) => [`${column} as name` as const, eb.fn.countAll<number>().as('articles')])
      .where('shop', '=', shop)
      .where('listed', '=', true)
      .where(column, '<>', '')
      .groupBy(column)
      .orderBy(column)
      .execute();
  const [brands, categories] = await Promise.all([count('brand'), count('category')]);
  return {brands, categories};
}
