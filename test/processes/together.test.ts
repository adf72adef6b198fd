import {randomBytes} from 'node:crypto';
import {Client} from 'pg';
import {afterEach, describe, expect, it} from 'vitest';
import {engines, testDatabaseUrl} from '../support/database.ts';
import {addressOf, appEnv, type Child, said, start} from './child.ts';

const children: Child[] = [];
const databases: string[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop('SIGKILL')));
  for (const name of databases.splice(0)) await onServer(`drop database ${name} with (force)`);
});

describe.runIf(engines.databases.includes('postgres'))('on one fresh Postgres database', () => {
  it('two web processes and two workers that start at the same moment all come up, and end in order', {
    timeout: 120_000,
  }, async () => {
    const name = `piecewise_test_together_${randomBytes(4).toString('hex')}`;
    await onServer(`create database ${name}`);
    databases.push(name);
    const url = new URL(testDatabaseUrl);
    url.pathname = `/${name}`;
    const env = appEnv({DATABASE_URL: url.href});
    const webs = [start('server/main.ts', env), start('server/main.ts', env)];
    const workers = [start('jobs/main.ts', env), start('jobs/main.ts', env)];
    children.push(...webs, ...workers);
    const addresses = await Promise.all(webs.map(addressOf));
    await Promise.all(workers.map((worker) => said(worker, /"(working)"/)));
    for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await Promise.all(children.map((child) => child.stop()))).toEqual([0, 0, 0, 0]);
    expect(children.map((child) => child.stderr()).join('')).not.toMatch(/"level":(40|50|60)/);
  });
});

async function onServer(statement: string): Promise<void> {
  const client = new Client({connectionString: testDatabaseUrl});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
