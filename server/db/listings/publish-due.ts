// Drafts that the merchant asks to publish, and products that could not be published to the Online Store, which a later run tries again.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
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

/** SQL condition: the product is a draft that the app made, and the merchant never published it or asked to. @param of the listing's alias. */
export const isOwnDraft = (of: 'listings' | 'l'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql<boolean>`(${column('own_draft')} is not distinct from 'made' and ${column('state')} = 'active'
    and ${column('store_status')} is not distinct from 'DRAFT' and ${column('product_gid')} is not null)`;
};

/** Asks the next run to publish the app's own drafts. @param only among these articles; null: all. Returns the articles, ordered by id. */
export async function askToPublish(
  db: Kysely<Tables>,
  shop: ShopDomain,
  only: readonly ArticleId[] | null,
): Promise<readonly ArticleId[]> {
  const {rows} = await sql<{id: ArticleId}>`
    select article_id as id from listings
    where shop = ${shop} and ${isOwnDraft('listings')} and (${only}::text[] is null or article_id = any(${only}::text[]))
    order by article_id, part for update
  `.execute(db);
  const ids = rows.map(({id}) => id);
  await sql`
    update listings set own_draft = 'publish' where shop = ${shop} and article_id = any(${ids}::text[])
  `.execute(db);
  return ids;
}

/** Takes back that these are to be published: the merchant has left them out since. */
export async function forgetToPublish(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  await sql`
    update listings set own_draft = 'made'
    where shop = ${shop} and ${isAmongArticles('listings', shop, ids)} and own_draft = 'publish'
  `.execute(db);
}
