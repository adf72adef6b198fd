// The merchant pauses, resumes or stops a run. The request and its line in the audit trail are one transaction.
import type {Kysely} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {endStoppedRuns} from '../db/runs/dead-runs.ts';
import {loadRun, type StoredRun, saveWanted} from '../db/runs/runs.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';

type Control = {
  readonly shop: ShopDomain;
  readonly id: RunId;
  readonly wanted: StoredRun['wanted'];
  readonly actor: string;
};

/**
 * False when the run has ended, or is not the shop's. A repeated request is written to the audit trail once. A run whose worker died ends
 * here, or as soon as its lease is over (jobs/schedule/resume-runs.ts).
 */
export async function controlRun(db: Kysely<Tables>, control: Control, now: Date): Promise<boolean> {
  const isHeard = await saveRequest(db, control, now);
  if (control.wanted === 'stop') await endStoppedRuns(db, now, control.shop);
  return isHeard;
}

async function saveRequest(db: Kysely<Tables>, {shop, id, wanted, actor}: Control, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .selectFrom('runs')
      .select('id')
      .where('shop', '=', shop)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const before = await loadRun(transaction, shop, id);
    const isHeard = await saveWanted(transaction, shop, id, wanted, now);
    const after = await loadRun(transaction, shop, id);
    if (isHeard && before !== null && after !== null && toAuditText(before) !== toAuditText(after)) {
      const values = {before: toAuditText(before), after: toAuditText(after)};
      await saveAudit(
        transaction,
        shop,
        {actor, action: actions[wanted], subject: id, detail: after.kind, ...values},
        now,
      );
    }
    return isHeard;
  });
}

const actions: Readonly<Record<StoredRun['wanted'], string>> = {
  pause: 'run_paused',
  go: 'run_resumed',
  stop: 'run_stopped',
};

/** As in "queued", "running, to pause", "stopped". */
const toAuditText = ({state, wanted}: StoredRun): string =>
  wanted === 'go' || state === 'stopped' ? state : `${state}, to ${wanted}`;
