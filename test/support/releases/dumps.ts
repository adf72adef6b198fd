// The data that released programs left (programs/make-dumps.ts), put into an empty database of either engine.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {sql} from 'kysely';
import {Client} from 'pg';
import type {TestDatabase} from '../database.ts';
import type {Release} from './releases.ts';

export const dumpFile = ({schema}: Pick<Release, 'schema'>): string =>
  join(import.meta.dirname, 'dumps', `schema-${schema}.sql.gz`);

/** Replaces all that the database holds of the app. Sent as one text of many statements, so nothing has to tell them apart. */
export async function loadDump({kysely, queueStore}: TestDatabase, release: Pick<Release, 'schema'>): Promise<void> {
  await sql`drop schema public cascade`.execute(kysely);
  await sql`create schema public`.execute(kysely);
  const text = gunzipSync(readFileSync(dumpFile(release))).toString('utf8');
  if (queueStore.kind === 'pglite') {
    await queueStore.pglite.exec(`${text}\nreset all;`);
    return;
  }
  const client = new Client({connectionString: queueStore.url});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
