// The queue's schedules start all periodic work, including the sweeps that find missed work. The queue can lose its schedules: Redis was
// emptied, or restarted without its file. So each worker has its own timer that checks them. It also looks for orders that a dead
// worker was sending.
import type {Deps} from '../../server/deps.ts';
import {assertSchedules, assertUpkeep, catchUp} from './schedule.ts';
import {doUpkeep} from './upkeep.ts';

/** Writes all schedules and enqueues missed work once: at start, and after the queue has lost its data. */
export async function recover(deps: Deps): Promise<void> {
  await assertSchedules(deps);
  await catchUp(deps);
  for (const task of ['sweep-placing', 'sweep-deliveries', 'recheck-open', 'sweep-store-writeback'] as const) {
    await doUpkeep(deps, {task});
  }
}

/** Milliseconds. While a worker runs, an order whose worker died becomes `unconfirmed` within about this time after its claim expired. */
export const watchdogMs = 30_000;

/** Checks every `everyMs` of real time; each kind of check runs at most once at a time. `stop` waits for running checks. */
export function startWatchdog(deps: Deps, everyMs: number): {readonly stop: () => Promise<void>} {
  const works = [oneAtATime(() => giveUpLost(deps)), oneAtATime(() => look(deps))];
  const timer = setInterval(() => {
    for (const work of works) work.begin();
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(works.map(({underWay}) => underWay()));
    },
  };
}

function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    begin(): void {
      running ??= work().finally(() => {
        running = null;
      });
    },
    underWay: async (): Promise<void> => {
      await running;
    },
  };
}

/** The queue's own sweep runs only once a minute, and not at all while the queue is down. */
async function giveUpLost(deps: Deps): Promise<void> {
  try {
    await doUpkeep(deps, {task: 'sweep-placing'});
  } catch (err) {
    deps.log.warn({err}, 'expired claims could not be checked; it is tried again');
  }
}

/** While the queue is down nothing can be checked; the next check finds what was lost. */
async function look(deps: Deps): Promise<void> {
  try {
    const lost = await assertUpkeep(deps);
    if (lost === 0) return;
    deps.log.warn({lost}, 'the queue had lost its schedules; they are written again, and missed work is enqueued');
    await recover(deps);
  } catch (err) {
    deps.log.warn({err}, 'the schedules could not be checked; it is tried again');
  }
}
