// Stores with a stop: nothing is sent and no run works, although as far as we know the app is installed. Shopify reports the store as
// frozen or locked, or announced an uninstall and has not answered since. All of its data stays.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {askStoppedEveryMs, type StopReason} from '#domain/uninstall.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Stops orders and runs of the shop: a claim requires an installed shop, and a run's writes require the lease removed here. Calls under way
 * finish. @param askedAt just before Shopify was asked, by our clock. A token exchanged later is newer than the answer: nothing is stopped.
 */
export async function stopSending(
  db: Kysely<Tables>,
  shop: ShopDomain,
  reason: StopReason,
  now: Date,
  askedAt: Date = now,
): Promise<void> {
  await db
    .updateTable('shops')
    .set((eb) => ({
      state: 'stopped',
      stopped_at: eb.fn.coalesce('stopped_at', eb.val(now)),
      stopped_reason: reason,
      ask_again_at: new Date(now.getTime() + askStoppedEveryMs),
      run_lease_owner: null,
      run_lease_until: null,
      run_fence: eb('run_fence', '+', 1),
      updated_at: now,
    }))
    .where('shop', '=', shop)
    .where('state', 'in', ['installed', 'stopped'])
    .where((eb) => eb.or([eb('granted_at', 'is', null), eb('granted_at', '<=', askedAt)]))
    .execute();
}

/** Ends the stop of a shop. True if it was stopped. */
export async function resumeSending(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('shops')
    .set({...notStoppedColumns, state: 'installed', updated_at: now})
    .where('shop', '=', shop)
    .where('state', '=', 'stopped')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores when the store of a stopped shop is asked again. */
export async function saveNextAskAt(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db
    .updateTable('shops')
    .set({ask_again_at: new Date(now.getTime() + askStoppedEveryMs)})
    .where('shop', '=', shop)
    .where('state', '=', 'stopped')
    .execute();
}

/** Stopped shops whose store is to be asked again now. */
export async function loadStoppedShopsToAsk(db: Kysely<Tables>, now: Date): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('shops')
    .select('shop')
    .where('state', '=', 'stopped')
    .where('ask_again_at', '<=', now)
    .execute();
  return rows.map((row) => row.shop);
}

/** The columns of a shop without a stop. */
export const notStoppedColumns = {stopped_at: null, stopped_reason: null, ask_again_at: null} as const;
