// Keeps a run alive: renews its lease, saves its counts, and obeys the merchant's pause or stop.
import {LostLease} from '../../server/db/runs/run-fence.ts';
import {saveRunProgress} from '../../server/db/runs/runs.ts';
import type {Run} from './run.ts';

const beatMs = 2_000;
const pauseLookMs = 1_000;

export class StoppedByMerchant extends Error {
  override readonly name = 'StoppedByMerchant';
}

type Beating = Pick<Run, 'id' | 'fence' | 'deps' | 'report' | 'signal' | 'renew'>;

/**
 * Call it between steps, as often as you like. Every few seconds it renews the lease and saves the counts; while the run is
 * paused it waits, for all callers. Throws when the run must end.
 */
export function heartbeat(run: Beating): () => Promise<void> {
  let last = run.deps.now().getTime();
  let under: Promise<void> | null = null;
  return async () => {
    run.signal.throwIfAborted();
    if (under === null) {
      if (run.deps.now().getTime() - last < beatMs) return;
      under = look(run).finally(() => {
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
  await look(run);
}

async function look(run: Beating): Promise<void> {
  const {step} = run.report;
  while ((await touch(run)) === 'pause') {
    const isReported = run.report.step === 'paused';
    run.report.enter('paused');
    if (isReported) await run.deps.waitMs(pauseLookMs);
    run.signal.throwIfAborted();
  }
  if (run.report.step === step) return;
  run.report.enter(step);
  await touch(run);
}

async function touch(run: Beating): Promise<'go' | 'pause'> {
  const {id, fence, report, deps} = run;
  const {counts, step} = report;
  await run.renew();
  report.mark(deps.now(), step === 'paused');
  const wanted = await saveRunProgress(deps.db, {id, fence, counts, step, pace: report.pace}, deps.now());
  if (wanted === null) throw new LostLease();
  if (wanted === 'stop') throw new StoppedByMerchant();
  return wanted;
}
