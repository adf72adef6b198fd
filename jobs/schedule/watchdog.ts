// The queue's schedules start all periodic work, including the sweeps that find missed work. The queue can lose its schedules: Redis was
// emptied, or restarted without its file. So each worker has its own timers that check them. They also look for what a dead worker left:
// orders that it was sending, and runs.
import type {Deps} from '../../server/deps.ts';
import {createTroubleLog} from '../../server/queue/trouble-log.ts';
import {resumeRuns} from './resume-runs.ts';
import {catchUp} from './schedule.ts';
import {assertUpkeep, runTask} from './tasks.ts';

/** Writes all schedules and enqueues missed work once: at start, and after the queue has lost its data. */
export async function recover(deps: Deps): Promise<void> {
  await runTask(deps, {task: 'assert-schedules'});
  await resumeRuns(deps);
  await catchUp(deps);
  for (const task of ['sweep-placing', 'sweep-deliveries', 'recheck-open', 'sweep-store-writeback'] as const) {
    await runTask(deps, {task});
  }
}

/** Milliseconds. While a worker runs, an order whose worker died becomes `unconfirmed` within about this time after its claim expired. */
export const watchdogMs = 30_000;

/** Milliseconds. A run whose worker died goes on, or ends if it was asked to stop, within this time after its lease. */
const runsMs = 5_000;

/** Checks at intervals of real time; each kind of check runs at most once at a time. `stop` waits for running checks. */
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
      trying(() => findLost(deps), 'the schedules could not be checked'),
    ),
    repeat(
      Math.min(everyMs, runsMs),
      trying(() => resumeRuns(deps), 'runs could not be checked'),
    ),
  ];
  return {
    async stop() {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}

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

/** The queue's own sweeps run only once a minute, and not at all while the queue is down or has lost its schedules. */
async function findLost(deps: Deps): Promise<void> {
  const lost = await assertUpkeep(deps);
  if (lost === 0) return;
  deps.log.warn({lost}, 'the queue had lost its schedules; they are written again, and missed work is enqueued');
  await recover(deps);
}
