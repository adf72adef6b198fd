// Which engine carries the queues: Redis where a URL is given, else BullMQ's own PostgreSQL backend on the app's database,
// be that a server or the embedded one.
import {once} from 'node:events';
import type {PGlite} from '@electric-sql/pglite';
import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  type Processor,
  Queue,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import {Redis} from 'ioredis';
import type {Log} from '../log.ts';
import type {QueueName} from './messages.ts';
import {createPglitePool} from './pglite-pool.ts';
import {policies} from './policies.ts';

/** Where queues live in the app's own database. */
export type QueueStore =
  | {readonly kind: 'postgres'; readonly url: string}
  | {readonly kind: 'pglite'; readonly pglite: PGlite};

/** What the app uses of BullMQ's queue, whichever engine is behind it. */
export type BackendQueue = Pick<
  Queue<unknown, unknown>,
  | 'add'
  | 'close'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobScheduler'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'upsertJobScheduler'
>;
export type BackendWorker = {
  readonly cancelAllJobs: (reason: string) => void;
  readonly close: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
};
export type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval'>;

export type QueueBackend = {
  readonly kind: 'redis' | 'postgres' | 'pglite';
  readonly openQueue: (name: QueueName) => Promise<BackendQueue>;
  readonly openWorker: (
    name: QueueName,
    process: Processor<unknown>,
    settings: WorkerSettings,
  ) => Promise<BackendWorker>;
  /** Rejects at once or within `limitMs` when the engine cannot be reached. */
  readonly reach: (limitMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Each queue and each worker has a small pool of its own, and a worker one connection more for its notifications. */
export function openPostgresBackend(url: string, log: Log): QueueBackend {
  const connection = {
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    max: 4,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'piecewise-queue',
  };
  return onDatabase('postgres', connection, log);
}

export async function openPgliteBackend(pglite: PGlite, log: Log): Promise<QueueBackend> {
  return onDatabase('pglite', await createPglitePool(pglite), log);
}

function onDatabase(kind: 'postgres' | 'pglite', connection: PostgresConnectionOptions, log: Log): QueueBackend {
  return {
    kind,
    async openQueue(name) {
      const queue = new Queue<
        unknown,
        unknown,
        string,
        unknown,
        unknown,
        string,
        PostgresQueueBackend,
        PostgresConnectionOptions
      >(name, {connection, defaultJobOptions: policies[name].jobs}, createPostgresBackend);
      queue.on('error', (err) => log.warn({err, queue: name}, 'the queue has trouble'));
      await queue.waitUntilReady(); // BullMQ keeps a failed first connection for good: so it has to succeed here
      return queue;
    },
    async openWorker(name, process, settings) {
      const options = {connection, ...toWorkerOptions(name, settings), autorun: false};
      const worker = new Worker(name, process, options, createPostgresBackend);
      worker.on('error', (err) => log.warn({err, queue: name}, 'the worker has trouble'));
      await worker.waitUntilReady();
      worker.run().catch((err: unknown) => log.error({err, queue: name}, 'the worker stopped'));
      return worker;
    },
    reach: async () => {},
    close: async () => {},
  };
}

export function openRedisBackend(url: string, prefix: string, log: Log): QueueBackend {
  const options = {maxRetriesPerRequest: null, retryStrategy: (times: number) => Math.min(100 * 2 ** times, 3_000)};
  const producer = new Redis(url, options);
  producer.setMaxListeners(100); // shared by all queues; BullMQ counts up from here
  producer.on('error', (err) => log.warn({err}, 'Redis cannot be reached'));
  return {
    kind: 'redis',
    async openQueue(name) {
      const queue = new Queue<unknown, unknown>(name, {
        connection: producer,
        prefix,
        defaultJobOptions: policies[name].jobs,
      });
      queue.on('error', (err) => log.warn({err, queue: name}, 'the queue has trouble'));
      return queue;
    },
    async openWorker(name, process, settings) {
      // Plain options: a worker makes its own two connections, one of them to block on.
      const worker = new Worker<unknown, unknown>(name, process, {
        connection: {url, ...options},
        prefix,
        ...toWorkerOptions(name, settings),
      });
      worker.on('error', (err) => log.warn({err, queue: name}, 'the worker has trouble'));
      return worker;
    },
    reach: (limitMs) => reachRedis(producer, limitMs),
    async close() {
      producer.disconnect();
    },
  };
}

async function reachRedis(redis: Redis, limitMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  try {
    await once(redis, 'ready', {signal: AbortSignal.timeout(limitMs)});
  } catch (cause) {
    throw new Error('Redis cannot be reached.', {cause});
  }
}

function toWorkerOptions(name: QueueName, settings: WorkerSettings) {
  return {...policies[name].worker, ...settings, runRetryDelay: 2_000};
}
