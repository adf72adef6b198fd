// What an order shows of its article beside the name: its picture, what one of it is sold as, and what decides about its delivery.
import {type Kysely, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export type OrderedArticle = {
  readonly id: ArticleId;
  /** The first image, at the address the supplier stated; null: none. */
  readonly picture: string | null;
  /** What one of the article is sold as; null or empty: not stated. */
  readonly unit: string | null;
  /** The origin as its seller declares it; null or empty: not stated. */
  readonly origin: string | null;
  /** Fees and transit times of the last reading of `a=stock`; null: none yet. */
  readonly shipping: StockReading['shipping'] | null;
};

/** The articles by id. Those that the shop does not have any more are left out. */
export async function loadOrderedArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, OrderedArticle>> {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<OrderedArticle>`
    select article_id as id, data->'images'->>0 as picture, data->>'unit' as unit, data->>'origin' as origin, stock->'shipping' as shipping
    from articles where shop = ${shop} and article_id = any(${[...new Set(ids)]}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
