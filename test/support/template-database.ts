// Before the first test: the dump that embedded databases are loaded from, which takes seconds where the schema is a new one, and one
// migrated Postgres database with the schema of the queue, which the databases of the tests are copied from.
import {randomUUID} from 'node:crypto';
import {Client} from 'pg';
import {migrate} from '../../server/db/connection/migrate.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {openQueues} from '../../server/queue/queues.ts';
import {allEngines, silentLog} from './database.ts';
import {emptyEmbedded} from './embedded-dump.ts';
import {
  dropAll,
  findSocket,
  onTestServer,
  schemaOf,
  socketVariable,
  templateSchemaVariable,
  templateVariable,
  urlOf,
} from './reused-databases.ts';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await emptyEmbedded();
  if (!allEngines.databases.includes('postgres')) return undefined;
  const name = `piecewise_template_${process.pid}_${randomUUID().slice(0, 8)}`;
  await onTestServer(`create database ${name}`);
  const database = await openDatabase({databaseUrl: urlOf(name), folder: '', log: silentLog});
  await migrate(database, new Date());
  const queues = await openQueues({database, log: silentLog});
  await queues.close();
  await database.close();
  const client = new Client({connectionString: urlOf(name)});
  await client.connect();
  process.env[templateSchemaVariable] = await schemaOf(client);
  await client.end();
  process.env[templateVariable] = name;
  const socket = await findSocket();
  if (socket !== undefined) process.env[socketVariable] = socket;
  return () => dropAll(name);
}
