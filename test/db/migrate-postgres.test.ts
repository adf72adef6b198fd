// Migrating a Postgres that other processes use: who starts together, who waits, and what a killed start leaves behind.
import {setTimeout as sleep} from 'node:timers/promises';
import {sql} from 'kysely';
import {Client} from 'pg';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {migrate, migrations} from '../../server/db/connection/migrate.ts';
import type {Migration} from '../../server/db/connection/schema-ledger.ts';
import {type Child, start} from '../processes/child.ts';
import {engines, openTestDatabase, type TestDatabase} from '../support/database.ts';

const now = new Date('2026-11-22T10:00:00Z');
const lock = 7_424_932;
const quick = {pollMs: 10, lockTimeoutMs: 50, retries: 500, retryMs: 10};
const notes: Migration = {
  version: 1,
  name: 'notes',
  statements: [
    'create table notes (id integer, text text, size integer)',
    "insert into notes values (1, 'a', 1), (2, 'a', 2)",
  ],
};
const widened: Migration = {version: 2, name: 'widened', statements: ['alter table notes add column more text']};
const byText: Migration = {
  version: 2,
  name: 'by-text',
  statements: ['create table words (word text)'],
  largeIndexes: [
    {name: 'notes_by_size', on: 'notes (size)'},
    {name: 'notes_by_text', on: 'notes (text)', unique: true},
  ],
};
const afterwards: Migration = {version: 3, name: 'afterwards', statements: ['drop index notes_by_size']};

describe.runIf(engines.databases.includes('postgres'))('a schema on Postgres', {timeout: 90_000}, () => {
  let database: TestDatabase;
  let clients: Client[];
  const children: Child[] = [];
  beforeEach(async () => {
    clients = [];
    database = await openTestDatabase('postgres');
    await sql`drop schema public cascade`.execute(database.kysely);
    await sql`create schema public`.execute(database.kysely);
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.stop('SIGKILL')));
    await Promise.all(clients.map((client) => client.end()));
    await database.dispose();
  });

  async function connect(): Promise<Client> {
    const client = new Client({connectionString: database.databaseUrl, statement_timeout: 10_000});
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  }

  async function rowsOf(query: string): Promise<readonly Record<string, unknown>[]> {
    const {rows} = await sql.raw<Record<string, unknown>>(query).execute(database.kysely);
    return rows;
  }

  const indexes = () =>
    rowsOf(`select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where relname like 'notes_%' order by relname`);
  const ledger = () => rowsOf('select version, indexes_due from schema_ledger order by version');

  /** Until the newest statement of so many other sessions is one like this. */
  async function untilSessions(count: number, statement: string): Promise<void> {
    const sessions = `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '${statement}'`;
    while ((await rowsOf(sessions)).length < count) await sleep(20);
  }

  it('is brought up once by three processes that start at once, and who waits stops no index', async () => {
    const older = migrations.slice(0, 6);
    await migrate(database, now, older);
    const holder = await connect();
    await holder.query('select pg_advisory_lock($1)', [lock]);
    const env = {DATABASE_URL: database.databaseUrl ?? ''};
    const starters = [1, 2, 3].map(() => start('test/db/programs/migrate-once.ts', env));
    children.push(...starters);
    await untilSessions(3, 'select %advisory_lock(%as locked');
    await expect(holder.query('create index concurrently shops_by_plan on shops (plan)')).resolves.toBeDefined();
    await holder.query('select pg_advisory_unlock($1)', [lock]);

    expect(await Promise.all(starters.map(({ended}) => ended))).toEqual([0, 0, 0]);
    const newest = migrations.at(-1)?.version;
    expect(starters.map(({stdout}) => stdout())).toEqual([1, 2, 3].map(() => `version ${newest}\n`));
    expect(await ledger()).toEqual(migrations.map(({version}) => ({version, indexes_due: false})));
    expect(await rowsOf('select from pg_index where not indisvalid')).toEqual([]);
    const large = migrations.slice(6).flatMap(({largeIndexes = []}) => largeIndexes.map(({name}) => name));
    expect(large).not.toEqual([]);
    for (const name of large) expect(await rowsOf(`select '${name}'::regclass`)).toHaveLength(1);
  });

  it('changes a table that is being read without keeping other readers out', async () => {
    await migrate(database, now, [notes]);
    const [reader, other] = [await connect(), await connect()];
    await reader.query('begin');
    await reader.query('select * from notes');
    const migrated = migrate(database, now, [notes, widened], quick);
    for (let reads = 0; reads < 20; reads += 1) {
      await expect(other.query('select * from notes')).resolves.toMatchObject({rowCount: 2});
      await sleep(10);
    }
    expect(await ledger()).toHaveLength(1);
    await reader.query('commit');
    expect(await migrated).toBe(2);
  });

  it('that others keep locked is given up in one sentence, as it was', async () => {
    await migrate(database, now, [notes]);
    const reader = await connect();
    await reader.query('begin');
    await reader.query('select * from notes');
    const migrated = migrate(database, now, [notes, widened], {...quick, lockTimeoutMs: 5, retries: 2});
    await expect(migrated).rejects.toThrow(
      /^The database could not be migrated: other sessions kept a table locked\.$/,
    );
    expect(await ledger()).toEqual([{version: 1, indexes_due: false}]);
  });

  it('gets its large indexes while others write', async () => {
    await migrate(database, now, [notes]);
    await rowsOf("update notes set text = 'b' where id = 2");
    const writer = await connect();
    await writer.query('begin');
    await writer.query("insert into notes values (3, 'c', 3)");
    const migrated = migrate(database, now, [notes, byText], {...quick, retries: 0});
    await untilSessions(1, 'create index %notes_by_size%');
    const another = await connect();
    await expect(another.query("insert into notes values (4, 'd', 4)")).resolves.toBeDefined();
    await writer.query('commit');
    expect(await migrated).toBe(2);
    expect(await indexes()).toEqual(['notes_by_size', 'notes_by_text'].map((name) => ({name, valid: true})));
  });

  it('whose large index failed is completed by the next start, the invalid one rebuilt', async () => {
    await migrate(database, now, [notes]);
    await expect(migrate(database, now, [notes, byText], quick)).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([
      {name: 'notes_by_size', valid: true},
      {name: 'notes_by_text', valid: false},
    ]);
    expect(await ledger()).toEqual([
      {version: 1, indexes_due: false},
      {version: 2, indexes_due: true},
    ]);
    await rowsOf("update notes set text = 'b' where id = 2");
    expect(await migrate(database, now, [notes, byText], quick)).toBe(2);
    expect(await indexes()).toEqual(['notes_by_size', 'notes_by_text'].map((name) => ({name, valid: true})));
    expect(await ledger()).toEqual([1, 2].map((version) => ({version, indexes_due: false})));
  });

  it('of a start that was killed before its large indexes is completed before the next migration', async () => {
    await migrate(database, now, [notes]);
    await rowsOf("update notes set text = 'b' where id = 2");
    const killed: Migration = {...byText, largeIndexes: []};
    await migrate(database, now, [notes, killed]);
    await rowsOf('update schema_ledger set indexes_due = true where version = 2');
    expect(await migrate(database, now, [notes, byText, afterwards], quick)).toBe(3);
    expect(await indexes()).toEqual([{name: 'notes_by_text', valid: true}]);
  });

  it('leaves no lock and no setting behind on the connection it used', async () => {
    await migrate(database, now, [notes]);
    const {rows} = await (await connect()).query('select pg_try_advisory_lock($1) as free', [lock]);
    expect(rows).toEqual([{free: true}]);
    expect(await rowsOf('show statement_timeout')).toEqual([{statement_timeout: '30s'}]);
    expect(await rowsOf('show lock_timeout')).toEqual([{lock_timeout: '0'}]);
  });
});
