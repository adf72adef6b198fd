// Resumes runs whose worker died, or ends them if the merchant asked them to stop, as soon as their lease is over.
import {endStoppedRuns, loadDeadRuns} from '../../server/db/runs/dead-runs.ts';
import {loadQueuedRuns, type StoredRun} from '../../server/db/runs/runs.ts';
import type {Deps} from '../../server/deps.ts';

type ResumeDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/**
 * Ends runs that the merchant asked to stop and whose worker died, and enqueues the next queued run of their shops. Then enqueues all other
 * runs whose worker died. Can be repeated, because a run is enqueued only once.
 */
export async function endOrResumeDeadRuns({db, queues, log, now}: ResumeDeps): Promise<void> {
  for (const {id, shop} of await endStoppedRuns(db, now())) {
    log.info({shop, run: id}, 'a run that was to stop is ended: its worker had died');
    const [next] = await loadQueuedRuns(db, shop);
    if (next !== undefined) await enqueueRun(queues, next);
  }
  for (const run of await loadDeadRuns(db, now())) await enqueueRun(queues, run);
}

/** Enqueues a job for the run, unless one waits or runs already. */
export function enqueueRun(
  queues: Deps['queues'],
  {id, shop, kind, trigger}: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
): Promise<void> {
  return queues.enqueue('sync', {shop, runId: id, kind, trigger}, {deduplicationId: `run-${id}`});
}
