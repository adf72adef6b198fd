// How each queue treats its jobs. The database holds the truth: a job lost here is found again by a sweep.
import type {JobsOptions, WorkerOptions} from 'bullmq';
import type {QueueName} from './messages.ts';

type Policy = {
  readonly jobs: JobsOptions;
  readonly worker: Required<
    Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>
  >;
};

/** Finished jobs are kept for a look, by age (seconds) and number. */
const kept = {removeOnComplete: {age: 3_600, count: 500}, removeOnFail: {age: 7 * 86_400, count: 1_000}};
const once: JobsOptions = {...kept, attempts: 1};

export const policies: Readonly<Record<QueueName, Policy>> = {
  // A run holds a lease in the database and is caught up from there, never repeated from here.
  sync: {
    jobs: once,
    worker: {concurrency: 2, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  deliveries: {
    jobs: {...kept, attempts: 5, backoff: {type: 'exponential', delay: 1_000, jitter: 0.5}},
    worker: {concurrency: 8, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  // Short lock: a crashed worker's order is looked at again within 15 s. A job may then run twice; placing is guarded by
  // its row's compare-and-set, not by the queue.
  dropship: {
    jobs: once,
    worker: {concurrency: 8, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1},
  },
  'store-writeback': {
    jobs: once,
    worker: {concurrency: 4, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  // A store that hangs keeps one of these slots per chore, and none of the sweeps'.
  chores: {
    jobs: once,
    worker: {concurrency: 6, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  upkeep: {
    jobs: once,
    worker: {concurrency: 2, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
};
