// Listings link articles and products: state, owners, the last written values, and the inputs of the last plan.
import {type Kysely, sql} from 'kysely';
import {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {type ListingReasonCode, readListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {StoreStatus} from '#domain/catalogue/operation.ts';
import type {Owner} from '#domain/catalogue/product-fields.ts';
import type {PlannedFor} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import {ofArticles} from '../connection/lock-order.ts';
import type {ListingState} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {toPlanColumns} from './last-plan.ts';
import {loadMedia} from './listing-media.ts';
import {loadKnownVariants} from './listing-variants.ts';

export type StoredListing = KnownListing & {
  readonly productGid: ProductGid | null;
  readonly reason: string | null;
  readonly reasonCode: ListingReasonCode | null;
  /** The product's `updatedAt` when it was last written or read whole; null: not known. */
  readonly storeUpdatedAt: Date | null;
  /** When the product was last read whole and compared; null: not yet. */
  readonly seenAt: Date | null;
  /** Values that a run was about to write and whose result was not stored. */
  readonly intended: WrittenValues;
};

/** By article id; an article without a listing is missing from the map. */
export async function loadListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, StoredListing>> {
  if (ids.length === 0) return new Map();
  const listings = await db
    .selectFrom('listings')
    .selectAll()
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
  const variantsOf = await loadKnownVariants(db, shop, ids);
  const mediaOf = await loadMedia(db, shop, ids);
  return new Map(
    listings.map((row) => [
      row.article_id,
      {
        state: row.state,
        reason: row.reason,
        reasonCode: readListingReasonCode(row.reason_code),
        productGid: row.product_gid,
        fingerprint: row.fingerprint,
        takenOffSale: row.lowered,
        takenFrom: row.lowered_from,
        storeUpdatedAt: row.store_updated_at,
        seenAt: row.seen_at,
        written: WrittenValues.parse(row.written ?? {}),
        intended: WrittenValues.parse(row.intended ?? {}),
        ownedHere: row.owned,
        edits: FieldEdits.parse(row.edits),
        previousCost: row.cost,
        approvedCost: row.approved_cost,
        refusedCost: row.refused_cost,
        variants: variantsOf.get(row.article_id) ?? [],
        media: mediaOf.get(row.article_id) ?? [],
      },
    ]),
  );
}

export type ListingChange = {
  readonly articleId: ArticleId;
  readonly productGid: ProductGid | null;
  readonly state: ListingState;
  readonly reason: string | null;
  readonly reasonCode: ListingReasonCode | null;
  readonly fingerprint: string | null;
  readonly takenOffSale: boolean;
  /** The inputs of the plan; null: the next run looks at the listing again. */
  readonly plannedFor: PlannedFor | null;
  /** The following columns keep their value where absent. */
  readonly written?: WrittenValues;
  readonly owned?: Readonly<Record<string, Owner>>;
  /** Euro cents; the cost that the product's price is based on. */
  readonly cost?: number;
  /** Minor units of the store's currency: the calculated price, the same for all variants. */
  readonly price?: number;
  readonly trace?: readonly unknown[];
  readonly publishDue?: boolean;
  /** After a write; null: its answer did not say. */
  readonly storeUpdatedAt?: Date | null;
  readonly storeStatus?: StoreStatus;
};

export async function saveListing(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: ListingChange,
  now: Date,
): Promise<void> {
  const {written, owned, cost, price, trace, publishDue, storeUpdatedAt, storeStatus} = change;
  const values = {
    product_gid: change.productGid,
    state: change.state,
    reason: change.reason,
    reason_code: change.reasonCode,
    fingerprint: change.fingerprint,
    lowered: change.takenOffSale,
    ...(change.takenOffSale ? {} : {lowered_from: null}),
    ...toPlanColumns(change.plannedFor),
    ...(written === undefined ? {} : {written: JSON.stringify(written), intended: null}),
    ...(owned === undefined ? {} : {owned: JSON.stringify(owned)}),
    ...(cost === undefined ? {} : {cost}),
    ...(price === undefined ? {} : {price}),
    ...(trace === undefined ? {} : {trace: JSON.stringify(trace)}),
    ...(publishDue === undefined ? {} : {publish_due: publishDue}),
    ...(storeUpdatedAt === undefined ? {} : {store_updated_at: storeUpdatedAt}),
    ...(storeStatus === undefined ? {} : {store_status: storeStatus}),
    updated_at: now,
  };
  await db
    .insertInto('listings')
    .values({shop, article_id: change.articleId, ...values, created_at: now})
    .onConflict((conflict) => conflict.columns(['shop', 'article_id', 'part']).doUpdateSet(values))
    .execute();
}

export type Unchanged = {
  readonly id: string;
  readonly plannedFor: PlannedFor | null;
  readonly fingerprint: string;
  readonly cost: number;
  readonly price: number;
  readonly trace: readonly unknown[];
};

/** The sync is about to change the product's status from one on sale. Only from `to` may it put the product back, and only to `from`. */
export async function saveOffSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  {from, to}: {readonly from: 'ACTIVE' | 'UNLISTED'; readonly to: 'DRAFT' | 'ARCHIVED'},
): Promise<void> {
  await sql`
    update listings set lowered = true, lowered_from = ${from}, store_status = ${to},
      written = coalesce(written, '{}'::jsonb) || jsonb_build_object('status', ${to}::text)
    where shop = ${shop} and product_gid = ${product}
  `.execute(db);
}

/** Call before the store is asked to write these values: if the answer gets lost, they do not count as the merchant's edits. */
export async function saveIntended(
  db: Kysely<Tables>,
  shop: ShopDomain,
  intended: readonly {readonly id: string; readonly values: WrittenValues}[],
): Promise<void> {
  if (intended.length === 0) return;
  await sql`
    update listings set intended = fresh.values
    from jsonb_to_recordset(${JSON.stringify(intended)}::jsonb) as fresh (id text, values jsonb)
    where listings.shop = ${shop} and listings.article_id = fresh.id
  `.execute(db);
}

/** Listings that need no call to the store. Stores the inputs of their plan, so the next run skips them. */
export async function saveUnchanged(
  db: Kysely<Tables>,
  shop: ShopDomain,
  unchanged: readonly Unchanged[],
): Promise<void> {
  if (unchanged.length === 0) return;
  const rows = JSON.stringify(unchanged.map(({plannedFor, ...rest}) => ({...rest, ...toPlanColumns(plannedFor)})));
  await sql`
    update listings set planned_for = fresh.planned_for, planned_article = fresh.planned_article,
      planned_list_price = fresh.planned_list_price, planned_stock_read_at = fresh.planned_stock_read_at,
      planned_settings = fresh.planned_settings::jsonb,
      fingerprint = fresh.fingerprint, cost = fresh.cost, price = fresh.price, trace = fresh.trace
    from jsonb_to_recordset(${rows}::jsonb)
      as fresh (id text, planned_for text, planned_article text, planned_list_price bigint, planned_stock_read_at timestamptz,
        planned_settings text, fingerprint text, cost bigint, price bigint, trace jsonb)
    where listings.shop = ${shop} and listings.article_id = fresh.id
  `.execute(db);
}

/** The next run looks at these listings again, whatever their last plan. */
export async function forgetPlans(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('listings')
    .set({planned_for: null})
    .where('shop', '=', shop)
    .where(ofArticles('listings', shop, ids))
    .execute();
}

export async function loadListingByProduct(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
): Promise<{readonly articleId: ArticleId; readonly state: ListingState} | null> {
  const row = await db
    .selectFrom('listings')
    .select(['article_id as articleId', 'state'])
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .executeTakeFirst();
  return row ?? null;
}

/** The product was deleted, by the merchant or at the merchant's request: it is only made again on request. */
export async function saveProductDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  now: Date,
  reason = 'The merchant deleted the product. Pick the article by hand to have it made again.',
): Promise<void> {
  await db
    .updateTable('listings')
    .set({state: 'deleted_in_store', reason, reason_code: null, updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
  await db
    .updateTable('listing_variants')
    .set({state: 'deleted_in_store', updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
}

/** By state. `drafts`: the active ones that the store has as drafts or archived, so that they are not on sale there. */
export async function countListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Readonly<Record<ListingState | 'drafts', number>>> {
  const rows = await db
    .selectFrom('listings')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('store_status', 'in', ['DRAFT', 'ARCHIVED']).as('offSale'),
    ])
    .where('shop', '=', shop)
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]));
  const drafts = rows.find(({state}) => state === 'active')?.offSale ?? 0;
  return {active: 0, held: 0, retired: 0, deleted_in_store: 0, ...counts, drafts};
}
