// How each queue treats its jobs. The database is the source of truth: a sweep finds a job lost here.
import type {JobsOptions, WorkerOptions} from 'bullmq';
import type {QueueName} from './messages.ts';

type Policy = {
  readonly jobs: JobsOptions;
  readonly worker: Required<
    Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>
  >;
};

/** Finished jobs are kept for inspection, by age (seconds) and number. */
const kept = {removeOnComplete: {age: 3_600, count: 500}, removeOnFail: {age: 7 * 86_400, count: 1_000}};
const once: JobsOptions = {...kept, attempts: 1};

export const policies: Readonly<Record<QueueName, Policy>> = {
  // A run holds a lease in the database and is resumed from there, never retried by the queue.
  sync: {
    jobs: once,
    worker: {concurrency: 2, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  deliveries: {
    jobs: {...kept, attempts: 5, backoff: {type: 'exponential', delay: 1_000, jitter: 0.5}},
    worker: {concurrency: 8, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  // Short lock: another worker looks at a crashed worker's order within 15 s. A job may then run twice; the row's compare-and-set
  // protects placing, not the queue.
  dropship: {
    jobs: once,
    worker: {concurrency: 8, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1},
  },
  'store-writeback': {
    jobs: once,
    worker: {concurrency: 4, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  // A store that hangs occupies one of these slots per chore, and no slot of the sweeps.
  chores: {
    jobs: once,
    worker: {concurrency: 6, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
  upkeep: {
    jobs: once,
    worker: {concurrency: 2, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 1},
  },
};
