// What a run writes, it writes only while it is the shop's one run.
import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

export type Fence = {readonly shop: ShopDomain; readonly fence: number};

/** Another run took the lease, or the merchant removed the app: nothing more may be written. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/**
 * One short transaction that holds the shop's row while it writes: a lease taken meanwhile waits for it, and a run whose
 * lease is gone writes nothing. Throws LostLease. Nothing remote and nothing of the queue inside.
 */
export async function writeAsRun<T>(
  db: Kysely<Tables>,
  {shop, fence}: Fence,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('shops')
      .select('shop')
      .where('shop', '=', shop)
      .where('run_fence', '=', fence)
      .where('run_lease_owner', 'is not', null)
      .forShare()
      .executeTakeFirst();
    if (row === undefined) throw new LostLease();
    return work(transaction);
  });
}
