// The wish of a merchant who stops using the app, and how far it is carried out.
import {type Kysely, type RawBuilder, type Selectable, sql} from 'kysely';
import type {DepartureChoice, DepartureFailure} from '#domain/departure/plan-departure.ts';
import type {ArticleId, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import type {DeparturesTable} from '../tables/decision-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredDeparture = Selectable<DeparturesTable>;

/** The shop's departure; null: its merchant goes on using the app. */
export async function loadDeparture(db: Kysely<Tables>, shop: ShopDomain): Promise<StoredDeparture | null> {
  const row = await db.selectFrom('departures').selectAll().where('shop', '=', shop).executeTakeFirst();
  return row ?? null;
}

/** Whether no run may work in the shop but the one of its departure. */
export async function isDeparting(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const row = await db.selectFrom('departures').select('shop').where('shop', '=', shop).executeTakeFirst();
  return row !== undefined;
}

/** The shops of which no run but a departure's may work. */
export async function loadDepartingShops(db: Kysely<Tables>): Promise<ReadonlySet<ShopDomain>> {
  const rows = await db.selectFrom('departures').select('shop').execute();
  return new Set(rows.map(({shop}) => shop));
}

type AskedDeparture = {readonly products: DepartureChoice; readonly actor: string; readonly runId: RunId};

/** Stores a departure from its beginning. What an earlier one did stays counted only if that one is tried again (`saveDepartureAgain`). */
export async function saveDeparture(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {products, actor, runId}: AskedDeparture,
  now: Date,
): Promise<void> {
  const begun = {
    ...notComparedYet,
    products,
    actor,
    asked_at: now,
    run_id: runId,
    drafted: 0,
    archived: 0,
    deleted: 0,
    stopped_at: null,
  };
  await db
    .insertInto('departures')
    .values({shop, ...begun})
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(begun))
    .execute();
}

/** Has another run go over all products once more. */
export async function saveDepartureAgain(db: Kysely<Tables>, shop: ShopDomain, runId: RunId): Promise<void> {
  await db
    .updateTable('departures')
    .set({...notComparedYet, run_id: runId, stopped_at: null})
    .where('shop', '=', shop)
    .execute();
}

const notComparedYet = {after_article: '', compared_at: null, on_sale: 0, failed: 0, failures: '[]'} as const;

/** False: nothing is left to stop, since the store was compared or it was stopped before. */
export async function saveDepartureStopped(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> {
  const {numUpdatedRows} = await db
    .updateTable('departures')
    .set({stopped_at: now})
    .where('shop', '=', shop)
    .where('stopped_at', 'is', null)
    .where('compared_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Call right before the departure deletes a product: as what it is made again if the merchant starts again. Null: Shopify refused the
 * deletion, so it is not to be made again.
 */
export async function saveDepartedAs(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  as: 'active' | 'draft' | null,
): Promise<void> {
  await sql`update listings set departed_as = ${as} where shop = ${shop} and product_gid = ${product}`.execute(db);
}

export async function deleteDeparture(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.deleteFrom('departures').where('shop', '=', shop).execute();
}

/** Stores that the products of all articles up to this one are done. */
export async function saveDepartureReached(db: Kysely<Tables>, shop: ShopDomain, article: ArticleId): Promise<void> {
  await db.updateTable('departures').set({after_article: article}).where('shop', '=', shop).execute();
}

/** Counts one product more. Call it in the transaction that stores what became of the product. */
export async function countDeparted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  what: 'drafted' | 'archived' | 'deleted',
): Promise<void> {
  await db
    .updateTable('departures')
    .set((eb) => ({[what]: eb(what, '+', 1)}))
    .where('shop', '=', shop)
    .execute();
}

/** What the store showed at the end. */
export type DepartureComparison = {
  readonly onSale: number;
  readonly failed: number;
  /** The first of the products that are not as the merchant chose. */
  readonly failures: readonly DepartureFailure[];
};

/** False: nothing is stored, since the merchant stopped it meanwhile. */
export async function saveDepartureCompared(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {onSale, failed, failures}: DepartureComparison,
  now: Date,
): Promise<boolean> {
  const compared = {on_sale: onSale, failed, failures: JSON.stringify(failures), compared_at: now};
  const {numUpdatedRows} = await db
    .updateTable('departures')
    .set(compared)
    .where('shop', '=', shop)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A product of the app, as far as the app knows. */
export type DepartingListing = {
  readonly articleId: ArticleId;
  readonly productGid: ProductGid;
  readonly isMade: boolean;
};

/** The next products in the order of their articles, without those that were deleted. */
export async function loadDepartingListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  after: string,
  limit: number,
): Promise<readonly DepartingListing[]> {
  const {rows} = await sql<DepartingListing>`
    select article_id as "articleId", product_gid as "productGid", ${isMadeByApp('listings')} as "isMade" from listings
    where shop = ${shop} and product_gid is not null and state <> 'deleted_in_store' and article_id > ${after}
    order by article_id limit ${limit}
  `.execute(db);
  return rows;
}

/** SQL condition on a listing: the app made its product. @param of the listing's alias. */
export const isMadeByApp = (of: 'listings' | 'l'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.adopted_gid`)} is distinct from ${sql.ref(`${of}.product_gid`)})`;

/** The listings of these products, by product; a product that no listing has is missing from the map. */
export async function loadListingsOfProducts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  products: readonly ProductGid[],
): Promise<ReadonlyMap<ProductGid, DepartingListing>> {
  const {rows} = await sql<DepartingListing>`
    select article_id as "articleId", product_gid as "productGid", ${isMadeByApp('listings')} as "isMade" from listings
    where shop = ${shop} and product_gid = any(${products}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.productGid, row]));
}
