// The fence of a run's writes: once another run has the lease, `writeUnderLease` writes nothing for the former one. The lease row is locked
// during the write, so the lease cannot change its owner in between. Written without it: the run's own row (which has its own fence), the
// store's facts and permissions, the states of images, the choice after a change of rules, and the mark of a rejected key.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';

/** A shop, and the fence of a lease on its runs. */
export type RunFence = {readonly shop: ShopDomain; readonly fence: number};

/** Thrown when a run writes after it lost its lease. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** One short transaction that waits for no remote. Throws LostLease and writes nothing once the lease was taken again or removed. */
export async function writeUnderLease<T>(
  db: Kysely<Tables>,
  {shop, fence}: RunFence,
  write: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    const held = await transaction
      .selectFrom('shops')
      .select('shop')
      .where('shop', '=', shop)
      .where('run_fence', '=', fence)
      .where('run_lease_owner', 'is not', null)
      .forShare()
      .executeTakeFirst();
    if (held === undefined) throw new LostLease();
    return write(transaction);
  });
}

/**
 * SQL condition: no run has the shop's lease, and no interrupted run is to be resumed. Only then are the results of all store writes saved.
 */
export const isShopIdle = (shop: ShopDomain, now: Date): RawBuilder<boolean> => sql<boolean>`(
  exists (select from shops where shop = ${shop} and (run_lease_until is null or run_lease_until <= ${now}))
  and not exists (
    select from runs where shop = ${shop} and (state = 'running' or (state = 'queued' and fence > 0))
  ))`;

/** The fence of the shop's last lease while the shop is idle (`isShopIdle`); null otherwise. */
export async function loadIdleFence(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('shops')
    .select('run_fence')
    .where('shop', '=', shop)
    .where(isShopIdle(shop, now))
    .executeTakeFirst();
  return row?.run_fence ?? null;
}

/** Writes in a transaction. False, and nothing is written, if a run has begun since `fence` was read. */
export async function writeWhileIdle(
  db: Kysely<Tables>,
  {shop, fence}: RunFence,
  write: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const idle = await transaction
      .selectFrom('shops')
      .select('shop')
      .where('shop', '=', shop)
      .where('run_fence', '=', fence)
      .forShare()
      .executeTakeFirst();
    if (idle === undefined) return false;
    await write(transaction);
    return true;
  });
}
