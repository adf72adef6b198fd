// A database that a test file has used is empty and unchanged when the next one gets it.
import {sql} from 'kysely';
import {describe, expect, test} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {type Database, openDatabase} from '../../server/db/connection/open.ts';
import {refreshStatistics} from '../../server/db/connection/statistics.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {openQueues} from '../../server/queue/queues.ts';
import {allEngines, silentLog} from '../support/database.ts';
import {emptyIfUnchanged, returnDatabase, takeDatabase, urlOf} from '../support/reused-databases.ts';
import {takeEmbedded} from '../support/reused-embedded.ts';

const shop = ShopDomain.parse('used.myshopify.com');

describe.runIf(allEngines.databases.includes('postgres'))('a Postgres database of the tests', () => {
  test('has no rows, no jobs, no statistics and its first numbers again after a test file', async () => {
    await withDatabase(async (name) => {
      const before = await lookAt(name, contents);
      await lookAt(name, use);
      expect(await lookAt(name, contents)).not.toEqual(before);
      expect(await emptyIfUnchanged(name)).toBe(true);
      expect(await lookAt(name, contents)).toEqual(before);
    });
  });

  test.each([
    ['a column', 'alter table shops rename column settings to hidden'],
    ['an index', 'drop index brakes_held'],
    [
      'a trigger',
      'create trigger t before insert on shops for each row execute function suppress_redundant_updates_trigger()',
    ],
    ['a function', 'create function f() returns int language sql as $$ select 1 $$'],
    ['a table', 'create table further (id int)'],
    ['the list of migrations', 'delete from schema_ledger where version = 1'],
    ['a schema', 'create schema further'],
    [
      'a setting',
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    ],
  ])('is dropped when a test changed %s', async (_what, change) => {
    await withDatabase(async (name) => {
      await lookAt(name, ({kysely}) => sql.raw(change).execute(kysely));
      expect(await emptyIfUnchanged(name)).toBe(false);
    });
  });
});

async function withDatabase(work: (name: string) => Promise<void>): Promise<void> {
  const name = await takeDatabase();
  try {
    await work(name);
  } finally {
    await returnDatabase(name);
  }
}

async function lookAt<T>(name: string, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({databaseUrl: urlOf(name), folder: '', log: silentLog});
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

async function use(database: Database): Promise<void> {
  const {kysely} = database;
  const facts = {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'};
  await saveInstalledShop(kysely, shop, facts, new Date());
  const listed = Array.from({length: 100}, (_, at) => ({id: ArticleId.parse(`A-${at}`), price: 1_000}));
  await saveListedArticles(kysely, shop, listed, new Date());
  await sql`select nextval('audit_id_seq'), nextval('bullmq.job_seq'), pg_stat_force_next_flush()`.execute(kysely);
  await refreshStatistics(kysely);
  const queues = await openQueues({database, log: silentLog});
  await queues.enqueue('dropship', {shop});
  await queues.close();
}

/** Rows and the planner's number of rows by table, and the sequences. */
async function contents({kysely}: Database): Promise<unknown> {
  const {rows: tables} = await sql<{name: string; guess: number}>`
    select oid::regclass::text as name, reltuples as guess from pg_class
    where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace) and relkind = 'r' order by 1
  `.execute(kysely);
  const counted: unknown[] = [];
  for (const {name, guess} of tables) {
    if (name === 'bullmq.meta') continue; // written when the queues are opened
    const {rows} = await sql`select count(*)::int as count from ${sql.raw(name)}`.execute(kysely);
    counted.push({name, guess, rows});
  }
  const {rows: numbers} =
    await sql`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`.execute(kysely);
  const {rows: known} = await sql`
    select count(*)::int as columns from pg_statistic join pg_class on oid = starelid
    where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace)
  `.execute(kysely);
  return {counted, numbers, known};
}

describe('an embedded database of the tests', () => {
  test('is handed to the next test file without rows, jobs, statistics or settings of the session', async () => {
    const first = await takeEmbedded(silentLog);
    const before = await contents(first.database);
    await use(first.database);
    await sql`set statement_timeout = 1234`.execute(first.database.kysely);
    expect(await contents(first.database)).not.toEqual(before);
    await first.giveBack();
    const next = await takeEmbedded(silentLog);
    expect(next === first).toBe(true);
    expect(await contents(next.database)).toEqual(before);
    const {rows} = await sql`show statement_timeout`.execute(next.database.kysely);
    expect(rows).not.toEqual([{statement_timeout: '1234ms'}]);
    await next.giveBack();
  });

  test.each([
    ['its schema was changed', 'alter table shops rename column settings to hidden'],
    ['migrations were taken off its list', 'delete from schema_ledger where version = 1'],
    ['someone still listens', 'listen jobs'],
  ])('is closed when %s', async (_what, change) => {
    const changed = await takeEmbedded(silentLog);
    await sql.raw(change).execute(changed.database.kysely);
    await changed.giveBack();
    await expect(sql`select 1`.execute(changed.database.kysely)).rejects.toThrow('destroyed');
    const next = await takeEmbedded(silentLog);
    expect(next === changed).toBe(false);
    await next.giveBack();
  });
});
