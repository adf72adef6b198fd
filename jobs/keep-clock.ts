// The queue's schedules are what wakes the house, and the queue may forget them: a Redis that was emptied, or that came back
// without its file. So each process looks for itself whether they stand, by a timer that no queue can lose.
import type {Deps} from '../server/deps.ts';
import {assertSchedules, assertUpkeep, catchUp} from './schedule.ts';
import {doUpkeep} from './upkeep.ts';

/** Everything the clock and the sweeps take care of, once and now: at start, and after the queue has lost its memory. */
export async function standUp(deps: Deps): Promise<void> {
  await assertSchedules(deps);
  await catchUp(deps);
  for (const task of ['sweep-placing', 'sweep-deliveries', 'recheck-open', 'sweep-aftercare'] as const) {
    await doUpkeep(deps, {task});
  }
}

/** Looks every `lookAfterMs` of real time, one look after the other. `stop` waits for the look that is under way. */
export function keepClock(deps: Deps, lookAfterMs: number): {readonly stop: () => Promise<void>} {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look(deps).finally(() => {
      looking = null;
    });
  }, lookAfterMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** While the queue is away nothing is lost yet: the next look finds out. */
async function look(deps: Deps): Promise<void> {
  try {
    const lost = await assertUpkeep(deps);
    if (lost === 0) return;
    deps.log.warn({lost}, 'the queue had lost its schedules; they are written anew, and what it missed is called up');
    await standUp(deps);
  } catch (err) {
    deps.log.warn({err}, 'the schedules could not be looked at; it is tried again');
  }
}
