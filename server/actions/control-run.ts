// The merchant pauses, resumes or stops a run. The request and its line in the audit trail are one transaction.
import type {Kysely} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {endStoppedRuns} from '../db/runs/dead-runs.ts';
import {loadRun, type StoredRun, saveRunRequest} from '../db/runs/runs.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';

/** The merchant's request about one run. */
type RunControl = {
  readonly shop: ShopDomain;
  readonly id: RunId;
  /** What the run shall do: go on, pause, or stop for good. */
  readonly wanted: StoredRun['wanted'];
  readonly actor: string;
};

/**
 * Saves the merchant's request. False if the run has ended, or is not the shop's. A repeated request is written to the audit trail once. A
 * run whose worker died is stopped here, or as soon as its lease is over (jobs/schedule/resume-runs.ts).
 */
export async function controlRun(db: Kysely<Tables>, control: RunControl, now: Date): Promise<boolean> {
  const isHeard = await saveControl(db, control, now);
  if (control.wanted === 'stop') await endStoppedRuns(db, now, control.shop);
  return isHeard;
}

/** Saves the request and its line in the audit trail, under a lock. False if the run has ended or is not the shop's. */
async function saveControl(db: Kysely<Tables>, {shop, id, wanted, actor}: RunControl, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .selectFrom('runs')
      .select('id')
      .where('shop', '=', shop)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const before = await loadRun(transaction, shop, id);
    const isHeard = await saveRunRequest(transaction, shop, id, wanted, now);
    const after = await loadRun(transaction, shop, id);
    if (isHeard && before !== null && after !== null && toAuditText(before) !== toAuditText(after)) {
      const values = {before: toAuditText(before), after: toAuditText(after)};
      await saveAudit(
        transaction,
        shop,
        {actor, action: auditActions[wanted], subject: id, detail: after.kind, ...values},
        now,
      );
    }
    return isHeard;
  });
}

/** The action's name in the audit trail. */
const auditActions = {pause: 'run_paused', go: 'run_resumed', stop: 'run_stopped'} as const;

/** The run's state for the audit trail, such as "queued", "running, to pause" or "stopped". */
const toAuditText = ({state, wanted}: StoredRun): string =>
  wanted === 'go' || state === 'stopped' ? state : `${state}, to ${wanted}`;
