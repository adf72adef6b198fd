// Opens the database: Postgres where a URL is given, else the embedded one in a folder. Both give the same value types:
// Date for timestamptz, number for bigint, parsed JSON for jsonb.
import {readFile} from 'node:fs/promises';
import type {PGlite} from '@electric-sql/pglite';
import {Kysely, PGliteDialect, PostgresDialect} from 'kysely';
import {Pool, type PoolConfig, types} from 'pg';
import type {Log} from '../../log.ts';
import type {Tables} from '../tables/tables.ts';
import {EmbeddedEngine, roomOf} from './embedded-engine.ts';
import {prepareFolder} from './embedded-folder.ts';
import {lockFolder} from './folder-lock.ts';
import {setSessionSettings, withSessionSettings} from './session-settings.ts';

export type Database = {
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
  readonly close: () => Promise<void>;
};

/** Connections open and in use, and callers that wait for one. */
export type PoolUse = {readonly open: number; readonly used: number; readonly waiting: number};

export type OpenDatabaseOptions = {
  readonly databaseUrl?: string | null | undefined;
  /** Folder of the embedded database; `memory://` keeps it in memory, loaded from the dump whose path follows, if any (tests). */
  readonly folder?: string | null | undefined;
  readonly log: Log;
};

const bigint = 20;
const inMemory = 'memory://';

/** Opens without migrating: call `migrate` next. Throws one sentence when another process holds the folder. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return options.databaseUrl == null
    ? openEmbedded(options.folder ?? '.data/db')
    : openPostgres(options.databaseUrl, options.log);
}

async function openPostgres(url: string, log: Log): Promise<Database> {
  const pool = openPool(url, mainConnections, log);
  // Opens with the first webhook; a worker never opens it.
  const reserved = openPool(url, webhookConnections, log);
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
    pools: () => ({main: useOf(pool), webhooks: useOf(reserved)}),
    engine: 'postgres',
    queueStore: {kind: 'postgres', ...withSessionSettings(url)},
    stopped: new Promise(() => {}),
    async close() {
      await Promise.all([kysely.destroy(), webhooks.destroy()]);
    },
  };
}

/** Per process; the README states the sum. */
const mainConnections = 10;
const webhookConnections = 2;

const useOf = ({totalCount, idleCount, waitingCount}: Pool): PoolUse => ({
  open: totalCount,
  used: totalCount - idleCount,
  waiting: waitingCount,
});

function openPool(url: string, max: number, log: Log): Pool {
  const pool = new Pool(poolConfig(url, max));
  pool.on('error', (err) => log.warn({err}, 'an idle database connection was lost'));
  // A connection lost between two statements of a transaction emits an error that would end the process.
  pool.on('connect', (client) => {
    client.on('error', (err) => log.warn({err}, 'a database connection was lost'));
  });
  return pool;
}

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
        oid === bigint && format !== 'binary' ? Number : types.getTypeParser(oid, format),
    },
  };
}

async function openEmbedded(folder: string): Promise<Database> {
  const lock = folder.startsWith(inMemory) ? null : lockFolder(folder);
  try {
    const pglite = await createPglite(folder);
    await pglite.exec(setSessionSettings);
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

async function createPglite(folder: string): Promise<EmbeddedEngine> {
  const parsers = {[bigint]: Number};
  if (!folder.startsWith(inMemory)) {
    prepareFolder(folder);
    try {
      return await EmbeddedEngine.open(folder, {parsers});
    } catch (cause) {
      throw new Error(`The embedded database cannot be opened (${roomOf(folder)}).`, {cause});
    }
  }
  const dump = folder.slice(inMemory.length);
  // Read as a whole: another process may replace the dump in the meantime.
  const loadDataDir = dump === '' ? undefined : new Blob([await readFile(dump)]);
  return EmbeddedEngine.open(inMemory, loadDataDir === undefined ? {parsers} : {parsers, loadDataDir});
}
