// The leases of a shop's run and of its token: columns of the shop's row, taken with one compare-and-set. The clock is the caller's.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {newShopSettings} from '#domain/settings/settings.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Makes `owner` the shop's only run until `ttlMs` from now; null while another's lease lasts. An owner that asks again (its worker died
 * and the queue delivered the job again) takes over its own lease. The fence rises with every lease: a holder of an older number has
 * been replaced and must write nothing more.
 */
export async function takeRunLease(
  db: Kysely<Tables>,
  shop: ShopDomain,
  owner: string,
  now: Date,
  ttlMs: number,
): Promise<{readonly fence: number} | null> {
  const row = await db
    .updateTable('shops')
    .set((eb) => ({run_lease_owner: owner, run_lease_until: timeAfter(now, ttlMs), run_fence: eb('run_fence', '+', 1)}))
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([eb('run_lease_until', 'is', null), eb('run_lease_until', '<=', now), eb('run_lease_owner', '=', owner)]),
    )
    .returning('run_fence')
    .executeTakeFirst();
  return row === undefined ? null : {fence: row.run_fence};
}

/**
 * Prolongs the run's lease. False when it was taken again or released, or the shop was stopped or uninstalled. An expired lease that was
 * not taken is renewed.
 */
export async function renewRunLease(
  db: Kysely<Tables>,
  shop: ShopDomain,
  fence: number,
  now: Date,
  ttlMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('shops')
    .set({run_lease_until: timeAfter(now, ttlMs)})
    .where('shop', '=', shop)
    .where('run_fence', '=', fence)
    .where('run_lease_owner', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends the lease, if it still has this fence. */
export async function releaseRunLease(db: Kysely<Tables>, shop: ShopDomain, fence: number): Promise<void> {
  await db
    .updateTable('shops')
    .set({run_lease_owner: null, run_lease_until: null})
    .where('shop', '=', shop)
    .where('run_fence', '=', fence)
    .execute();
}

/** Whether the lease was neither taken over nor removed. Ask before a write that a replaced run must not make. */
export async function holdsRunLease(db: Kysely<Tables>, shop: ShopDomain, fence: number): Promise<boolean> {
  const row = await db
    .selectFrom('shops')
    .select('shop')
    .where('shop', '=', shop)
    .where('run_fence', '=', fence)
    .where('run_lease_owner', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the lease to renew the shop's token. True when `owner` alone may renew it now. Creates the row of an unknown shop, as not yet
 * installed.
 */
export async function takeTokenLease(
  db: Kysely<Tables>,
  shop: ShopDomain,
  owner: string,
  now: Date,
  ttlMs: number,
): Promise<boolean> {
  const lease = {token_lease_owner: owner, token_lease_until: timeAfter(now, ttlMs)};
  const row = await db
    .insertInto('shops')
    .values({shop, ...unknownShopColumns(now), ...lease})
    .onConflict((conflict) =>
      conflict
        .column('shop')
        .doUpdateSet(lease)
        .where((eb) => eb.or([eb('shops.token_lease_until', 'is', null), eb('shops.token_lease_until', '<=', now)])),
    )
    .returning('shop')
    .executeTakeFirst();
  return row !== undefined;
}

/** The row of an unknown shop, until its installation is stored. */
export const unknownShopColumns = (now: Date) =>
  ({
    state: 'uninstalled',
    needs_reauth: true,
    installed_at: now,
    updated_at: now,
    settings: JSON.stringify(newShopSettings),
  }) as const;

/** Ends the lease of the shop's token, if `owner` still has it. */
export async function releaseTokenLease(db: Kysely<Tables>, shop: ShopDomain, owner: string): Promise<void> {
  await db
    .updateTable('shops')
    .set({token_lease_owner: null, token_lease_until: null})
    .where('shop', '=', shop)
    .where('token_lease_owner', '=', owner)
    .execute();
}

const timeAfter = (now: Date, ttlMs: number): Date => new Date(now.getTime() + ttlMs);
