// Runs whose worker died go on, or end where the merchant asked them to stop, as soon as their lease is over.
import {endStoppedRuns, loadDeadRuns} from '../../server/db/runs/dead-runs.ts';
import {loadQueuedRuns, type StoredRun} from '../../server/db/runs/runs.ts';
import type {Deps} from '../../server/deps.ts';

type ResumeDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/** Safe to repeat: a run is enqueued once. */
export async function resumeRuns({db, queues, log, now}: ResumeDeps): Promise<void> {
  for (const {id, shop} of await endStoppedRuns(db, now())) {
    log.info({shop, run: id}, 'a run that was to stop is ended: its worker had died');
    const [next] = await loadQueuedRuns(db, shop);
    if (next !== undefined) await enqueueRun(queues, next);
  }
  for (const run of await loadDeadRuns(db, now())) await enqueueRun(queues, run);
}

/** Dropped while a job of this run waits or runs. */
export function enqueueRun(
  queues: Deps['queues'],
  {id, shop, kind, trigger}: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
): Promise<void> {
  return queues.enqueue('sync', {shop, runId: id, kind, trigger}, {deduplicationId: `run-${id}`});
}
