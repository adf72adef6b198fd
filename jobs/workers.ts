// Connects each queue to its job. Workers start first, schedules after them: see schedule.ts.
import type {Deps} from '../server/deps.ts';
import type {RunningWorker} from '../server/queue/queues.ts';
import {endsWithin} from '../server/queue/time-limit.ts';
import {drainInLane} from './orders/lane.ts';
import {writeBackToStore} from './orders/store-writeback.ts';
import {runJob} from './run-job.ts';
import {runTask} from './schedule/tasks.ts';
import {recover, startWatchdog, watchdogMs} from './schedule/watchdog.ts';
import {syncCatalogue} from './sync-catalogue.ts';
import {drainDeliveries} from './webhooks/drain-deliveries.ts';

export type Workers = {
  /** Takes no new jobs and waits for running ones: up to `graceMs`, or `orderGraceMs` while an order is being sent to the supplier. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** Milliseconds. Longer than the 65 s a request to the supplier may take, so the order's outcome is known. */
export const orderGraceMs = 70_000;

/** Milliseconds for other jobs. A sweep or the next start repeats them, and no remote call may delay the exit. */
const jobGraceMs = 4_000;

/** Milliseconds. A run stops between two steps and resumes later; a shutdown does not wait for its end. */
const runGraceMs = 2_500;

/** @param everyMs interval of the process's own watchdog. */
export async function startWorkers(deps: Deps, everyMs = watchdogMs): Promise<Workers> {
  const {queues} = deps;
  const workers: RunningWorker[] = [
    await queues.startWorker(
      'deliveries',
      runJob('deliveries', (message) => drainDeliveries(deps, message), deps),
    ),
    await queues.startWorker(
      'store-writeback',
      runJob('store-writeback', (message) => writeBackToStore(deps, message), deps),
    ),
    await queues.startWorker(
      'chores',
      runJob('chores', (message) => runTask(deps, message), deps),
    ),
    await queues.startWorker(
      'upkeep',
      runJob('upkeep', (message) => runTask(deps, message), deps),
    ),
  ];
  const orders = await queues.startWorker(
    'dropship',
    runJob('dropship', (message) => drainInLane(deps, message), deps),
  );
  const runs = await queues.startWorker(
    'sync',
    runJob('sync', (message, signal) => syncCatalogue(deps, message, signal), deps),
  );
  await recover(deps);
  const clock = startWatchdog(deps, everyMs);
  return {
    async close(graceMs = jobGraceMs) {
      await clock.stop();
      const held = () => ordersSettled(deps, orderGraceMs - graceMs);
      await Promise.all([
        runs.close(Math.min(graceMs, runGraceMs)),
        orders.close(graceMs, held),
        ...workers.map((worker) => worker.close(graceMs)),
      ]);
    },
  };
}

/** Only an order being sent to the supplier delays the exit: ending now would leave its outcome unknown. */
async function ordersSettled({orderRequests, log}: Deps, mostMs: number): Promise<void> {
  const orders = orderRequests.underWay();
  if (orders === 0) return;
  log.warn({orders}, 'dropship orders are with the supplier: the process waits for the answers before it ends');
  if (await endsWithin(mostMs, orderRequests.settled())) return;
  log.error({orders: orderRequests.underWay()}, 'the supplier did not answer in time: the orders become unconfirmed');
}
