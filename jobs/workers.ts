// Which story serves which queue. Workers first, schedules after: see schedule.ts.
import type {Deps} from '../server/deps.ts';
import type {RunningWorker} from '../server/queue/queues.ts';
import {doAftercare} from './aftercare.ts';
import {doChore} from './chores.ts';
import {drainDeliveries} from './drain-deliveries.ts';
import {drainOrders} from './drain-orders.ts';
import {keepClock, standUp} from './keep-clock.ts';
import {runJob} from './run-job.ts';
import {syncCatalogue} from './sync-catalogue.ts';
import {doUpkeep} from './upkeep.ts';

export type Workers = {
  /** Takes nothing new and lets what runs end: 70 s are enough for a request that is with the supplier. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** A run is set aside between two of its steps and goes on later; nobody waits for its end. */
const runGraceMs = 2_500;

/** @param lookAfterMs how often each process looks whether the schedules are still there. */
export async function startWorkers(deps: Deps, lookAfterMs = 30_000): Promise<Workers> {
  const {queues} = deps;
  const workers: RunningWorker[] = [
    await queues.startWorker(
      'deliveries',
      runJob('deliveries', (message) => drainDeliveries(deps, message), deps),
    ),
    await queues.startWorker(
      'dropship',
      runJob('dropship', (message) => drainOrders(deps, message), deps),
    ),
    await queues.startWorker(
      'aftercare',
      runJob('aftercare', (message) => doAftercare(deps, message), deps),
    ),
    await queues.startWorker(
      'chores',
      runJob('chores', (message) => doChore(deps, message), deps),
    ),
    await queues.startWorker(
      'upkeep',
      runJob('upkeep', (message) => doUpkeep(deps, message), deps),
    ),
  ];
  const runs = await queues.startWorker(
    'sync',
    runJob('sync', (message, signal) => syncCatalogue(deps, message, signal), deps),
  );
  await standUp(deps);
  const clock = keepClock(deps, lookAfterMs);
  return {
    async close(graceMs = 70_000) {
      await clock.stop();
      await Promise.all([runs.close(Math.min(graceMs, runGraceMs)), ...workers.map((worker) => worker.close(graceMs))]);
    },
  };
}
