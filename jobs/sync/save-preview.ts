// A preview writes nothing but what it would have done.
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {asFound, toQuarantined, toRunChanges} from './changes.ts';
import {findStatus} from './find-status.ts';
import type {Planned} from './plan-batch.ts';
import type {Run} from './run.ts';

export async function savePreview(run: Run, planned: readonly Planned[]): Promise<void> {
  for (const entry of planned) count(run, entry);
  const told = planned.map((entry) => ({entry, changes: foreseen(entry)}));
  const asked = told.filter(({changes}) => changes.some(({kind, field}) => field === 'status' && kind !== 'create'));
  const found = await findStatus(
    run,
    asked.map(({entry}) => entry.chosen.id),
  );
  const changes = told.flatMap(({entry, changes: own}) => asFound(own, entry, found(entry.chosen.id, entry.listing)));
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

/** Products that a brake would stop are named with it: `field` is "brake", `after` its kind. */
export async function saveForeseenBrake(
  run: Run,
  kind: 'retire' | 'cost' | 'variants' | 'hold',
  reason: string,
  articleIds: readonly string[],
): Promise<void> {
  const changeKind = kind === 'retire' ? 'retire' : kind === 'hold' ? 'hold' : 'update';
  const changes = articleIds.map((articleId) => {
    const change = {articleId, kind: changeKind, field: 'brake', before: null, after: kind, why: reason} as const;
    return change;
  });
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

const foreseen = (entry: Planned) =>
  entry.plan.kind === 'quarantine' ? [toQuarantined(entry.chosen.id, entry.plan.reason)] : toRunChanges(entry);

function count({counts}: Run, {listing, plan}: Planned): void {
  switch (plan.kind) {
    case 'create':
      counts.created += 1;
      return;
    case 'update':
      if (listing?.state === 'retired') counts.restored += 1;
      else counts.updated += 1;
      return;
    case 'hold':
      counts.held += 1;
      return;
    case 'quarantine':
      counts.quarantined += 1;
      return;
    case 'unchanged':
    case 'leave':
      counts.unchanged += 1;
  }
}
