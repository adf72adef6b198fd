import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {engines, openTestDatabase, testDatabaseUrl} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, type Child, start} from './child.ts';

const web = 'server/main.ts';
const worker = 'jobs/main.ts';
let home: string;
const children: Child[] = [];
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'piecewise-refusals-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop('SIGKILL')));
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

function run(file: string, env: Record<string, string>): Child {
  const child = start(file, {LOG_LEVEL: 'error', ...env});
  children.push(child);
  return child;
}

/** Ends with 1 and one sentence, and nothing besides. */
async function expectRefusal(file: string, env: Record<string, string>, sentence: RegExp | string): Promise<void> {
  const child = run(file, env);
  expect(await child.ended).toBe(1);
  expect(child.stdout()).toBe('');
  expect(child.stderr()).toMatch(sentence);
  expect(child.stderr()).toMatch(/^[A-Z][^\n]*\.\n$/);
}

describe('a start that cannot be is refused in one sentence', {timeout: 120_000}, () => {
  it('without a variable that it needs', () =>
    expectRefusal(web, appEnv({HOST: ''}), /^HOST is not set; \.env\.example explains it\.\n$/));

  it('of workers without DATABASE_URL', () =>
    expectRefusal(worker, appEnv(), /^DATABASE_URL is not set: the embedded database has room for one process/));

  it('in production with a stand-in for Shopify', () =>
    expectRefusal(
      web,
      appEnv({
        NODE_ENV: 'production',
        SHOPIFY_ORIGIN: 'http://127.0.0.1:1',
        HOST: 'https://a.example',
        SUPPLIER_URL: 'https://s.example',
      }),
      /^SHOPIFY_ORIGIN is only for stand-ins/,
    ));

  it('on a port that is taken; and what was opened is closed again', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const PORT = String((taken.address() as AddressInfo).port);
    const folder = join(home, 'taken', 'db');
    await expectRefusal(web, appEnv({PORT, DATA_FOLDER: folder}), `Port ${PORT} is in use by another program;`);
    expect(existsSync(folder)).toBe(true);
    expect(existsSync(`${folder}.lock`)).toBe(false);
    taken.close();
  });

  it('of a second process on the folder of the embedded database', async () => {
    const folder = join(home, 'shared', 'db');
    await writeEmptyEmbedded(folder);
    const first = run(web, appEnv({DATA_FOLDER: folder}));
    const url = await addressOf(first);
    await expectRefusal(
      web,
      appEnv({DATA_FOLDER: folder}),
      `The embedded database in ${folder} is in use by process ${first.process.pid};`,
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.each([web, worker])('of %s, with a database that cannot be reached', async (file) => {
    const nowhere = {DATABASE_URL: 'postgres://somebody:pass-word@127.0.0.1:1/none'};
    const child = run(file, appEnv(nowhere));
    expect(await child.ended).toBe(1);
    expect(child.stderr()).toMatch(
      /^The database named by DATABASE_URL cannot be reached: [^\n]*ECONNREFUSED[^\n]*\.\n$/,
    );
    expect(child.stderr()).not.toContain('pass-word');
  });

  it.runIf(engines.databases.includes('postgres'))('with a database that does not exist', async () => {
    const none = new URL(testDatabaseUrl);
    none.pathname = '/piecewise_there_is_none';
    await expectRefusal(
      web,
      appEnv({DATABASE_URL: none.href}),
      /cannot be reached: database "piecewise_there_is_none" does not exist\.\n$/,
    );
  });

  it.runIf(engines.databases.includes('postgres'))('of workers whose Redis cannot be reached', async () => {
    const database = await openTestDatabase('postgres');
    const env = appEnv({
      DATABASE_URL: database.databaseUrl ?? '',
      REDIS_URL: 'redis://127.0.0.1:1',
      LOG_LEVEL: 'fatal',
    });
    await expectRefusal(worker, env, /^Redis cannot be reached/);
    await database.dispose();
  });
});
