// Stores who owns a product's fields, the merchant or the sync: edits made in the store, and fields given back or taken over.
import {type Kysely, sql} from 'kysely';
import {type FieldEdits, returnFieldToSync} from '#domain/catalogue/edits.ts';
import type {StoreStatus} from '#domain/catalogue/operation.ts';
import type {OwnableField, Owner} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {lockListing} from './lock-listing.ts';

/** What was found when a product was read whole: the merchant's edits, its `updatedAt` and its status. */
export type ProductReading = {
  readonly edits: FieldEdits;
  readonly storeUpdatedAt: Date | null;
  readonly storeStatus: StoreStatus;
};

/**
 * Stores all current edits and the status, as the product was just read back. A changed set of edits makes the listing due for planning.
 */
export async function saveMerchantEdits(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  {edits, storeUpdatedAt, storeStatus}: ProductReading,
  now: Date,
): Promise<void> {
  const text = JSON.stringify(edits);
  await sql`
    update listings set seen_at = ${now}, store_updated_at = ${storeUpdatedAt}, store_status = ${storeStatus}, edits = ${text}::jsonb,
      planned_for = case when edits = ${text}::jsonb then planned_for end
    where shop = ${shop} and article_id = ${articleId}
  `.execute(db);
}

/**
 * Gives the field on this product back to the sync: the edit is deleted and the next run writes the field. False when the article has no
 * listing. Give it a transaction: it reads, then writes.
 */
export async function giveFieldBack(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  field: OwnableField,
): Promise<boolean> {
  const listing = await lockListing(db, shop, articleId);
  if (listing === null) return false;
  const given = returnFieldToSync(listing, field);
  await db
    .updateTable('listings')
    .set({
      owned: JSON.stringify(given.ownedHere),
      edits: JSON.stringify(given.edits),
      written: JSON.stringify(given.written),
      fingerprint: given.fingerprint,
      planned_for: null,
    })
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .execute();
  return true;
}

/** The owner of a field on this product alone; null: the shop's setting applies. False when there is no listing. */
export async function saveFieldOwner(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  field: OwnableField,
  owner: Owner | null,
): Promise<boolean> {
  const own = JSON.stringify(owner === null ? {} : {[field]: owner});
  const {numAffectedRows} = await sql`
    update listings set owned = (owned - ${field}::text) || ${own}::jsonb, planned_for = null
    where shop = ${shop} and article_id = ${articleId}
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Stores when all products were last compared with the written values. */
export async function saveEditsReadAt(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db.updateTable('shops').set({edits_read_at: now}).where('shop', '=', shop).execute();
}

/** Installed shops with products whose last comparison is older than `before`. */
export async function listShopsToCompare(db: Kysely<Tables>, before: Date): Promise<readonly ShopDomain[]> {
  const {rows} = await sql<{shop: ShopDomain}>`
    select s.shop from shops s
    where s.state = 'installed' and (s.edits_read_at is null or s.edits_read_at < ${before})
      and exists (select from listings l where l.shop = s.shop and l.product_gid is not null)
    order by s.shop
  `.execute(db);
  return rows.map(({shop}) => shop);
}

/** Products of ours that were not read from the store at or after `since`, ordered by article id. */
export async function loadUnreadProducts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  since: Date,
): Promise<readonly {readonly articleId: ArticleId; readonly productGid: ProductGid}[]> {
  const {rows} = await sql<{articleId: ArticleId; productGid: ProductGid}>`
    select article_id as "articleId", product_gid as "productGid" from listings
    where shop = ${shop} and product_gid is not null and state <> 'deleted_in_store'
      and (seen_at is null or seen_at < ${since})
    order by article_id
  `.execute(db);
  return rows;
}
