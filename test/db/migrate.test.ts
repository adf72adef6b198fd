import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {migrate} from '../../server/db/connection/migrate.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import type {Migration} from '../../server/db/connection/schema-ledger.ts';
import {engines, onEachDatabase, openTestDatabase, silentLog} from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const first: Migration = {version: 1, name: 'thread', statements: []};
const second: Migration = {
  version: 2,
  name: 'notes',
  statements: ['create table notes (id integer primary key)', 'insert into notes values (1)'],
};

onEachDatabase('a schema', (current, engine) => {
  it('is brought up once, however often a process starts', async () => {
    const database = current();
    await sql`drop table if exists notes`.execute(database.kysely);
    await sql`delete from schema_ledger where version > 1`.execute(database.kysely);
    expect(await migrate(database, now, [first, second])).toBe(2);
    expect(await migrate(database, now, [first, second])).toBe(2);
    const {rows} = await sql`select version, name, applied_at from schema_ledger where version = 2`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{version: 2, name: 'notes', applied_at: now}]);
  });

  it('is refused by an older program in one sentence', async () => {
    const database = current();
    await migrate(database, now, [first, second]);
    await expect(migrate(database, now, [first])).rejects.toThrow(
      /^The database's schema is at version 2, this program knows up to 1; start the newer program/,
    );
  });

  it('stays as it was when a migration fails half way', async () => {
    const database = current();
    await migrate(database, now, [first, second]);
    const broken: Migration = {
      version: 3,
      name: 'broken',
      statements: ['create table half (id integer)', 'select 1/0'],
    };
    await expect(migrate(database, now, [first, second, broken])).rejects.toThrow('division by zero');
    const {rows} = await sql`select to_regclass('public.half') as half`.execute(database.kysely);
    expect(rows).toEqual([{half: null}]);
    expect(await migrate(database, now, [first, second])).toBe(2);
  });

  it.runIf(engine === 'pglite')('gets a large index in the transaction of its migration', async () => {
    const database = current();
    await migrate(database, now, [first, second]);
    const large: Migration = {
      version: 3,
      name: 'large',
      statements: ['create table twice as select 1 as id from generate_series(1, 2)'],
      largeIndexes: [{name: 'twice_by_id', on: 'twice (id)', unique: true}],
    };
    await expect(migrate(database, now, [first, second, large])).rejects.toThrow('could not create unique index');
    const {rows} = await sql`select to_regclass('public.twice') as twice`.execute(database.kysely);
    expect(rows).toEqual([{twice: null}]);
    const valid = {...large, statements: ['create table twice as select 1 as id']};
    expect(await migrate(database, now, [first, second, valid])).toBe(3);
    const found =
      await sql`select indisvalid as valid from pg_index where indexrelid = 'twice_by_id'::regclass`.execute(
        database.kysely,
      );
    expect(found.rows).toEqual([{valid: true}]);
  });
});

describe.skipIf(!engines.databases.includes('postgres'))('processes that start at once on Postgres', () => {
  it('migrate once between them', async () => {
    const database = await openTestDatabase('postgres');
    const {databaseUrl} = database;
    await sql`drop table schema_ledger`.execute(database.kysely);
    await sql`drop schema public cascade`.execute(database.kysely);
    await sql`create schema public`.execute(database.kysely);
    const starters = await Promise.all(Array.from({length: 5}, () => openDatabase({databaseUrl, log: silentLog})));
    const versions = await Promise.all(starters.map((starter) => migrate(starter, now)));
    expect(new Set(versions).size).toBe(1);
    const {rows} = await sql<{newest: number}>`select max(version) as newest from schema_ledger`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{newest: versions[0]}]);
    await Promise.all(starters.map((starter) => starter.close()));
    await database.dispose();
  });
});
