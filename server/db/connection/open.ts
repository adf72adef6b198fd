// Opens the database: Postgres where a URL is given, else the embedded one in a folder. Both give the same value types:
// Date for timestamptz, number for bigint, parsed JSON for jsonb.
import {readFile} from 'node:fs/promises';
import type {PGlite} from '@electric-sql/pglite';
import {Kysely, PGliteDialect, PostgresDialect} from 'kysely';
import {Pool, type PoolConfig, types} from 'pg';
import type {Log} from '../../log.ts';
import type {Tables} from '../tables/tables.ts';
import {EmbeddedEngine, freeSpaceOf} from './embedded-engine.ts';
import {prepareFolder} from './embedded-folder.ts';
import {lockFolder} from './folder-lock.ts';
import {sessionSettingsSql, withSessionSettings} from './session-settings.ts';

/** The opened database. */
export type Database = {
  /** For all work but storing webhooks. */
  readonly kysely: Kysely<Tables>;
  /**
   * Only for storing webhooks. On Postgres it has two connections of its own, so that webhooks do not wait for other work's connections;
   * the embedded database has one connection for everything.
   */
  readonly webhooks: Kysely<Tables>;
  /** How each pool of connections is used now; empty on the embedded database. */
  readonly pools: () => Readonly<Record<string, PoolUse>>;
  readonly engine: 'postgres' | 'pglite';
  /** What a queue on the same database needs: the address and the startup options to connect with, or the single connection. */
  readonly queueStore:
    | {readonly kind: 'postgres'; readonly url: string; readonly options: string}
    | {readonly kind: 'pglite'; readonly pglite: PGlite};
  /** Resolves if the database cannot be used any more by this process, with a sentence for the operator; on Postgres never. */
  readonly stopped: Promise<Error>;
  /** Closes all connections; the embedded database's folder is free afterwards. */
  readonly close: () => Promise<void>;
};

/** Connections open and in use, and callers that wait for one. */
export type PoolUse = {readonly open: number; readonly used: number; readonly waiting: number};

export type OpenDatabaseOptions = {
  /** Address of Postgres; without one the embedded database is opened. */
  readonly databaseUrl?: string | null | undefined;
  /** Folder of the embedded database; `memory://` keeps it in memory, loaded from the dump whose path follows, if any (tests). */
  readonly folder?: string | null | undefined;
  readonly log: Log;
};

/** Postgres's type id of bigint, whose values are read as numbers. */
const bigintOid = 20;
const inMemoryPrefix = 'memory://';

/** Opens without migrating: call `migrate` next. Throws one sentence when another process holds the folder. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return options.databaseUrl == null
    ? openEmbedded(options.folder ?? '.data/db')
    : openPostgres(options.databaseUrl, options.log);
}

/** Connects to Postgres; throws one sentence if it does not answer. */
async function openPostgres(url: string, log: Log): Promise<Database> {
  const pool = openPool(url, mainPoolSize, log);
  // Opens with the first webhook; a worker never opens it.
  const reserved = openPool(url, webhookPoolSize, log);
  const kysely = new Kysely<Tables>({dialect: new PostgresDialect({pool})});
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw new Error('The database named by DATABASE_URL cannot be reached.', {cause});
  }
  const webhooks = new Kysely<Tables>({dialect: new PostgresDialect({pool: reserved})});
  return {
    kysely,
    webhooks,
    pools: () => ({main: toPoolUse(pool), webhooks: toPoolUse(reserved)}),
    engine: 'postgres',
    queueStore: {kind: 'postgres', ...withSessionSettings(url)},
    stopped: new Promise(() => {}),
    async close() {
      await Promise.all([kysely.destroy(), webhooks.destroy()]);
    },
  };
}

/** Connections per process for all work but storing webhooks; operating/servers.md has the sum of all processes. */
export const mainPoolSize = 10;
/** Connections per process that only store webhooks. */
export const webhookPoolSize = 2;

/** How the pool's connections are used now. */
const toPoolUse = ({totalCount, idleCount, waitingCount}: Pool): PoolUse => ({
  open: totalCount,
  used: totalCount - idleCount,
  waiting: waitingCount,
});

/** Creates a pool whose lost connections are logged and do not end the process. */
function openPool(url: string, max: number, log: Log): Pool {
  const pool = new Pool(poolConfig(url, max));
  pool.on('error', (err) => log.warn({err}, 'an idle database connection was lost'));
  // A connection lost between two statements of a transaction emits an error that would end the process.
  pool.on('connect', (client) => {
    client.on('error', (err) => log.warn({err}, 'a database connection was lost'));
  });
  return pool;
}

/** The settings of a pool with at most `max` connections. */
function poolConfig(url: string, max: number): PoolConfig {
  const {url: connectionString, options} = withSessionSettings(url);
  return {
    connectionString,
    options,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'piecewise',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === bigintOid && format !== 'binary' ? Number : types.getTypeParser(oid, format),
    },
  };
}

/** Locks the folder and opens the embedded database in it. */
async function openEmbedded(folder: string): Promise<Database> {
  const lock = folder.startsWith(inMemoryPrefix) ? null : lockFolder(folder);
  try {
    const pglite = await createPglite(folder);
    await pglite.exec(sessionSettingsSql);
    const stopped = new Promise<Error>((resolve) => {
      pglite.onStop = resolve;
    });
    const kysely = new Kysely<Tables>({dialect: new PGliteDialect({pglite})});
    return {
      kysely,
      webhooks: kysely,
      pools: () => ({}),
      engine: 'pglite',
      queueStore: {kind: 'pglite', pglite},
      stopped,
      async close() {
        await kysely.destroy();
        if (!pglite.closed) await pglite.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Starts the embedded engine on the folder, or in memory. */
async function createPglite(folder: string): Promise<EmbeddedEngine> {
  const parsers = {[bigintOid]: Number};
  if (!folder.startsWith(inMemoryPrefix)) {
    prepareFolder(folder);
    try {
      return await EmbeddedEngine.open(folder, {parsers});
    } catch (cause) {
      throw new Error(`The embedded database cannot be opened (${freeSpaceOf(folder)}).`, {cause});
    }
  }
  const dump = folder.slice(inMemoryPrefix.length);
  // Read as a whole: another process may replace the dump in the meantime.
  const loadDataDir = dump === '' ? undefined : new Blob([await readFile(dump)]);
  return EmbeddedEngine.open(inMemoryPrefix, loadDataDir === undefined ? {parsers} : {parsers, loadDataDir});
}
