// The lane of a shop: one worker at a time sends its orders. The lease is short, so that another worker takes over soon after one died; the
// token rises with every holder and every release, and a claim names it. The clock is the database's: the processes' own may differ.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The database's time, plus `ms` milliseconds. */
const databaseTimeAfter = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Takes the lane and returns its new token; null while another worker has the lane. */
export async function takeLane(db: Kysely<Tables>, shop: ShopDomain, leaseMs: number): Promise<number | null> {
  const row = await db
    .updateTable('shops')
    .set((eb) => ({lane_until: databaseTimeAfter(leaseMs), lane_token: eb('lane_token', '+', 1)}))
    .where('shop', '=', shop)
    .where(sql<boolean>`coalesce(lane_until, '-infinity') < clock_timestamp()`)
    .returning('lane_token')
    .executeTakeFirst();
  return row?.lane_token ?? null;
}

/**
 * Prolongs the lease. False when the lane was released, or another worker has taken it. A lease that expired and was not taken is still
 * renewed.
 */
export async function renewLane(
  db: Kysely<Tables>,
  shop: ShopDomain,
  token: number,
  leaseMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('shops')
    .set({lane_until: databaseTimeAfter(leaseMs)})
    .where('shop', '=', shop)
    .where('lane_token', '=', token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Frees the lane. The token rises here as well: otherwise a renewal that is under way would take the free lane. */
export async function releaseLane(db: Kysely<Tables>, shop: ShopDomain, token: number): Promise<void> {
  await db
    .updateTable('shops')
    .set((eb) => ({lane_until: null, lane_token: eb('lane_token', '+', 1)}))
    .where('shop', '=', shop)
    .where('lane_token', '=', token)
    .execute();
}
