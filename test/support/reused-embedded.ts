// Embedded databases in memory that the test files of one process use one after the other: opening one takes a second of a core, emptying
// it some milliseconds.
import {migrate} from '../../server/db/connection/migrate.ts';
import {type Database, openDatabase} from '../../server/db/connection/open.ts';
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

/** False where open queues still listen, where the schema is another one, or where no statement works. */
async function emptyIfUnchanged(database: Database, schema: string): Promise<boolean> {
  try {
    const {rows: listening} = await run(database, 'select pg_listening_channels()');
    if (listening.length > 0) return false;
    // Settings of the session; names in the schema are written by them.
    await run(database, 'discard all');
    if ((await schemaOf(database)) !== schema) return false;
    await run(database, emptying);
    return true;
  } catch {
    return false;
  }
}

const schemaOf = async (database: Database): Promise<string> => JSON.stringify((await run(database, schemaQuery)).rows);

function run({queueStore}: Database, statement: string): Promise<{rows: unknown[]}> {
  if (queueStore.kind !== 'pglite') throw new Error('An embedded database is a PGlite.');
  return queueStore.pglite.query(statement);
}
