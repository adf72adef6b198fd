// Loads what a margin is calculated from: what the supplier last stated of an article, and the product it is sold as.
import type {Kysely} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {loadOwnPrices} from '../own-prices/own-prices.ts';
import type {Tables} from '../tables/tables.ts';

export type ArticleMoney = {
  readonly articleId: ArticleId;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  /** Euro cents: the recommended retail price in the catalogue; null: none. */
  readonly rrp: number | null;
  /** The origin as its seller declares it; null: not stated. */
  readonly origin: string | null;
  /** The last reading of `a=stock`; null: none yet. */
  readonly stock: StockReading | null;
  /** The price that the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** Euro cents, as the supplier's list last stated it; kept when the article leaves the list. Null: no price was stated. */
  readonly listPrice: number | null;
  /** The article's product; null: it has none, or the merchant deleted it. */
  readonly productGid: ProductGid | null;
};

/** The articles of `ids`; ids that the shop does not have are left out. */
export async function loadArticleMoney(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly ArticleMoney[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('articles as a')
    .leftJoin('listings as l', (join) =>
      join.onRef('l.shop', '=', 'a.shop').onRef('l.article_id', '=', 'a.article_id').on('l.part', '=', ''),
    )
    .select([
      'a.article_id',
      'a.name',
      'a.brand',
      'a.category',
      'a.data',
      'a.stock',
      'a.list_price',
      'l.product_gid',
      'l.state',
    ])
    .where('a.shop', '=', shop)
    .where('a.article_id', 'in', ids)
    .execute();
  const own = await loadOwnPrices(db, shop, ids);
  return rows.map((row) => ({
    articleId: row.article_id,
    name: row.name,
    brand: row.brand,
    category: row.category,
    rrp: row.data?.rrp ?? null,
    origin: row.data?.origin || null,
    stock: row.stock,
    ownPrice: own.get(row.article_id) ?? null,
    listPrice: row.list_price,
    productGid: row.product_gid === null || row.state === 'deleted_in_store' ? null : row.product_gid,
  }));
}
