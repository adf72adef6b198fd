// Products that could not be published to the Online Store when they were made, and that a later run tries again.
import {type Kysely, sql} from 'kysely';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Products that still have to be put into the Online Store. @param only these articles; null: all. */
export async function loadProductsToPublish(
  db: Kysely<Tables>,
  shop: ShopDomain,
  only: readonly string[] | null,
): Promise<readonly ProductGid[]> {
  const {rows} = await sql<{gid: ProductGid}>`
    select product_gid as gid from listings
    where shop = ${shop} and publish_due and state = 'active' and product_gid is not null
      and (${only}::text[] is null or article_id = any(${only}::text[]))
    order by article_id
  `.execute(db);
  return rows.map(({gid}) => gid);
}

/**
 * Stores whether an active product could be published. `unpublished`: why it is still not published; null: it is. `updatedAt`: of the
 * product after the write; null: not known.
 */
export async function savePublishResult(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  {unpublished, updatedAt}: {readonly unpublished: string | null; readonly updatedAt: Date | null},
): Promise<void> {
  await db
    .updateTable('listings')
    .set({publish_due: unpublished !== null, reason: unpublished, store_updated_at: updatedAt})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .where('state', '=', 'active')
    .execute();
}
