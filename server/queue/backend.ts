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
import {reconnection} from './redis-connection.ts';
import {createTroubleLog, type WarnOfTrouble} from './trouble-log.ts';

/** Where the queues are stored in the app's own database. */
export type QueueStore = PostgresStore | {readonly kind: 'pglite'; readonly pglite: PGlite};

/** `options`: the startup options that every connection to this database has. */
type PostgresStore = {readonly kind: 'postgres'; readonly url: string; readonly options: string};

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
export type BackendWorker = {
  readonly cancelAllJobs: (reason: string) => void;
  readonly close: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** For how long each attempt to fetch a job has failed, or the worker has stopped although it should run; 0: it fetches. */
  readonly stuckMs: () => number;
};
export type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval'>;

export type QueueBackend = {
  readonly kind: 'redis' | 'postgres' | 'pglite';
  readonly openQueue: (name: QueueName) => Promise<BackendQueue>;
  readonly openRetired: (name: string) => Promise<RetiredQueue>;
  readonly openWorker: (
    name: QueueName,
    process: Processor<unknown>,
    settings: WorkerSettings,
  ) => Promise<BackendWorker>;
  /** Redis: rejects at the next connection error, or after `limitMs` without a connection. The other engines resolve at once. */
  readonly reach: (limitMs: number) => Promise<void>;
  /** Rejects where Redis takes no writes; of the app's own database only whether it answers. */
  readonly probe: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/**
 * One pool for all queues and workers of a process. With this limit several processes fit into Postgres's default of a hundred connections.
 * Each worker holds one connection for notifications; the others are shared.
 */
const poolSize = queueNames.length + 6;

export async function openPostgresBackend(store: PostgresStore, log: Log): Promise<QueueBackend> {
  const warn = createTroubleLog(log);
  const pool = queuePool(store, log, warn);
  try {
    const client = await pool.connect();
    await runMigrations(client).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {...onDatabase('postgres', asBullPool(pool), log, warn), close: () => pool.end()};
}

/** Not connected yet. */
export function queuePool({url, options}: PostgresStore, log: Log, warn: WarnOfTrouble = createTroubleLog(log)): Pool {
  const pool = new Pool({
    connectionString: url,
    options: `${options} -c search_path=bullmq`,
    max: poolSize,
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

export async function openPgliteBackend(pglite: PGlite, log: Log): Promise<QueueBackend> {
  const pool = await createPglitePool(pglite);
  await freeJobs(pool);
  return onDatabase('pglite', pool, log, createTroubleLog(log));
}

/** One process at a time has the embedded database, so jobs that are active at its start were a dead process's: they wait again. */
async function freeJobs(pool: PgPool): Promise<void> {
  await pool.query(`update bullmq.job set state = 'waiting', lock_token = null, locked_until_ms = null, stalled_marked = false,
    stalled_count = stalled_count + 1, seq = nextval('bullmq.job_seq') where state = 'active'`);
}

/** A real pool has the form BullMQ asks for; `pg` types the same events in a way the compiler cannot match. */
const asBullPool = (pool: Pool): PgPool => pool as unknown as PgPool;

function onDatabase(kind: 'postgres' | 'pglite', connection: PgPool, log: Log, warn: WarnOfTrouble): QueueBackend {
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
    reach: async () => {},
    probe: () => connection.query('select 1'),
    close: async () => {},
  };
}

export function openRedisBackend(url: string, prefix: string, log: Log): QueueBackend {
  const options = {maxRetriesPerRequest: null, ...reconnection};
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
    reach: (limitMs) => reachRedis(producer, limitMs),
    probe: () => producer.set(`${prefix}:probe`, '1', 'PX', 60_000),
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
