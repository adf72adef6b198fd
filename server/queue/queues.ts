// Enqueues jobs to run now, later or at a time of day. The database is the source of truth. When the queue cannot be reached, a call
// rejects after a limited time, and a sweep over the database enqueues the missed job.

import type {JobsOptions, Processor} from 'bullmq';
import {minute} from '#domain/durations.ts';
import type {Log} from '../log.ts';
import {endsWithin, withTimeLimit} from '../time-limit.ts';
import {
  type BackendQueue,
  type BackendWorker,
  openPgliteBackend,
  openPostgresBackend,
  openRedisBackend,
  type QueueBackend,
  type QueueStore,
  type RetiredQueue,
} from './backend.ts';
import {type Message, Messages, type QueueName, queueNames, retiredQueueNames} from './messages.ts';
import {countRunning} from './running-jobs.ts';
import {listSchedules, removeSchedule, type Schedule, upsertSchedule} from './schedules.ts';
import {removeJobsOfShops, toOpaqueId} from './shop-names.ts';

export type {Processor} from 'bullmq';
export type {Schedule} from './schedules.ts';

export type EnqueueOptions = {
  /**
   * A job with this id is enqueued once while it is kept: an hour at most when done, seven days when failed. BullMQ refuses a ':' and
   * digits only.
   */
  readonly jobId?: string;
  /** Milliseconds before the job may begin; left out: none. */
  readonly delayMs?: number;
  /** The new job is dropped while a job with this deduplication id waits or runs. */
  readonly deduplicationId?: string;
  /** With a deduplication id: a job that is enqueued while an earlier one runs is kept, and runs after that one. */
  readonly keepLast?: boolean;
};

/** Overrides the queue's policy: jobs at a time, milliseconds of a job's lock, milliseconds between searches for expired locks. */
export type WorkerOptions = {readonly concurrency?: number; readonly lockMs?: number; readonly stalledMs?: number};
export type RunningWorker = {
  /**
   * Takes no new jobs, waits up to `graceMs` for the running ones and then until `held` resolves, aborts the rest through the processor's
   * signal, and ends.
   */
  readonly close: (graceMs?: number, held?: () => Promise<unknown>) => Promise<void>;
};

/** Numbers of jobs by BullMQ's states. */
export type JobCounts = {readonly [state: string]: number};

export type Queues = {
  readonly engine: 'redis' | 'postgres' | 'pglite';
  /** Rejects inside a transaction, on an unreadable payload, and within seconds when the queue cannot be reached. */
  readonly enqueue: <N extends QueueName>(name: N, payload: Message<N>, options?: EnqueueOptions) => Promise<void>;
  /** May call the processor more than once for a job. Start workers before schedules are asserted: see `upsertSchedule`. */
  readonly startWorker: (
    name: QueueName,
    process: Processor<unknown>,
    options?: WorkerOptions,
  ) => Promise<RunningWorker>;
  /**
   * `cron` has five fields, read in `timeZone`. An unchanged schedule is left alone: writing it again would drop an overdue run. True
   * when it was written.
   */
  readonly upsertSchedule: <N extends QueueName>(
    id: string,
    cron: string,
    timeZone: string,
    name: N,
    payload: Message<N>,
  ) => Promise<boolean>;
  /** Removes the schedule from every queue; no error if there is none. */
  readonly removeSchedule: (id: string) => Promise<void>;
  readonly listSchedules: () => Promise<readonly Schedule[]>;
  /** Deletes the finished jobs of shops for which `isGone` is true; returns how many. */
  readonly removeJobsOfShops: (isGone: (shop: string) => boolean) => Promise<number>;
  /** Deletes the queues of older versions with all their jobs; returns how many jobs. */
  readonly removeRetiredQueues: () => Promise<number>;
  readonly countJobs: () => Promise<Readonly<Record<QueueName, JobCounts>>>;
  /** Rejects within seconds where the queue cannot be reached or takes no writes. */
  readonly probe: () => Promise<void>;
  /** For how long a worker of this process has been unable to fetch a job although the engine may answer; 0: none. */
  readonly stuckMs: () => number;
  readonly close: () => Promise<void>;
};

export type OpenQueuesOptions = {
  readonly redisUrl?: string | null | undefined;
  /** The app's database; holds the queues without Redis. */
  readonly database: {readonly queueStore: QueueStore};
  /** Key prefix in Redis. */
  readonly prefix?: string;
  readonly log: Log;
  /** Whether the calling code is inside a database transaction, where nothing may be enqueued. */
  readonly isInTransaction?: () => boolean;
};

/** Milliseconds in which a job must be enqueued. */
const enqueueLimitMs = 2_000;
/** Milliseconds in which any other call must be answered, unless a limit of its own is named. */
const callLimitMs = 5_000;
/** Milliseconds in which jobs or queues must be removed. */
const removeLimitMs = minute;
/** Milliseconds that aborted jobs get to end. */
const abortLimitMs = 5_000;
/** Milliseconds that a worker gets to close or to disconnect. */
const disconnectLimitMs = 1_000;
/** Milliseconds that a queue gets to close. */
const closeLimitMs = 1_500;

export async function openQueues(options: OpenQueuesOptions): Promise<Queues> {
  const backend = await chooseBackend(options);
  const queues = new Map<QueueName, BackendQueue>();
  for (const name of queueNames) queues.set(name, await backend.openQueue(name));
  const ask = async <T>(limitMs: number, work: () => Promise<T>): Promise<T> => {
    if (options.isInTransaction?.()) throw new Error('The queue was called inside a database transaction.');
    await backend.waitForConnection(limitMs);
    return withTimeLimit(limitMs, work());
  };
  const queueOf = (name: QueueName): BackendQueue => {
    const queue = queues.get(name);
    if (queue === undefined) throw new Error(`There is no queue ${name}.`);
    return queue;
  };
  const working = new Set<BackendWorker>();
  const retired = new Map<string, RetiredQueue>();
  // Opened once per process: with its queues in Postgres, BullMQ leaves a listener on the pool for each queue that is opened.
  const openRetired = async (name: string): Promise<RetiredQueue> => {
    const queue = retired.get(name) ?? (await backend.openRetired(name));
    retired.set(name, queue);
    return queue;
  };
  return {
    engine: backend.kind,
    async enqueue(name, payload, how = {}) {
      const message = Messages[name].parse(payload);
      await ask(enqueueLimitMs, () => queueOf(name).add(name, message, toJobOptions(how)));
    },
    startWorker: (name, process, settings = {}) => startWorker(backend, name, process, settings, options.log, working),
    probe: async () => void (await ask(callLimitMs, backend.probe)),
    stuckMs: () => Math.max(0, ...[...working].map((worker) => worker.stuckMs())),
    upsertSchedule: (id, cron, timeZone, name, payload) => {
      const message = Messages[name].parse(payload);
      return ask(callLimitMs, () => upsertSchedule(queueOf(name), {id, cron, timeZone, name, payload: message}));
    },
    removeSchedule: (id) => ask(callLimitMs, () => removeSchedule(queues.values(), id)),
    listSchedules: () => ask(callLimitMs, () => listSchedules(queues)),
    removeJobsOfShops: (isGone) => ask(removeLimitMs, () => removeJobsOfShops(backend.kind, queues.values(), isGone)),
    removeRetiredQueues: () => ask(removeLimitMs, () => obliterateRetired(openRetired)),
    countJobs: () => ask(callLimitMs, () => countAll(queues)),
    async close() {
      const opened = [...queues.values(), ...retired.values()];
      await Promise.all(opened.map((queue) => endsWithin(closeLimitMs, queue.close())));
      await backend.close();
    },
  };
}

/** Redis where a URL is given, else the app's own database. */
async function chooseBackend({redisUrl, database, prefix, log}: OpenQueuesOptions): Promise<QueueBackend> {
  if (redisUrl != null) return openRedisBackend(redisUrl, prefix ?? 'piecewise', log);
  const store = database.queueStore;
  return store.kind === 'postgres' ? openPostgresBackend(store, log) : openPgliteBackend(store.pglite, log);
}

function toJobOptions({jobId, delayMs, deduplicationId, keepLast}: EnqueueOptions): JobsOptions {
  return {
    ...(jobId === undefined ? {} : {jobId}),
    ...(delayMs === undefined ? {} : {delay: delayMs}),
    ...(deduplicationId === undefined
      ? {}
      : {deduplication: {id: toOpaqueId(deduplicationId), ...(keepLast === true ? {keepLastIfActive: true} : {})}}),
  };
}

async function startWorker(
  backend: QueueBackend,
  name: QueueName,
  process: Processor<unknown>,
  {concurrency, lockMs, stalledMs}: WorkerOptions,
  log: Log,
  working: Set<BackendWorker>,
): Promise<RunningWorker> {
  const jobs = countRunning(process);
  const worker = await backend.openWorker(name, jobs.process, {
    ...(concurrency === undefined ? {} : {concurrency}),
    ...(lockMs === undefined ? {} : {lockDuration: lockMs}),
    ...(stalledMs === undefined ? {} : {stalledInterval: stalledMs}),
  });
  working.add(worker);
  return {
    async close(graceMs = 20_000, held) {
      working.delete(worker);
      const left = closeWhenIdle(worker, jobs);
      if (await endsWithin(graceMs, left)) return;
      if (held !== undefined) {
        await Promise.race([left, held()]);
        // `held` has resolved; the jobs get a moment for the rest.
        if (await endsWithin(disconnectLimitMs, left)) return;
      }
      log.warn({queue: name}, 'jobs still ran at the end of the grace period; they are aborted');
      worker.cancelAllJobs('The worker is closing.');
      if (await endsWithin(Math.min(graceMs, abortLimitMs), left)) return;
      await endsWithin(disconnectLimitMs, worker.disconnect());
    },
  };
}

/**
 * Closes the worker after its jobs. A worker whose engine is down never closes by itself, so it is disconnected once it has been idle for a
 * moment; not earlier, since a job may just have been assigned to it.
 */
async function closeWhenIdle(worker: BackendWorker, jobs: ReturnType<typeof countRunning>): Promise<void> {
  const closing = worker.close();
  for (;;) {
    await jobs.idle();
    if (await endsWithin(disconnectLimitMs, closing)) return;
    if (jobs.running() === 0) break;
  }
  await endsWithin(disconnectLimitMs, worker.disconnect());
}

/** Deletes the queues of older versions; returns how many jobs they had. */
async function obliterateRetired(open: (name: string) => Promise<RetiredQueue>): Promise<number> {
  let removed = 0;
  for (const name of retiredQueueNames) {
    const queue = await open(name);
    const counts = Object.values(await queue.getJobCounts());
    // Forced: a process of the older version may still run one of its jobs, which finishes anyway.
    await queue.obliterate({force: true});
    removed += counts.reduce((sum, count) => sum + count, 0);
  }
  return removed;
}

async function countAll(queues: ReadonlyMap<QueueName, BackendQueue>): Promise<Record<QueueName, JobCounts>> {
  const count = async (name: QueueName): Promise<JobCounts> => (await queues.get(name)?.getJobCounts()) ?? {};
  const [sync, deliveries, dropship, storeWriteback, chores, upkeep] = await Promise.all([
    count('sync'),
    count('deliveries'),
    count('dropship'),
    count('store-writeback'),
    count('chores'),
    count('upkeep'),
  ]);
  return {sync, deliveries, dropship, 'store-writeback': storeWriteback, chores, upkeep};
}
