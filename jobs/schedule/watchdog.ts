// Everything starts from the queue's schedules, and the queue may lose them: a Redis that was emptied, or that came back
// without its file. So each process has a timer that no queue can lose: it looks for itself whether they stand, and for what
// a dead worker was sending.
import type {Deps} from '../../server/deps.ts';
import {assertSchedules, assertUpkeep, catchUp} from './schedule.ts';
import {doUpkeep} from './upkeep.ts';

/** Everything the clock and the sweeps take care of, once and now: at start, and after the queue has lost its memory. */
export async function recover(deps: Deps): Promise<void> {
  await assertSchedules(deps);
  await catchUp(deps);
  for (const task of ['sweep-placing', 'sweep-deliveries', 'recheck-open', 'sweep-store-writeback'] as const) {
    await doUpkeep(deps, {task});
  }
}

/** Milliseconds. What a worker was sending when it died is `unconfirmed` at most this long after its claim has run out. */
export const watchdogMs = 30_000;

/** Strikes every `everyMs` of real time; of each kind of work one is under way at a time. `stop` waits for what is under way. */
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

/** The queue's own sweep comes once a minute, and not at all while the queue is away. */
async function giveUpLost(deps: Deps): Promise<void> {
  try {
    await doUpkeep(deps, {task: 'sweep-placing'});
  } catch (err) {
    deps.log.warn({err}, 'expired claims could not be checked; it is tried again');
  }
}

/** While the queue is away nothing is lost yet: the next look finds out. */
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
