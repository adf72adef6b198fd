// Which story serves which queue. Workers first, schedules after: see schedule.ts.
import type {Deps} from '../server/deps.ts';
import type {RunningWorker} from '../server/queue/queues.ts';
import {doAftercare} from './aftercare.ts';
import {doChore} from './chores.ts';
import {drainDeliveries} from './drain-deliveries.ts';
import {drainOrders} from './drain-orders.ts';
import {clockStrikesMs, keepClock, standUp} from './keep-clock.ts';
import {runJob} from './run-job.ts';
import {syncCatalogue} from './sync-catalogue.ts';
import {doUpkeep} from './upkeep.ts';

export type Workers = {
  /** Takes nothing new and lets what runs end, a request that is with the supplier too. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** Milliseconds. More than the 65 s a request to the supplier may take, less than the 75 s after which the process ends anyhow. */
export const orderGraceMs = 70_000;

/** A run is set aside between two of its steps and goes on later; nobody waits for its end. */
const runGraceMs = 2_500;

/** @param everyMs how often the process's own clock strikes. */
export async function startWorkers(deps: Deps, everyMs = clockStrikesMs): Promise<Workers> {
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
  const clock = keepClock(deps, everyMs);
  return {
    async close(graceMs = orderGraceMs) {
      await clock.stop();
      await Promise.all([runs.close(Math.min(graceMs, runGraceMs)), ...workers.map((worker) => worker.close(graceMs))]);
    },
  };
}
