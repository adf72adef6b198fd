// Stores who owns a product's fields, the merchant or the sync: edits made in the store, and fields given back or taken over.
import {type Kysely, sql} from 'kysely';
import {type FieldEdits, type Ownership, returnFieldToSync} from '#domain/catalogue/edits.ts';
import type {StoreStatus} from '#domain/catalogue/operation.ts';
import {type OwnableField, type Owner, ownableFields} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredListing} from './listings.ts';
import {lockListings} from './lock-listing.ts';

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
      own_draft = case when ${storeStatus}::text = 'DRAFT' then own_draft end,
      planned_for = case when edits = ${text}::jsonb then planned_for end
    where shop = ${shop} and article_id = ${articleId}
  `.execute(db);
}

/**
 * Gives fields of products back to the sync: the edits are deleted and the next run writes the fields. Returns the listings as they were;
 * an article without a listing is missing. Give it a transaction: it reads, then writes.
 */
export async function giveFieldsBack(
  db: Kysely<Tables>,
  shop: ShopDomain,
  fieldsOf: ReadonlyMap<ArticleId, readonly OwnableField[]>,
): Promise<ReadonlyMap<ArticleId, StoredListing>> {
  if (fieldsOf.size === 0) return new Map();
  const before = await lockListings(db, shop, [...fieldsOf.keys()]);
  const given = [...before].map(([id, listing]) => {
    const fields = fieldsOf.get(id) ?? [];
    return {id, ...fields.reduce<Ownership>(returnFieldToSync, listing)};
  });
  const rows = JSON.stringify(
    given.map(({id, ownedHere: owned, edits, written, fingerprint}) => ({id, owned, edits, written, fingerprint})),
  );
  await sql`
    update listings set owned = given.owned, edits = given.edits, written = given.written, fingerprint = given.fingerprint, planned_for = null
    from jsonb_to_recordset(${rows}::jsonb) as given (id text, owned jsonb, edits jsonb, written jsonb, fingerprint text)
    where listings.shop = ${shop} and listings.article_id = given.id
  `.execute(db);
  return before;
}

/** Gives one field of one product back to the sync, like `giveFieldsBack`. False when the article has no listing. */
export const giveFieldBack = async (
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  field: OwnableField,
): Promise<boolean> => (await giveFieldsBack(db, shop, new Map([[articleId, [field]]]))).size > 0;

/** A listing as it was loaded; null: there was none. */
type LoadedListing = {readonly id: ArticleId; readonly listing: Pick<StoredListing, 'edits' | 'ownedHere'> | null};

/**
 * Gives back once more what the merchant gave back after a run had loaded these listings, because the run has saved since that the fields are
 * written and that no plan is due. Call it in the transaction of that save.
 */
export async function giveBackAgain(
  db: Kysely<Tables>,
  shop: ShopDomain,
  loaded: readonly LoadedListing[],
): Promise<void> {
  const before = new Map(loaded.flatMap(({id, listing}) => (listing === null ? [] : [[id, listing]])));
  const {rows} = await sql<{id: ArticleId; owned: Record<string, Owner>; edits: FieldEdits}>`
    select article_id as id, owned, edits from listings where shop = ${shop} and article_id = any(${[...before.keys()]}::text[])
  `.execute(db);
  const given = rows.map(({id, owned, edits}): [ArticleId, readonly OwnableField[]] => {
    const {edits: editsBefore = {}, ownedHere = {}} = before.get(id) ?? {};
    const isGivenBack = (field: OwnableField) =>
      owned[field] === 'sync' &&
      edits[field] === undefined &&
      (ownedHere[field] !== 'sync' || editsBefore[field] !== undefined);
    return [id, ownableFields.filter(isGivenBack)];
  });
  await giveFieldsBack(db, shop, new Map(given.filter(([, fields]) => fields.length > 0)));
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
