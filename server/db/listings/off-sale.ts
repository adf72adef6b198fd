// A product that the app takes off sale: what is stored before the store is asked, and what a run may not overwrite once the merchant has
// taken it off sale by hand.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {OnSaleStatus} from '#domain/catalogue/operation.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Call before the sync changes the status of a product on sale. Only from `to` may the sync put the product back, and only to `from`. */
export async function saveProductOffSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  {from, to}: {readonly from: OnSaleStatus; readonly to: 'DRAFT' | 'ARCHIVED'},
): Promise<void> {
  await sql`
    update listings set lowered = true, lowered_from = ${from}, store_status = ${to}, own_draft = null,
      written = coalesce(written, '{}'::jsonb) || jsonb_build_object('status', ${to}::text)
    where shop = ${shop} and product_gid = ${product}
  `.execute(db);
}

/** Shopify refused to take the product off sale, so it has the status it had before. */
export async function saveProductStillOnSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  status: OnSaleStatus,
): Promise<void> {
  await sql`
    update listings set lowered = false, lowered_from = null, store_status = ${status}, own_draft = null, written = written - 'status'
    where shop = ${shop} and product_gid = ${product}
  `.execute(db);
}

/**
 * The store still shows the product on sale after it was taken off sale, perhaps only because a reading comes late: that the app took it
 * off sale stays stored.
 */
export async function saveShownOnSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  status: OnSaleStatus,
): Promise<void> {
  await db
    .updateTable('listings')
    .set({store_status: status, own_draft: null})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
}

/**
 * Call when the merchant takes back that articles are left out, or starts again after a departure. Where the answer was lost when a product
 * went off sale, its listing still counts as on sale; as a retired one, the next run puts it on sale again. @param ids null: all.
 */
export async function retireLowered(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[] | null,
): Promise<void> {
  await sql`
    update listings set state = 'retired', planned_for = null
    where shop = ${shop} and (${ids}::text[] is null or article_id = any(${ids}::text[])) and state = 'active' and listings.lowered
  `.execute(db);
}

/**
 * SQL condition on a row of `listings`: its product is off sale, and its article left out by hand. A run that planned the listing before
 * that decision must not store that the product is on sale, unless it has the claim and so was first.
 */
export const isOffSaleByHand: RawBuilder<boolean> = sql<boolean>`((listings.lowered or listings.state = 'retired') and exists (
  select from articles where articles.shop = listings.shop and articles.article_id = listings.article_id
    and articles.hand = 'left_out' and articles.selling_fence is null
))`;

/** Columns that stay as they are stored while the product is off sale by hand. */
const columnsOffSale = ['lowered', 'lowered_from'] as const;
/** The same where the change is no retirement. */
const columnsOffSaleByPlan = [
  ...columnsOffSale,
  'state',
  'reason',
  'reason_code',
  'store_status',
  'planned_for',
] as const;

/** The assignments that keep the stored values of an update's columns while the product is off sale by hand. */
export function toKeptColumns(values: Readonly<Record<string, unknown>>): Readonly<Record<string, RawBuilder<never>>> {
  const columns = values['state'] === 'retired' ? columnsOffSale : columnsOffSaleByPlan;
  const kept = columns
    .filter((column) => Object.hasOwn(values, column))
    .map((column) => [column, keepOffSale(sql.ref(`listings.${column}`), sql.ref(`excluded.${column}`))] as const);
  const status = sql`excluded.written || jsonb_strip_nulls(jsonb_build_object('status', listings.written->'status'))`;
  const written = Object.hasOwn(values, 'written') ? {written: keepOffSale(status, sql`excluded.written`)} : {};
  return {...Object.fromEntries(kept), ...written};
}

/** SQL value: `stored` while the product is off sale by hand, else `given`. */
const keepOffSale = (stored: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<never> =>
  sql<never>`case when ${isOffSaleByHand} then ${stored} else ${given} end`;
