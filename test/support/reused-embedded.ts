// Embedded databases in memory that the test files of one process use one after the other: opening one takes a second of a core, emptying
// it some milliseconds.
import type {PGlite} from '@electric-sql/pglite';
import {Kysely, PGliteDialect} from 'kysely';
import {migrate} from '../../server/db/connection/migrate.ts';
import {type Database, type OpenDatabaseOptions, openDatabase} from '../../server/db/connection/open.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import type {Log} from '../../server/log.ts';
import {emptyEmbedded} from './embedded-dump.ts';
import {emptying, schemaQuery} from './reused-databases.ts';

export type EmbeddedDatabase = {
  readonly database: Database;
  /** Empty and free for the next file when its schema and settings are as they were; else it is closed. */
  readonly giveBack: () => Promise<void>;
};

const free: EmbeddedDatabase[] = [];

/** A migrated and empty database in memory. */
export async function takeEmbedded(log: Log): Promise<EmbeddedDatabase> {
  return free.pop() ?? openEmbedded(log);
}

/** The same for an app, which opens its database itself. What it still asks for after its end fails, as on a closed database. */
export async function openEmbeddedAgain({log}: Pick<OpenDatabaseOptions, 'log'>): Promise<Database> {
  const {database, giveBack} = await takeEmbedded(log);
  const {pglite, end} = engineOfOneApp(pgliteOf(database));
  const kysely = new Kysely<Tables>({dialect: new PGliteDialect({pglite})});
  return {
    ...database,
    kysely,
    webhooks: kysely,
    queueStore: {kind: 'pglite', pglite},
    async close() {
      end();
      await run(database, 'unlisten *').catch(() => {});
      await giveBack();
    },
  };
}

/** The engine without its private parts: after `end` no statement of this app reaches it, and no notification this app. */
function engineOfOneApp(engine: PGlite): {readonly pglite: PGlite; readonly end: () => void} {
  let hasEnded = false;
  const stops: (() => void)[] = [];
  const onNotification: PGlite['onNotification'] = (callback) => {
    const stop = engine.onNotification(callback);
    stops.push(stop);
    return stop;
  };
  const statements = new Set<string | symbol>(['query', 'sql', 'exec', 'transaction', 'listen']);
  const pglite = new Proxy(engine, {
    get(target, name) {
      if (name === 'onNotification') return onNotification;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!statements.has(name)) return value.bind(target);
      return (...given: unknown[]): unknown => {
        if (!hasEnded) return Reflect.apply(value, target, given);
        const refused = Promise.reject(new Error('The database is closed.'));
        // Kysely keeps the promise of a transaction, and looks at it only once the transaction has begun.
        refused.catch(() => {});
        return refused;
      };
    },
  });
  return {
    pglite,
    end() {
      hasEnded = true;
      for (const stop of stops) stop();
    },
  };
}

async function openEmbedded(log: Log): Promise<EmbeddedDatabase> {
  const opened = await openDatabase({folder: await emptyEmbedded(), log});
  await migrate(opened, new Date());
  let isClosed = false;
  const database: Database = {
    ...opened,
    async close() {
      isClosed = true;
      await opened.close();
    },
  };
  const schema = await schemaOf(database);
  const taken: EmbeddedDatabase = {
    database,
    async giveBack() {
      if (isClosed) return;
      if (await emptyIfUnchanged(database, schema)) free.push(taken);
      else await database.close();
    },
  };
  return taken;
}

/** What `discard all` does, but for the prepared statements: the engine goes on with those. https://www.postgresql.org/docs/current/sql-discard.html */
const forgetSession = [
  'close all',
  'set session authorization default',
  'reset all',
  'select pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
];

/** False where open queues still listen, where the schema is another one, or where no statement works. */
async function emptyIfUnchanged(database: Database, schema: string): Promise<boolean> {
  try {
    const {rows: listening} = await run(database, 'select pg_listening_channels()');
    if (listening.length > 0) return false;
    // Names in the schema are written by the session's settings.
    for (const statement of forgetSession) await run(database, statement);
    if ((await schemaOf(database)) !== schema) return false;
    await run(database, emptying);
    return true;
  } catch {
    return false;
  }
}

const schemaOf = async (database: Database): Promise<string> => JSON.stringify((await run(database, schemaQuery)).rows);

const run = (database: Database, statement: string): Promise<{rows: unknown[]}> => pgliteOf(database).query(statement);

function pgliteOf({queueStore}: Database): PGlite {
  if (queueStore.kind !== 'pglite') throw new Error('An embedded database is a PGlite.');
  return queueStore.pglite;
}
