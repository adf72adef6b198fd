// The heartbeat of a run: renews its lease, saves its counts, and pauses or stops the run if the merchant asked for that.
import {LostLease} from '../../server/db/runs/run-fence.ts';
import {saveRunProgress} from '../../server/db/runs/runs.ts';
import type {Run} from './run.ts';

/** Milliseconds between two renewals of a run's lease. */
const heartbeatMs = 2_000;
/** Milliseconds after which a paused run checks again whether it may continue. */
const pauseCheckMs = 1_000;

/** Thrown inside a run that the merchant asked to stop. */
export class StoppedByMerchant extends Error {
  override readonly name = 'StoppedByMerchant';
}

type HeartbeatRun = Pick<Run, 'id' | 'fence' | 'deps' | 'report' | 'signal' | 'renew'>;

/**
 * Returns the function to call between steps, as often as you like. Every few seconds it renews the lease and saves the counts; while the
 * run is paused it waits. Throws when the run must end.
 */
export function createHeartbeat(run: HeartbeatRun): () => Promise<void> {
  let last = run.deps.now().getTime();
  let under: Promise<void> | null = null;
  return async () => {
    run.signal.throwIfAborted();
    if (under === null) {
      if (run.deps.now().getTime() - last < heartbeatMs) return;
      under = checkRun(run).finally(() => {
        last = run.deps.now().getTime();
        under = null;
      });
    }
    await under;
  };
}

/** Saves the name of the run's current step, and checks at once whether the run may continue. */
export async function enterStep(run: Run, step: string): Promise<void> {
  run.signal.throwIfAborted();
  run.report.enter(step);
  run.report.measure(false);
  await checkRun(run);
}

/** Renews the lease and saves counts and step; waits while the run is paused. Throws when the run must end. */
async function checkRun(run: HeartbeatRun): Promise<void> {
  const {step} = run.report;
  while ((await saveProgress(run)) === 'pause') {
    const isReported = run.report.step === 'paused';
    run.report.enter('paused');
    if (isReported) await run.deps.waitMs(pauseCheckMs);
    run.signal.throwIfAborted();
  }
  if (run.report.step === step) return;
  run.report.enter(step);
  await saveProgress(run);
}

/** Renews the lease and saves counts, step and pace. Returns whether the run may go on or is paused; throws when it must end. */
async function saveProgress(run: HeartbeatRun): Promise<'go' | 'pause'> {
  const {id, fence, report, deps} = run;
  const {counts, step} = report;
  await run.renew();
  report.mark(deps.now(), step === 'paused');
  const wanted = await saveRunProgress(deps.db, {id, fence, counts, step, pace: report.pace}, deps.now());
  if (wanted === null) throw new LostLease();
  if (wanted === 'stop') throw new StoppedByMerchant();
  return wanted;
}
