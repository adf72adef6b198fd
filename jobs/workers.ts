// Starts a worker for each queue. The schedules are written after the workers have started; schedule.ts says why.
import type {Deps} from '../server/deps.ts';
import type {RunningWorker} from '../server/queue/queues.ts';
import {endsWithin} from '../server/time-limit.ts';
import {drainOrdersInLane} from './orders/lane.ts';
import {writeBackToStore} from './orders/store-writeback.ts';
import {runJob} from './run-job.ts';
import {runTask} from './schedule/tasks.ts';
import {restoreSchedulesAndWork, startWatchdog, watchdogMs} from './schedule/watchdog.ts';
import {syncCatalogue} from './sync-catalogue.ts';
import {drainDeliveries} from './webhooks/drain-deliveries.ts';

/** The running workers of this process. */
export type Workers = {
  /** Takes no new jobs and waits for running ones: up to `graceMs`, or `orderGraceMs` while a dropship order is being sent. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** Milliseconds to wait for a dropship order: longer than the 65 s a request may take, so that its outcome gets known. */
export const orderGraceMs = 70_000;

/** Milliseconds to wait for other jobs, which a sweep or the next start repeats. */
const jobGraceMs = 4_000;

/** Milliseconds to wait for a run, which stops between two steps and resumes later. */
const runGraceMs = 2_500;

/** Starts all workers and the watchdog. @param everyMs the watchdog's interval. */
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
    runJob('dropship', (message) => drainOrdersInLane(deps, message), deps),
  );
  const runs = await queues.startWorker(
    'sync',
    runJob('sync', (message, signal) => syncCatalogue(deps, message, signal), deps),
  );
  await restoreSchedulesAndWork(deps);
  const clock = startWatchdog(deps, everyMs);
  return {
    async close(graceMs = jobGraceMs) {
      await clock.stop();
      const held = () => waitForOrders(deps, orderGraceMs - graceMs);
      await Promise.all([
        runs.close(Math.min(graceMs, runGraceMs)),
        orders.close(graceMs, held),
        ...workers.map((worker) => worker.close(graceMs)),
      ]);
    },
  };
}

/** Waits for dropship orders that are being sent, because exiting now would leave their outcome unknown. */
async function waitForOrders({orderRequests, log}: Deps, mostMs: number): Promise<void> {
  const orders = orderRequests.underWay();
  if (orders === 0) return;
  log.warn({orders}, 'dropship orders are with the supplier: the process waits for the answers before it ends');
  if (await endsWithin(mostMs, orderRequests.settled())) return;
  log.error({orders: orderRequests.underWay()}, 'the supplier did not answer in time: the orders become unconfirmed');
}
