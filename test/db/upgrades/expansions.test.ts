// From migration 36 on, a program of the release before goes on beside the newer schema (server/OPERATING.md, "A new version").
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {migrate, migrations} from '../../../server/db/connection/migrate.ts';
import type {Migration} from '../../../server/db/connection/schema-ledger.ts';
import {openTestDatabase, type TestDatabase} from '../../support/database.ts';
import {findContractions, readSchema} from '../../support/releases/expansion.ts';
import {releases} from '../../support/releases/releases.ts';

/** The newest migration before the rule. */
const lastUnbound = 35;

type Exception = {
  readonly version: number;
  /** As the test names it. */
  readonly what: string;
  /** What was contracted is no longer used by the program of this release, of which `releases.ts` knows the schema. */
  readonly unusedBySchema?: number;
  readonly reason: string;
};

/**
 * Contractions, at the earliest one release after the program stopped using what goes away; and expansions that the test cannot tell from
 * them, such as a trigger that changes nothing an older program relies on.
 */
const exceptions: readonly Exception[] = [
  {
    version: 39,
    what: 'dropship_orders has a new trigger: keep_buyer_erased',
    reason: 'It changes only rows whose buyer asked to be erased, which an older program may not bring back either.',
  },
  {
    version: 39,
    what: 'dropship_orders has a new trigger: keep_buyer_erased_in_new',
    reason: 'The same for an order that is placed again.',
  },
  {
    version: 44,
    what: 'articles has a new trigger: state_stock_fees',
    reason: 'It fills a column that an older program does not know, and refuses no value that an article can hold.',
  },
  {
    version: 52,
    what: 'articles has a new trigger: state_unstated_options',
    reason: 'The same for four columns.',
  },
  {
    version: 70,
    what: 'articles has a new trigger: forget_known_item',
    reason: 'It deletes from a table that an older program does not know, when that program changes a record.',
  },
];

const now = new Date('2026-11-27T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
});
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.kysely);
  await sql`create schema public`.execute(database.kysely);
});
afterAll(() => database.dispose());

async function contractionsOf(
  list: readonly Migration[],
  after: number,
): Promise<readonly (Migration & {found: readonly string[]})[]> {
  const upTo = (version: number) => list.filter((migration) => migration.version <= version);
  await migrate(database, now, upTo(after));
  let before = await readSchema(database.kysely);
  const judged: (Migration & {found: readonly string[]})[] = [];
  for (const migration of list.filter(({version}) => version > after)) {
    await migrate(database, now, upTo(migration.version));
    const schema = await readSchema(database.kysely);
    judged.push({...migration, found: findContractions(before, schema)});
    before = schema;
  }
  return judged;
}

it('migrations only expand, but for what is listed with its reason', async () => {
  const judged = await contractionsOf(migrations, lastUnbound);
  const found = judged.flatMap(({version, found: all}) => all.map((what) => ({version, what})));
  expect(found).toEqual(exceptions.map(({version, what}) => ({version, what})));
});

it('a contraction that is listed comes after a release that no longer uses what goes away', () => {
  for (const {version, unusedBySchema} of exceptions) {
    if (unusedBySchema === undefined) continue;
    expect(releases.map(({schema}) => schema)).toContain(unusedBySchema);
    expect(unusedBySchema).toBeLessThan(version);
  }
});

it('the renames of migration 18, which a program of its release before did not outlive, are noticed', async () => {
  const [renames] = await contractionsOf(
    migrations.filter(({version}) => version <= 18),
    17,
  );
  expect(renames?.found).toEqual(['column dropship_orders.called_up is gone', 'column dropship_orders.told is gone']);
});

describe('a migration that an older program does not go on beside is noticed:', () => {
  const tables: Migration = {
    version: 1,
    name: 'tables',
    statements: [
      'create table shops (shop text primary key, plan text, size integer not null default 0)',
      "create table notes (id integer primary key, shop text not null references shops, text text, kind text check (kind in ('a', 'b')))",
      'create unique index notes_by_text on notes (shop, text)',
    ],
  };
  const noticed = async (statement: string) =>
    (await contractionsOf([tables, {version: 2, name: 'next', statements: [statement]}], 1))[0]?.found;

  it.each([
    ['drop table notes', 'table notes is gone'],
    ['alter table notes rename to remarks', 'table notes is gone'],
    ['alter table notes drop column text', 'column notes.text is gone'],
    ['alter table notes rename column text to words', 'column notes.text is gone'],
    ['alter table shops alter column size type bigint', 'column shops.size was integer and is bigint'],
    ['alter table shops alter column plan set not null', 'column shops.plan takes no null any more'],
    ['alter table shops alter column size drop default', 'column shops.size has no default any more'],
    ['alter table shops add column owner text not null', 'column shops.owner takes no null and has no default'],
    [
      'alter table shops add column small integer generated always as (plan::integer) stored',
      'column shops.small is computed from what is written',
    ],
    ["alter table shops add check (plan <> 'free')", "shops has a new check: CHECK ((plan <> 'free'::text))"],
    [
      "alter table notes drop constraint notes_kind_check, add check (kind in ('a', 'c'))",
      "notes has a new check: CHECK ((kind = ANY (ARRAY['a'::text, 'c'::text])))",
    ],
    ['create unique index on shops (plan)', 'shops has a new unique: USING btree (plan)'],
    ['alter table shops add column number integer default 1 unique', 'shops has a new unique: USING btree (number)'],
    [
      'alter table notes add foreign key (text) references shops',
      'notes has a new foreign key: FOREIGN KEY (text) REFERENCES shops(shop)',
    ],
    [
      'create table more (shop text references shops)',
      'rows of shops cannot be deleted while more names them: FOREIGN KEY (shop) REFERENCES shops(shop)',
    ],
    ['drop index notes_by_text', 'notes is not unique any more USING btree (shop, text)'],
    [
      'create trigger no_change before update on notes for each row execute function suppress_redundant_updates_trigger()',
      'notes has a new trigger: no_change',
    ],
  ])('%s', async (statement, sentence) => {
    expect(await noticed(statement)).toContain(sentence);
  });

  it.each([
    'alter table shops add column owner text',
    "alter table shops add column owner text not null default '' check (owner <> 'x')",
    'alter table shops add column number integer unique',
    'alter table shops alter column size drop not null',
    'alter table notes drop constraint notes_kind_check',
    "alter table notes drop constraint notes_kind_check, add check (kind in ('b', 'a', 'c'))",
    'create table more (shop text primary key references shops on delete cascade, text text not null)',
    'create index on notes (text)',
  ])('but not %s', async (statement) => {
    expect(await noticed(statement)).toEqual([]);
  });
});
