// How each queue treats its jobs. The database is the source of truth: a sweep, or the schedule's next time, makes up for a lost job.
import type {JobsOptions, WorkerOptions} from 'bullmq';
import type {QueueName} from './messages.ts';

/** BullMQ's options for the jobs of one queue and for its workers. */
type QueuePolicy = {
  readonly jobs: JobsOptions;
  readonly worker: Required<
    Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>
  > &
    Pick<WorkerOptions, 'lockRenewTime'>;
};

/** Finished jobs are kept for inspection, by age (seconds) and number. */
const keepFinished = {removeOnComplete: {age: 3_600, count: 500}, removeOnFail: {age: 7 * 86_400, count: 1_000}};
/** A failed job is not tried again by the queue. */
const singleAttempt: JobsOptions = {...keepFinished, attempts: 1};

/**
 * How often a job may be handed out again because its worker died. BullMQ ends a job that died more often, and its work waits for a sweep
 * that may be minutes or a day away. Each job can be repeated, and a worker's death is mostly no fault of its job.
 */
const maxStalledCount = 100;
/** A worker's lock on a job and the search for lost locks, in milliseconds, for queues without special needs. */
const usualLock = {lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount};

/** BullMQ's options, by queue. */
export const policies: Readonly<Record<QueueName, QueuePolicy>> = {
  // A run holds a lease in the database and is resumed from there; the queue does not retry a job that failed. Two runs keep a process
  // busy; the other places are for runs that wait for their store's points, or that a merchant has paused.
  sync: {
    jobs: singleAttempt,
    worker: {concurrency: 8, ...usualLock},
  },
  deliveries: {
    jobs: {...keepFinished, attempts: 5, backoff: {type: 'exponential', delay: 1_000, jitter: 0.5}},
    worker: {concurrency: 8, ...usualLock},
  },
  // Short lock, renewed every second: another worker goes on with a crashed worker's orders within 5 s. A job may then run twice; the lane
  // (jobs/orders/lane.ts) and the row's compare-and-set protect placing, not the queue. A process that is busy for longer stalls its job
  // without being at fault.
  dropship: {
    jobs: singleAttempt,
    worker: {
      concurrency: 8,
      lockDuration: 3_500,
      lockRenewTime: 1_000,
      stalledInterval: 1_000,
      maxStalledCount,
    },
  },
  'store-writeback': {
    jobs: singleAttempt,
    worker: {concurrency: 4, ...usualLock},
  },
  // A store that hangs occupies one of these slots per chore, and no slot of the sweeps.
  chores: {
    jobs: singleAttempt,
    worker: {concurrency: 6, ...usualLock},
  },
  upkeep: {
    jobs: singleAttempt,
    worker: {concurrency: 2, ...usualLock},
  },
};
