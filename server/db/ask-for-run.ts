// A run somebody asks for: the shop's open one, or a new one. Two who ask at the same moment get the same.
import type {Kysely} from 'kysely';
import {ShopDomain} from '#domain/ids.ts';
import {loadOpenRun, type StoredRun, saveQueuedRun} from './runs.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

/** True when the run is new, and so has to be called up. */
export async function saveRunUnlessOpen(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
  now: Date,
): Promise<{readonly id: string; readonly isNew: boolean}> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', run.shop).forUpdate().execute();
    const open = await loadOpenRun(transaction, ShopDomain.parse(run.shop));
    if (open !== null) return {id: open.id, isNew: false};
    await saveQueuedRun(transaction, run, now);
    return {id: run.id, isNew: true};
  });
}
