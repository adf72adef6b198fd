// The run that is queued once both keys are connected, unless a run of the shop is open. During set-up it creates no products.

import type {Kysely} from 'kysely';
import type {RunId} from '#domain/ids.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadOpenRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';

/** `isNew`: the run was saved and must be enqueued; false: `id` is the open run. */
export async function saveRunUnlessOpen(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
  actor: string,
  now: Date,
): Promise<{readonly id: RunId; readonly isNew: boolean}> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', run.shop).forNoKeyUpdate().execute();
    const shop = run.shop;
    const open = await loadOpenRun(transaction, shop);
    if (open !== null) return {id: open.id, isNew: false};
    await saveQueuedRun(transaction, run, now);
    const detail = `${run.kind}, once both keys were connected`;
    await saveAudit(transaction, shop, {actor, action: 'run_started', subject: run.id, detail, after: 'queued'}, now);
    return {id: run.id, isNew: true};
  });
}
