// The fulfilment service that a merchant asked for: what is wanted, what was made, and which worker has it.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ServiceStop, ServiceWish} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {claimWish, loadShopsWithWishDue, saveWishProgress, wakeWish} from '../shops/kept-wishes.ts';
import type {FulfilmentServicesTable} from '../tables/fulfilment-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredService = Selectable<FulfilmentServicesTable>;

/** The shop's service; null: none was ever asked for. */
export async function loadService(db: Kysely<Tables>, shop: ShopDomain): Promise<StoredService | null> {
  const row = await db.selectFrom('fulfilment_services').selectAll().where('shop', '=', shop).executeTakeFirst();
  return row ?? null;
}

/** The location of a service that is wanted, so that it needs shipping rates; null: there is none. */
export async function loadWantedServiceLocation(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db
    .selectFrom('fulfilment_services')
    .select('location_gid')
    .where('shop', '=', shop)
    .where('want', '!=', 'off')
    .executeTakeFirst();
  return row?.location_gid ?? null;
}

export type AskedService = {
  readonly want: ServiceWish;
  /** The products of a trial. */
  readonly trial: readonly string[];
  readonly actor: string;
  /** The number of the wish that the merchant saw; 0: none. */
  readonly seen: number;
};

/**
 * Stores what the merchant wants; a worker then carries it out, and tries at once what Shopify refused before. A service that someone
 * deleted in Shopify is forgotten, so that a new one is made. False: another wish was stored since the one that the merchant saw.
 */
export async function saveServiceWish(
  db: Kysely<Tables>,
  shop: ShopDomain,
  asked: AskedService,
  now: Date,
): Promise<boolean> {
  const {want, trial, actor} = asked;
  const wish = {want, trial, actor, asked_at: now, is_settled: false, stopped: null, said: null};
  const unlessGone = (column: 'service_gid' | 'location_gid') =>
    sql<
      string | null
    >`case when fulfilment_services.stopped = 'removed' then null else ${sql.ref(`fulfilment_services.${column}`)} end`;
  const result = await db
    .insertInto('fulfilment_services')
    .values({shop, ...wish})
    .onConflict((conflict) =>
      conflict
        .column('shop')
        .doUpdateSet({
          ...wish,
          wish: sql`fulfilment_services.wish + 1`,
          service_gid: unlessGone('service_gid'),
          location_gid: unlessGone('location_gid'),
        })
        .where('fulfilment_services.wish', '=', asked.seen),
    )
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await db.updateTable('serviced_variants').set({tried_at: null}).where('shop', '=', shop).execute();
  return true;
}

/** Has a worker look at the service again. False: there is none, or something else hinders it than these reasons. */
export const wakeService = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  despite: readonly ServiceStop[] = [],
): Promise<boolean> => wakeWish(db, 'fulfilment_services', shop, despite);

/** Takes the shop's service for a worker until `until`; null: there is none, or another worker has it. */
export const claimService = (db: Kysely<Tables>, shop: ShopDomain, now: Date, until: Date) =>
  claimWish<StoredService>(db, 'fulfilment_services', shop, {now, until});

/** What a worker stores after a step. */
export type ServiceProgress = {
  readonly service_gid: string | null;
  readonly location_gid: string | null;
  readonly settled_wish: number;
  readonly stopped: ServiceStop | null;
  readonly said: string | null;
  readonly is_settled: boolean;
  readonly settled_at: Date;
};

/**
 * Stores the progress of the worker whose claim ends at `claimed`, and returns the row. Null: another worker has the service now.
 * @param claim.wish stores it only if the merchant has asked for nothing more since that wish; null: in any case.
 */
export const saveServiceProgress = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  claim: {readonly claimed: Date; readonly wish: number | null},
  progress: Partial<ServiceProgress>,
  until: Date | null,
): Promise<StoredService | null> => saveWishProgress(db, 'fulfilment_services', shop, claim, {progress, until});

/** The installed shops whose service is not as wanted yet, or was last looked at before `before`. */
export const loadShopsWithServiceDue = (db: Kysely<Tables>, before: Date) =>
  loadShopsWithWishDue(db, 'fulfilment_services', before);

/** The installed shops that have a fulfilment service. */
export async function loadServiceShops(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const {rows} = await sql<{shop: ShopDomain}>`
    select f.shop from fulfilment_services f join shops s using (shop)
    where s.state = 'installed' and f.location_gid is not null order by f.shop
  `.execute(db);
  return rows.map(({shop}) => shop);
}

/** The gid of the service's location in Shopify; null: the shop has no service. */
export async function loadServiceLocation(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db
    .selectFrom('fulfilment_services')
    .select('location_gid')
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row?.location_gid ?? null;
}
