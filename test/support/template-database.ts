// Before the first test: one migrated Postgres database, which each test file copies. Migrating costs more than the copy.
import {randomUUID} from 'node:crypto';
import {migrate} from '../../server/db/connection/migrate.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {allEngines, onTestServer, silentLog, templateVariable, urlOf} from './database.ts';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!allEngines.databases.includes('postgres')) return undefined;
  const name = `piecewise_template_${process.pid}_${randomUUID().slice(0, 8)}`;
  await onTestServer(`create database ${name}`);
  const database = await openDatabase({databaseUrl: urlOf(name), folder: '', log: silentLog});
  await migrate(database, new Date());
  await database.close();
  process.env[templateVariable] = name;
  return () => onTestServer(`drop database ${name} with (force)`);
}
