// Listings link articles and products: state, owners, the last written values, and the inputs of the last plan.
import {type Kysely, sql} from 'kysely';
import {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {type ListingReasonCode, readListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {StoreStatus} from '#domain/catalogue/operation.ts';
import type {Owner} from '#domain/catalogue/product-fields.ts';
import type {PlanInputs} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
import type {ListingState} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {toPlanColumns} from './last-plan.ts';
import {loadMedia} from './listing-media.ts';
import {loadKnownVariants} from './listing-variants.ts';
import {isOffSaleByHand, toKeptColumns} from './off-sale.ts';

export type StoredListing = KnownListing & {
  readonly productGid: ProductGid | null;
  readonly reason: string | null;
  readonly reasonCode: ListingReasonCode | null; // why it is a draft or was retired, as a code
  /** The product's `updatedAt` when it was last written or read whole; null: not known. */
  readonly storeUpdatedAt: Date | null;
  /** When the product was last read whole and compared; null: not yet. */
  readonly seenAt: Date | null;
  /** Values that a run was about to write and whose result was not stored. */
  readonly intended: WrittenValues;
};

/** The articles' listings with variants and images, by article id; an article without a listing is missing from the map. */
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
        isToPublish: row.own_draft === 'publish',
        departedAs: row.departed_as,
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
  readonly takenOffSale: boolean; // the sync took the product off sale by its status
  /** The inputs of the plan; null: the next run plans the listing again. */
  readonly plannedFor: PlanInputs | null;
  /** Last written values. This member and all below are optional: an absent one keeps what is stored. */
  readonly written?: WrittenValues;
  readonly owned?: Readonly<Record<string, Owner>>; // owners of fields that differ from the shop’s setting
  /** Euro cents; the cost that the product's price is based on. */
  readonly cost?: number;
  /** Minor units of the store's currency: the calculated price, the same for all variants. */
  readonly price?: number;
  readonly trace?: readonly unknown[]; // the calculation of the price, step by step
  readonly publishDue?: boolean; // the product is not in the Online Store yet
  readonly storeUpdatedAt?: Date | null; // after a write; null: its answer did not say
  readonly storeStatus?: StoreStatus; // the product’s status in Shopify after the write
  readonly ownDraft?: 'made' | null;
  readonly departedAs?: null; // what a departure deleted is made again
};

/**
 * Stores a listing. If the merchant has taken its product off sale at once (`isOffSaleByHand`), the status and what goes with it stay as
 * they are stored; only a retirement may change the state.
 */
export async function saveListing(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: ListingChange,
  now: Date,
): Promise<void> {
  const {written, owned, cost, price, trace, publishDue, storeUpdatedAt, storeStatus, ownDraft, departedAs} = change;
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
    ...(ownDraft === undefined ? {} : {own_draft: ownDraft}),
    ...(departedAs === undefined ? {} : {departed_as: departedAs}),
    updated_at: now,
  };
  await db
    .insertInto('listings')
    .values({shop, article_id: change.articleId, ...values, created_at: now})
    .onConflict((conflict) =>
      conflict.columns(['shop', 'article_id', 'part']).doUpdateSet({...values, ...toKeptColumns(values)}),
    )
    .execute();
}

export type UnchangedListing = {
  readonly id: string; // the article’s id
  readonly plannedFor: PlanInputs | null; // the inputs of the plan; null: the next run plans it again
  readonly fingerprint: string; // hashes of the fields as written last
  readonly cost: number; // euro cents: the cost that the price is based on
  readonly price: number; // minor units of the store’s currency
  readonly trace: readonly unknown[];
};

/** Call before the store is asked to write these values: if the answer gets lost, they do not count as the merchant's edits. */
export async function saveIntendedValues(
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

/**
 * Listings that need no call to the store. Stores the inputs of their plan, so the next run skips them; not those off sale by hand, which
 * are planned again when the merchant wants them back.
 */
export async function saveUnchangedListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  unchanged: readonly UnchangedListing[],
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
    where listings.shop = ${shop} and listings.article_id = fresh.id and not ${isOffSaleByHand}
  `.execute(db);
}

/** Clears the last plans of these listings, so that the next run plans them again. */
export async function forgetPlans(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('listings')
    .set({planned_for: null})
    .where('shop', '=', shop)
    .where(isAmongArticles('listings', shop, ids))
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

/**
 * Stores that the product was deleted, by the merchant or at the merchant's request: it is only made again on request. Where a departure
 * deleted it, its variants stay those that may be made again, without those that the merchant had deleted.
 */
export async function saveProductDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  now: Date,
  reason = 'The merchant deleted the product. Choose “Always include” to have it made again.',
): Promise<void> {
  await db
    .updateTable('listings')
    .set({state: 'deleted_in_store', reason, reason_code: null, updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
  await sql`
    update listing_variants v set updated_at = ${now}, state = case
        when not exists (select from listings l where l.shop = v.shop and l.product_gid = v.product_gid and l.departed_as is not null)
          or v.state = 'deleted_in_store' then 'deleted_in_store' else 'suppressed' end
    where v.shop = ${shop} and v.product_gid = ${product}
  `.execute(db);
}
