// The queue engines: Redis, or BullMQ's own PostgreSQL backend on the app's database (a server or the embedded one). queues.ts
// chooses between them.
import {once} from 'node:events';
import type {PGlite} from '@electric-sql/pglite';
import {
  createPostgresBackend,
  type JobsOptions,
  type PgPool,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  type Processor,
  Queue,
  runMigrations,
  type WorkerOptions,
} from 'bullmq';
import {Redis} from 'ioredis';
import {Pool} from 'pg';
import type {Log} from '../log.ts';
import {type QueueName, queueNames} from './messages.ts';
import {PatientWorker} from './patient-worker.ts';
import {createPglitePool} from './pglite-pool.ts';
import {policies} from './policies.ts';
import {reconnectOptions} from './redis-connection.ts';
import {createTroubleLog, type WarnOfTrouble} from './trouble-log.ts';

/** Where the queues are stored in the app's own database. */
export type QueueStore = PostgresQueueStore | {readonly kind: 'pglite'; readonly pglite: PGlite};

/** `options` holds the startup options that every connection to this database has. */
type PostgresQueueStore = {readonly kind: 'postgres'; readonly url: string; readonly options: string};

/** What the app uses of a BullMQ queue in service. `trimEvents` works only on Redis; the rest on every engine. */
export type BackendQueue = Pick<
  Queue<unknown, unknown>,
  | 'add'
  | 'close'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobScheduler'
  | 'getJobSchedulers'
  | 'getJobs'
  | 'removeJobScheduler'
  | 'trimEvents'
  | 'upsertJobScheduler'
>;
/** A queue of an older version: only counted, deleted and closed. */
export type RetiredQueue = Pick<Queue<unknown, unknown>, 'close' | 'getJobCounts' | 'obliterate'>;
/** What the app uses of a BullMQ worker. */
export type BackendWorker = {
  /** Aborts the running jobs through the signal of their processor. */
  readonly cancelAllJobs: (reason: string) => void;
  /** Takes no new jobs, and resolves when the running jobs have ended. */
  readonly close: () => Promise<void>;
  /** Closes the connections without waiting for running jobs. */
  readonly disconnect: () => Promise<void>;
  /** For how long each attempt to fetch a job has failed, or the worker has stopped although it should run; 0: it fetches. */
  readonly stuckMs: () => number;
};
/** BullMQ's options of a worker that the app sets. */
export type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval'>;

/** One queue engine behind one interface. */
export type QueueBackend = {
  readonly kind: 'redis' | 'postgres' | 'pglite';
  readonly openQueue: (name: QueueName) => Promise<BackendQueue>;
  /** Opens a queue of an older version, to delete it. */
  readonly openRetired: (name: string) => Promise<RetiredQueue>;
  readonly openWorker: (
    name: QueueName,
    process: Processor<unknown>,
    settings: WorkerSettings,
  ) => Promise<BackendWorker>;
  /** Waits for the connection. Redis: rejects at the next connection error, or after `limitMs`. The other engines resolve at once. */
  readonly waitForConnection: (limitMs: number) => Promise<void>;
  /** Rejects if Redis takes no writes, or if the app's own database does not answer. */
  readonly probe: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/**
 * One pool for all queues and workers of a process. With this limit several processes fit into Postgres's default of a hundred connections.
 * Each worker holds one connection for notifications; the others are shared.
 */
export const queuePoolSize = queueNames.length + 6;

/** Opens the queues on a PostgreSQL server, and creates BullMQ's schema first. Rejects when the server cannot be reached. */
export async function openPostgresBackend(store: PostgresQueueStore, log: Log): Promise<QueueBackend> {
  const warn = createTroubleLog(log);
  const pool = createQueuePool(store, log, warn);
  try {
    const client = await pool.connect();
    await runMigrations(client).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {...createDatabaseBackend('postgres', asBullPool(pool), log, warn), close: () => pool.end()};
}

/** Creates the pool without connecting it. */
export function createQueuePool(
  {url, options}: PostgresQueueStore,
  log: Log,
  warn: WarnOfTrouble = createTroubleLog(log),
): Pool {
  const pool = new Pool({
    connectionString: url,
    options: `${options} -c search_path=bullmq`,
    max: queuePoolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'piecewise-queue',
  });
  pool.setMaxListeners(0); // every queue and worker listens for errors
  pool.on('error', (err) => warn({err}, 'an idle connection of the queue was lost'));
  pool.on('connect', (client) => client.on('error', (err) => warn({err}, 'a connection of the queue was lost')));
  return pool;
}

/** Opens the queues on the embedded database, creates BullMQ's schema, and makes the jobs of a dead process wait again. */
export async function openPgliteBackend(pglite: PGlite, log: Log): Promise<QueueBackend> {
  const pool = await createPglitePool(pglite);
  await requeueActiveJobs(pool);
  return createDatabaseBackend('pglite', pool, log, createTroubleLog(log));
}

/**
 * Makes active jobs wait again. Only one process has the embedded database, so jobs that are active at its start belonged to a dead
 * process.
 */
async function requeueActiveJobs(pool: PgPool): Promise<void> {
  await pool.query(`update bullmq.job set state = 'waiting', lock_token = null, locked_until_ms = null, stalled_marked = false,
    stalled_count = stalled_count + 1, seq = nextval('bullmq.job_seq') where state = 'active'`);
}

/** The pool as BullMQ's type. It has the needed methods, but `pg` types its events in a way the compiler cannot match. */
const asBullPool = (pool: Pool): PgPool => pool as unknown as PgPool;

/** The engine on the app's own database. Its `close` does nothing: the caller closes the pool. */
function createDatabaseBackend(
  kind: 'postgres' | 'pglite',
  connection: PgPool,
  log: Log,
  warn: WarnOfTrouble,
): QueueBackend {
  async function open(name: string, defaultJobOptions: JobsOptions) {
    const queue = new Queue<
      unknown,
      unknown,
      string,
      unknown,
      unknown,
      string,
      PostgresQueueBackend,
      PostgresConnectionOptions
    >(name, {connection, defaultJobOptions}, createPostgresBackend);
    queue.on('error', (err) => warn({err, queue: name}, 'the queue reported an error'));
    await queue.waitUntilReady(); // BullMQ never replaces a failed first connection, so it has to succeed here
    return queue;
  }
  return {
    kind,
    openQueue: (name) => open(name, policies[name].jobs),
    openRetired: (name) => open(name, {}),
    async openWorker(name, process, settings) {
      const options = {connection, ...toWorkerOptions(name, settings), autorun: false};
      const worker = new PatientWorker(name, process, options, createPostgresBackend);
      worker.on('error', (err) => warn({err, queue: name}, 'the worker reported an error'));
      await worker.waitUntilReady();
      worker.run().catch((err: unknown) => log.error({err, queue: name}, 'the worker stopped'));
      return worker;
    },
    waitForConnection: async () => {},
    probe: () => connection.query('select 1'),
    close: async () => {},
  };
}

/** The engine on Redis. It connects in the background: an unreachable Redis is logged, and `waitForConnection` rejects. */
export function openRedisBackend(url: string, prefix: string, log: Log): QueueBackend {
  const options = {maxRetriesPerRequest: null, ...reconnectOptions};
  const warn = createTroubleLog(log);
  const producer = new Redis(url, options);
  producer.setMaxListeners(100); // shared by all queues; BullMQ counts up from here
  producer.on('error', (err) => warn({err}, 'Redis cannot be reached'));
  async function open(name: string, defaultJobOptions: JobsOptions) {
    const queue = new Queue<unknown, unknown>(name, {connection: producer, prefix, defaultJobOptions});
    queue.on('error', (err) => warn({err, queue: name}, 'the queue reported an error'));
    return queue;
  }
  return {
    kind: 'redis',
    openQueue: (name) => open(name, policies[name].jobs),
    openRetired: (name) => open(name, {}),
    async openWorker(name, process, settings) {
      // Plain options: a worker makes its own two connections, one of them for blocking reads.
      const worker = new PatientWorker(name, process, {
        connection: {url, ...options},
        prefix,
        ...toWorkerOptions(name, settings),
      });
      worker.on('error', (err) => warn({err, queue: name}, 'the worker reported an error'));
      return worker;
    },
    waitForConnection: (limitMs) => reachRedis(producer, limitMs),
    probe: () => producer.set(`${prefix}:probe`, '1', 'PX', 60_000),
    async close() {
      producer.disconnect();
    },
  };
}

/** Resolves when Redis is connected; rejects at the next connection error, or after `limitMs`. */
async function reachRedis(redis: Redis, limitMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  try {
    await once(redis, 'ready', {signal: AbortSignal.timeout(limitMs)});
  } catch (cause) {
    throw new Error('Redis cannot be reached.', {cause});
  }
}

/** The queue's policy, overridden by `settings`; BullMQ waits two seconds before it starts a failed worker again. */
function toWorkerOptions(name: QueueName, settings: WorkerSettings) {
  return {...policies[name].worker, ...settings, runRetryDelay: 2_000};
}
