// An operator's settings of the database or the role must not change how the app's values are written or read.
import {appendFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sql} from 'kysely';
import {Client, type Pool} from 'pg';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Database, openDatabase} from '../../server/db/connection/open.ts';
import {createQueuePool} from '../../server/queue/backend.ts';
import {allEngines, onEachDatabase, openTestDatabase, silentLog, type TestDatabase} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';

/** A setting, what an operator may have set, and what the app's connections have all the same. */
const settings: readonly (readonly [name: string, set: string, is: string])[] = [
  ['DateStyle', 'German, DMY', 'ISO, MDY'],
  ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
  ['IntervalStyle', 'sql_standard', 'postgres'],
  ['TimeZone', 'Asia/Kathmandu', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-10', '1'],
  ['standard_conforming_strings', 'off', 'on'],
  ['array_nulls', 'off', 'on'],
  ['client_encoding', 'LATIN1', 'UTF8'],
  ['gin_fuzzy_search_limit', '1', '0'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['lock_timeout', '1', '0'],
  ['statement_timeout', '1', '30s'],
];

/** One of each kind of value that is read otherwise with other settings. */
const values = sql<{at: Date; number: number; texts: (string | null)[]; bytes: Buffer; word: string}>`
  select ${new Date('2026-11-12T13:14:15.678Z')}::timestamptz as at, ${0.1}::float8 + 0.2 as number,
    ${['a', null]}::text[] as texts, ${Buffer.from([0, 92, 255])}::bytea as bytes, 'back\\slash ž' as word
`;
const expected = {
  at: new Date('2026-11-12T13:14:15.678Z'),
  number: 0.1 + 0.2,
  texts: ['a', null],
  bytes: Buffer.from([0, 92, 255]),
  word: 'back\\slash ž',
};

describe.runIf(allEngines.databases.includes('postgres'))('whatever is set for a database of Postgres', () => {
  let made: TestDatabase;
  let server: Client;
  beforeAll(async () => {
    made = await openTestDatabase('postgres');
    server = new Client({connectionString: made.databaseUrl});
    await server.connect();
  });
  afterAll(async () => {
    await server.end();
    await made.dispose();
  });
  const name = () => sqlName(new URL(made.databaseUrl ?? '').pathname.slice(1));

  /** Every connection that the app opens: for work, for webhooks, for the queue. */
  const withConnections = async (
    url: string,
    look: (each: {readonly database: Database; readonly queue: Pool}) => Promise<void>,
  ) => {
    const database = await openDatabase({databaseUrl: url, log: silentLog});
    if (database.queueStore.kind !== 'postgres') throw new Error('Postgres was asked for.');
    const queue = createQueuePool(database.queueStore, silentLog);
    try {
      await look({database, queue});
    } finally {
      await queue.end();
      await database.close();
    }
  };

  it.each(settings)('%s = %s leaves the app %s', async (setting, set, is) => {
    await server.query(`alter database ${name()} set ${setting} to ${sqlText(set)}`);
    try {
      await withConnections(made.databaseUrl ?? '', async ({database, queue}) => {
        const show = `select current_setting('${setting}') as is`;
        const found = [
          ...(await sql.raw<{is: string}>(show).execute(database.kysely)).rows,
          ...(await sql.raw<{is: string}>(show).execute(database.webhooks)).rows,
          ...(await queue.query<{is: string}>(show)).rows,
        ];
        expect(found).toEqual([{is}, {is}, {is}]);
        expect((await values.execute(database.kysely)).rows).toEqual([expected]);
      });
    } finally {
      await server.query(`alter database ${name()} reset all`);
      await server.query(`alter database ${name()} set synchronous_commit = off`);
    }
  });

  it('a setting of the role in this database changes nothing either, nor do options in DATABASE_URL, which count too', async () => {
    await server.query(`alter role current_user in database ${name()} set DateStyle to 'German'`);
    try {
      const url = new URL(made.databaseUrl ?? '');
      url.searchParams.set('options', '-c DateStyle=SQL -c work_mem=5MB');
      await withConnections(url.href, async ({database, queue}) => {
        expect((await values.execute(database.kysely)).rows).toEqual([expected]);
        const show = 'select current_setting($1) as is';
        expect((await queue.query(show, ['DateStyle'])).rows).toEqual([{is: 'ISO, MDY'}]);
        expect((await queue.query(show, ['search_path'])).rows).toEqual([{is: 'bullmq'}]);
        expect((await queue.query(show, ['work_mem'])).rows).toEqual([{is: '5MB'}]);
        const {rows} = await sql<{is: string}>`select current_setting('work_mem') as is`.execute(database.kysely);
        expect(rows).toEqual([{is: '5MB'}]);
      });
    } finally {
      await server.query(`alter role current_user in database ${name()} reset all`);
    }
  });
});

// It takes no settings of a database or a role.
it('whatever the configuration file of an embedded database says leaves the app its dates', async () => {
  const home = mkdtempSync(join(tmpdir(), 'piecewise-settings-'));
  const folder = join(home, 'db');
  await writeEmptyEmbedded(folder);
  appendFileSync(join(folder, 'postgresql.conf'), "\nDateStyle = 'German'\n");
  const database = await openDatabase({folder, log: silentLog});
  expect((await values.execute(database.kysely)).rows).toMatchObject([{at: expected.at}]);
  await database.close();
  rmSync(home, {recursive: true, force: true});
});

onEachDatabase('the connections of a database', (current, engine) => {
  it('have the settings of the app, whatever the server has', async () => {
    for (const [setting, , is] of settings) {
      if (engine === 'pglite' && setting === 'statement_timeout') continue;
      const {rows} = await sql
        .raw<{is: string}>(`select current_setting('${setting}') as is`)
        .execute(current().kysely);
      expect(rows, setting).toEqual([{is}]);
    }
    expect((await values.execute(current().kysely)).rows).toMatchObject([{...expected, bytes: expect.anything()}]);
  });
});

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;
const sqlName = (text: string) => `"${text.replaceAll('"', '""')}"`;
