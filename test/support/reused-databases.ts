// Postgres databases that the test files of one run use one after the other: making one and dropping it takes 300 ms of a core, emptying it
// 30 ms. The name says whether a database is in use or free, and renaming it takes it, so processes share them without a list.
import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {Client} from 'pg';

/** The name of the database that `template-database.ts` has prepared. */
export const templateVariable = 'TEST_TEMPLATE_DATABASE';
/** What the schema of the template looks like, as `schemaOf` says it. */
export const templateSchemaVariable = 'TEST_TEMPLATE_SCHEMA';

/** The folder of the server's socket, where it has one here. */
export const socketVariable = 'TEST_DATABASE_SOCKET';

export const testDatabaseUrl =
  process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A migrated, empty database; a fresh and unmigrated one outside Vitest, where there is no template. */
export async function takeDatabase(): Promise<string> {
  const template = process.env[templateVariable];
  const name = `${template === undefined ? 'piecewise_test' : prefixOf(template, 'used')}_${randomUUID().slice(0, 8)}`;
  await onDatabase(testDatabaseUrl, async (server) => {
    if (template !== undefined && (await takeFree(server, template, name))) return;
    await server.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
    // No test needs its commits to outlive the server.
    await server.query(`alter database ${name} set synchronous_commit = off`);
  });
  return name;
}

/** Free for the next file when its schema and settings are as they were; else it is dropped. */
export async function returnDatabase(name: string): Promise<void> {
  const template = process.env[templateVariable];
  const isEmpty = template !== undefined && (await emptyIfUnchanged(name));
  await onDatabase(testDatabaseUrl, async (server) => {
    if (isEmpty)
      await server.query(`alter database ${name} rename to ${prefixOf(template, 'free')}_${randomUUID().slice(0, 8)}`);
    else await server.query(`drop database ${name} with (force)`);
  });
}

/** No longer one of the run's databases, so that it outlives the run. Returns its new name. */
export async function keepDatabase(name: string): Promise<string> {
  const kept = `piecewise_kept_${randomUUID().slice(0, 8)}`;
  await onTestServer(`alter database ${name} rename to ${kept}`);
  return kept;
}

/** Drops the template and all databases made from it. */
export async function dropAll(template: string): Promise<void> {
  await onDatabase(testDatabaseUrl, async (server) => {
    const made = await namesLike(server, `${runOf(template)}_%`);
    for (const name of [...made, template]) await server.query(`drop database if exists ${name} with (force)`);
  });
}

export function urlOf(name: string): string {
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Over the server's socket where there is one on this machine: a query takes half the time of one over TCP. */
export function quickUrlOf(name: string): string {
  const url = new URL(urlOf(name));
  const folder = process.env[socketVariable];
  if (folder !== undefined) url.searchParams.set('host', folder);
  return url.href;
}

/** The folder of the same server's socket; undefined where it cannot be reached that way. */
export async function findSocket(): Promise<string | undefined> {
  const ask = (url: string) =>
    onDatabase(url, async (client) => {
      const asked = `select pg_postmaster_start_time() as started, current_setting('unix_socket_directories') as folders`;
      return (await client.query<{started: Date; folders: string}>(asked)).rows[0];
    });
  const found = await ask(testDatabaseUrl);
  for (const folder of found?.folders.split(',').map((text) => text.trim()) ?? []) {
    const url = new URL(testDatabaseUrl);
    if (!existsSync(`${folder}/.s.PGSQL.${url.port === '' ? 5432 : url.port}`)) continue;
    url.searchParams.set('host', folder);
    const there = await ask(url.href).catch(() => undefined);
    if (there?.started.getTime() === found?.started.getTime()) return folder;
  }
  return undefined;
}

export const onTestServer = (statement: string): Promise<unknown> =>
  onDatabase(testDatabaseUrl, (server) => server.query(statement));

/**
 * Asks for all that a test may have changed beside rows, as one text: columns, indexes, constraints, triggers, functions, sequences,
 * settings, and the migrations that were applied.
 */
export const schemaQuery = `
  with own as (select oid as space, nspname from pg_namespace where nspname in ('public', 'bullmq')),
  relations as (select c.oid as relation, nspname || '.' || relname as name, relkind from pg_class c join own on own.space = relnamespace
    where relname !~ '^bullmq_jid_')
  select md5(string_agg(line, E'\\n' order by line collate "C")) as schema from (
    select concat_ws(' ', name, relkind, attname, atttypid, atttypmod, attnotnull, atthasdef) as line
      from relations join pg_attribute on attrelid = relation and attnum > 0 and not attisdropped
    union all select concat_ws(' ', name, indisunique, indisvalid, indkey, pg_get_expr(indpred, indrelid))
      from relations join pg_index on indexrelid = relation
    union all select concat_ws(' ', name, conname, contype, convalidated, conkey) from relations join pg_constraint on conrelid = relation
    union all select concat_ws(' ', name, tgname, tgenabled) from relations join pg_trigger on tgrelid = relation where not tgisinternal
    union all select concat_ws(' ', nspname, proname, md5(prosrc)) from pg_proc join own on own.space = pronamespace
    union all select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname !~ '^pg_'
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting join pg_database d on d.oid = setdatabase
      where datname = current_database() and setconfig <> '{synchronous_commit=off}'
    union all select concat_ws(' ', 'allows connections', datallowconn) from pg_database where datname = current_database()
    union all select concat_ws(' ', 'applied', version, name, indexes_due) from public.schema_ledger
    union all select concat_ws(' ', 'applied to the queue', version, name) from bullmq.migration
  ) as lines`;

export async function schemaOf(database: Client): Promise<string> {
  const {rows} = await database.query<{schema: string}>(schemaQuery);
  return rows[0]?.schema ?? '';
}

/** False where the schema is another one, or no one can connect. */
export async function emptyIfUnchanged(name: string): Promise<boolean> {
  try {
    return await onDatabase(urlOf(name), async (database) => {
      await database.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      if ((await schemaOf(database)) !== process.env[templateSchemaVariable]) return false;
      await database.query(emptying);
      return true;
    });
  } catch {
    return false;
  }
}

/**
 * Deletes from small tables, which takes a tenth of truncating them. Tables that grew or were analysed are truncated, so that neither dead
 * rows nor the planner's statistics are left for the next file.
 */
export const emptying = `do $$
  declare
    table_name text;
  begin
    delete from pg_statistic where starelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace));
    for table_name in
      select oid::regclass::text from pg_class
      where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace) and relkind = 'r'
        and (reltuples >= 0 or pg_table_size(oid) > 262144)
        and oid not in ('public.schema_ledger'::regclass, 'bullmq.migration'::regclass)
    loop
      execute 'truncate ' || table_name || ' cascade';
    end loop;
    -- One for each queue with jobs.
    for table_name in select format('%I.%I', schemaname, sequencename) from pg_sequences where sequencename like 'bullmq\\_jid\\_%' loop
      execute 'drop sequence ' || table_name;
    end loop;
    set local session_replication_role = replica;
    for table_name in
      select oid::regclass::text from pg_class
      where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace) and relkind = 'r' and pg_relation_size(oid) > 0
        and oid not in ('public.schema_ledger'::regclass, 'bullmq.migration'::regclass)
    loop
      execute 'delete from ' || table_name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null;
    perform pg_stat_reset();
  end $$`;

/** False when none is free. Two processes may want the same one: the rename of the second fails, and it takes another. */
async function takeFree(server: Client, template: string, name: string): Promise<boolean> {
  for (const free of await namesLike(server, `${prefixOf(template, 'free')}_%`)) {
    const isTaken = await server.query(`alter database ${free} rename to ${name}`).then(
      () => true,
      () => false,
    );
    if (isTaken) return true;
  }
  return false;
}

async function namesLike(server: Client, pattern: string): Promise<readonly string[]> {
  const {rows} = await server.query<{datname: string}>('select datname from pg_database where datname like $1', [
    pattern.replaceAll('_', '\\_'),
  ]);
  return rows.map(({datname}) => datname);
}

/** The part of the template's name that no other run has. */
const runOf = (template: string): string => template.replace('_template_', '_test_');
const prefixOf = (template: string, state: 'used' | 'free'): string => `${runOf(template)}_${state}`;

async function onDatabase<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({connectionString});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
