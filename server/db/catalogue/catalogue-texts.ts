// Loads texts of one article from the shop's own copy of the catalogue, and the options the merchant defined for it. An order needs both to
// decide which colour and size are sent.
import {type Kysely, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {CatalogueTexts} from '#domain/orders/order-words.ts';
import type {Tables} from '../tables/tables.ts';
import {loadDefinedOptions} from './defined-options.ts';

/** What is stored of an article for an order. `stock`: the last reading of `a=stock`; null: none yet. */
export type CatalogueEntry = {readonly texts: CatalogueTexts; readonly stock: StockReading | null};

/** Loads the entry of one article; for an article that is not stored, its texts are null. */
export async function loadCatalogueEntry(
  db: Kysely<Tables>,
  shop: ShopDomain,
  article: ArticleId,
): Promise<CatalogueEntry> {
  const row = await db
    .selectFrom('articles')
    .select([
      'category',
      'stock',
      sql<string | null>`data->>'sizes'`.as('sizes'),
      sql<string | null>`data->>'unit'`.as('unit'),
    ])
    .where('shop', '=', shop)
    .where('article_id', '=', article)
    .executeTakeFirst();
  const defined = await loadDefinedOptions(db, shop, article);
  const texts = {category: row?.category || null, sizes: row?.sizes ?? null, unit: row?.unit ?? null, defined};
  return {texts, stock: row?.stock ?? null};
}
