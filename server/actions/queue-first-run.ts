// Queues the run that follows once both keys are connected, unless a run of the shop is open. During set-up that run creates no products.

import type {Kysely} from 'kysely';
import type {RunId} from '#domain/ids.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadOpenRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/**
 * Saves a queued run, unless a run of the shop is open. `isNew` true: the run was saved, and the caller must enqueue it; false: `id` is the
 * run that is open already.
 */
export async function saveRunUnlessOpen(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
  actor: string,
  now: Date,
): Promise<{readonly id: RunId; readonly isNew: boolean}> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, run.shop);
    const shop = run.shop;
    const open = await loadOpenRun(transaction, shop);
    if (open !== null) return {id: open.id, isNew: false};
    await saveQueuedRun(transaction, run, now);
    const detail = `${run.kind}, once both keys were connected`;
    await saveAudit(transaction, shop, {actor, action: 'run_started', subject: run.id, detail, after: 'queued'}, now);
    return {id: run.id, isNew: true};
  });
}
