// Databases and queues for tests: the embedded engines always, Postgres and Redis where they are found (named when left out,
// required when CI=true). Every test file has its own database and its own key prefix.
import {randomUUID} from 'node:crypto';
import {connect} from 'node:net';
import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, beforeEach, describe} from 'vitest';
import {migrate} from '../../server/db/connection/migrate.ts';
import {type Database, openDatabase} from '../../server/db/connection/open.ts';
import {insideTransaction} from '../../server/db/connection/transaction.ts';
import {createLog, type Log} from '../../server/log.ts';
import {openQueues, type Queues} from '../../server/queue/queues.ts';
import {keepDatabase, quickUrlOf, returnDatabase, takeDatabase, testDatabaseUrl, urlOf} from './reused-databases.ts';
import {takeEmbedded} from './reused-embedded.ts';

export {testDatabaseUrl} from './reused-databases.ts';

export type DatabaseEngine = 'pglite' | 'postgres';
export type QueueEngine = 'pglite' | 'postgres' | 'redis';

export type TestDatabase = Database & {
  /** Set on Postgres: what a second process or connection would be given. */
  readonly databaseUrl: string | undefined;
  /** The same, over the server's socket where there is one. */
  readonly quickUrl: string | undefined;
  /** Closes, and drops the database unless `keep` says that a failed test wants it looked at. */
  readonly dispose: (keep?: boolean) => Promise<void>;
};
export type TestQueues = Queues & {
  readonly redisUrl: string | undefined;
  readonly prefix: string;
  readonly dispose: () => Promise<void>;
};

export const silentLog: Log = createLog('silent');
export const testRedisUrl = process.env['TEST_REDIS_URL'] ?? process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** The first embedded database of a process takes a second or two to open, on a slow and busy machine half a minute. */
const openLimitMs = 120_000;

/** Every engine found here, the quickest to open last. For suites about what the engines do differently. */
export const allEngines = await findEngines();

/** True in `npm run test:all`: every engine, and the large numbers. */
export const runsEverything = process.env['TEST_ENGINES'] === 'all';

/** The engines of all other suites: every one in `npm run test:all`, otherwise the quickest. */
export const engines: typeof allEngines = runsEverything
  ? allEngines
  : {databases: allEngines.databases.slice(-1), queues: allEngines.queues.slice(-1)};

/** The same tests on every database engine: one database for them all, emptied before each. */
export function onEachDatabase(
  title: string,
  tests: (current: () => TestDatabase, engine: DatabaseEngine) => void,
): void {
  describe.each(allEngines.databases)(`${title} (%s)`, (engine) => {
    let database: TestDatabase | undefined;
    let hasFailed = false;
    beforeAll(async () => {
      database = await openTestDatabase(engine);
    }, openLimitMs);
    beforeEach(async () => {
      if (database !== undefined) await emptyTables(database);
    });
    afterEach(({task}) => {
      hasFailed ||= task.result?.state === 'fail';
    });
    afterAll(async () => {
      await database?.dispose(hasFailed);
    }, openLimitMs);
    tests(() => present(database), engine);
  });
}

/** The same tests on every queue engine, each with a database of its own; jobs stay from test to test, so tests use own ids. */
export function onEachQueue(
  title: string,
  tests: (current: () => {database: TestDatabase; queues: TestQueues}, engine: QueueEngine) => void,
): void {
  describe.each(allEngines.queues)(`${title} (%s)`, (engine) => {
    let database: TestDatabase | undefined;
    let queues: TestQueues | undefined;
    beforeAll(async () => {
      // Queues on Redis keep nothing in the database: the one that answers soonest will do.
      database = await openTestDatabase(engine === 'redis' ? present(allEngines.databases.at(-1)) : engine);
      queues = await openTestQueues(engine, database);
    }, openLimitMs);
    afterAll(async () => {
      await queues?.dispose();
      await database?.dispose();
    }, openLimitMs);
    tests(() => ({database: present(database), queues: present(queues)}), engine);
  });
}

/** A migrated and empty database of its own: in memory, or one on the test server that another file may have used before. */
export async function openTestDatabase(engine: DatabaseEngine, log: Log = silentLog): Promise<TestDatabase> {
  return engine === 'postgres' ? openOnPostgres(log) : openInMemory(log);
}

async function openInMemory(log: Log): Promise<TestDatabase> {
  const {database, giveBack} = await takeEmbedded(log);
  return {
    ...database,
    databaseUrl: undefined,
    quickUrl: undefined,
    dispose: (keep = false) => (keep ? database.close() : giveBack()),
  };
}

async function openOnPostgres(log: Log): Promise<TestDatabase> {
  const name = await takeDatabase();
  const databaseUrl = urlOf(name);
  const database = await openDatabase({databaseUrl, folder: '', log});
  await migrate(database, new Date());
  return {
    ...database,
    databaseUrl,
    quickUrl: quickUrlOf(name),
    async dispose(keep = false) {
      await database.close();
      if (keep) console.warn(`Kept for a look: ${await keepDatabase(name)}`);
      else await returnDatabase(name);
    },
  };
}

/** Queues as the app opens them, on `database` itself or on the test Redis under a prefix of their own. */
export async function openTestQueues(
  engine: QueueEngine,
  database: Database,
  log: Log = silentLog,
  wayToRedis = testRedisUrl,
): Promise<TestQueues> {
  const redisUrl = engine === 'redis' ? wayToRedis : undefined;
  const prefix = `piecewise-test-${randomUUID().slice(0, 8)}`;
  const queues = await openQueues({redisUrl, database, prefix, log, isInTransaction: insideTransaction});
  return {
    ...queues,
    redisUrl,
    prefix,
    async dispose() {
      await queues.close();
      if (redisUrl !== undefined) await forgetKeys(prefix);
    },
  };
}

/** Deletes every row and restarts every sequence. One statement, so that no foreign key is broken at its end; truncating takes ten times as long. */
export async function emptyTables({kysely}: Database): Promise<void> {
  const {rows} = await sql<{name: string}>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'schema_ledger'
  `.execute(kysely);
  if (rows.length === 0) return;
  const deletions = rows.map(({name}, at) => `d${at} as (delete from ${name})`);
  await sql
    .raw(
      `with ${deletions.join(', ')}
       select setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) from pg_sequences where schemaname = 'public'`,
    )
    .execute(kysely);
}

async function findEngines(): Promise<{
  readonly databases: readonly DatabaseEngine[];
  readonly queues: readonly QueueEngine[];
}> {
  const [postgres, redis] = await Promise.all([answers(testDatabaseUrl, 5432), answers(testRedisUrl, 6379)]);
  const leftOut = [
    ...(postgres ? [] : [`Postgres (${new URL(testDatabaseUrl).host})`]),
    ...(redis ? [] : [`Redis (${new URL(testRedisUrl).host})`]),
  ];
  if (leftOut.length > 0) {
    if (process.env['CI'] === 'true') throw new Error(`CI=true requires ${leftOut.join(' and ')}.`);
    console.warn(`Left out, not found here: ${leftOut.join(', ')}.`);
  }
  return {
    databases: ['pglite', ...(postgres ? (['postgres'] as const) : [])],
    queues: ['pglite', ...(postgres ? (['postgres'] as const) : []), ...(redis ? (['redis'] as const) : [])],
  };
}

/** Whether something accepts connections there within a second. */
async function answers(url: string, defaultPort: number): Promise<boolean> {
  const {hostname, port} = new URL(url);
  const socket = connect({host: hostname, port: port === '' ? defaultPort : Number(port)});
  const answer = await new Promise<boolean>((resolve) => {
    socket.setTimeout(1_000, () => resolve(false));
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return answer;
}

async function forgetKeys(prefix: string): Promise<void> {
  const redis = new Redis(testRedisUrl);
  for await (const keys of redis.scanStream({match: `${prefix}:*`, count: 500})) {
    if (Array.isArray(keys) && keys.length > 0) await redis.del(...keys.map(String));
  }
  redis.disconnect();
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Only inside a test: nothing is open yet.');
  return value;
}
