// Each worker's own timers, which check that the queue still has its schedules. These start all periodic work, but the queue can lose them,
// for example if Redis is emptied. The timers also find orders and runs that a dead worker left.
import type {Deps} from '../../server/deps.ts';
import {createTroubleLog} from '../../server/queue/trouble-log.ts';
import {endOrResumeDeadRuns} from './resume-runs.ts';
import {enqueueMissedRuns} from './schedule.ts';
import {runTask, writeTaskSchedules} from './tasks.ts';

/** Writes all schedules and enqueues missed work; called at start, and after the queue has lost its data. */
export async function restoreSchedulesAndWork(deps: Deps): Promise<void> {
  await runTask(deps, {task: 'assert-schedules'});
  await endOrResumeDeadRuns(deps);
  await enqueueMissedRuns(deps);
  for (const task of ['sweep-placing', 'sweep-deliveries', 'recheck-open', 'sweep-store-writeback'] as const) {
    await runTask(deps, {task});
  }
}

/** Milliseconds between two checks. An order whose worker died becomes `unconfirmed` within about this time after its claim expired. */
export const watchdogMs = 30_000;

/** Milliseconds between two checks of runs. A run whose worker died is resumed or ended within this time after its lease. */
const runCheckMs = 5_000;

/** Starts the timers. Each kind of check runs at most once at a time; `stop` waits for running checks. */
export function startWatchdog(deps: Deps, everyMs: number): {readonly stop: () => Promise<void>} {
  const warn = createTroubleLog(deps.log);
  const trying = (work: () => Promise<unknown>, sentence: string) => async (): Promise<void> => {
    try {
      await work();
    } catch (err) {
      warn({err}, `${sentence}; it is tried again`);
    }
  };
  const works = [
    repeat(
      everyMs,
      trying(() => runTask(deps, {task: 'sweep-placing'}), 'expired claims could not be checked'),
    ),
    repeat(
      everyMs,
      trying(() => restoreLostSchedules(deps), 'the schedules could not be checked'),
    ),
    repeat(
      Math.min(everyMs, runCheckMs),
      trying(() => endOrResumeDeadRuns(deps), 'runs could not be checked'),
    ),
  ];
  return {
    async stop() {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}

/** Calls `work` every `everyMs` milliseconds, but not while an earlier call runs. `stop` waits for the running call. */
function repeat(everyMs: number, work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/** Writes lost schedules again. If any was lost, it also enqueues missed work, because the sweeps did not run meanwhile. */
async function restoreLostSchedules(deps: Deps): Promise<void> {
  const lost = await writeTaskSchedules(deps);
  if (lost === 0) return;
  deps.log.warn({lost}, 'the queue had lost its schedules; they are written again, and missed work is enqueued');
  await restoreSchedulesAndWork(deps);
}
