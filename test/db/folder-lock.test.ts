import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {lockFolder} from '../../server/db/folder-lock.ts';
import {openDatabase} from '../../server/db/open.ts';
import {identifyThisProcess} from '../../server/db/process-identity.ts';
import {silentLog} from '../support/database.ts';

let home: string;
let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'piecewise-lock-'));
  folder = join(home, 'db');
  children = [];
});

afterEach(async () => {
  await Promise.all(children.filter((child) => child.exitCode === null && child.signalCode === null).map(kill));
  rmSync(home, {recursive: true, force: true});
});

describe('the folder of the embedded database', {timeout: 30_000}, () => {
  it('refuses a second process in one sentence, and serves it after the first has stopped', async () => {
    const holder = await startHolder();
    expect(holder.said).toBe('open');
    const second = await startHolder();
    expect(second.said).toBe(
      `refused: The embedded database in ${folder} is in use by process ${holder.child.pid}; stop that one, or set DATABASE_URL to run several processes.`,
    );
    holder.child.stdin?.write('stop\n');
    await once(holder.child, 'exit');
    expect(existsSync(`${folder}.lock`)).toBe(false);
    expect((await startHolder('second.myshopify.com')).said).toBe('open');
  });

  it('is taken over from a process that was killed, with what it had written', async () => {
    const holder = await startHolder();
    expect(holder.said).toBe('open');
    await kill(holder.child);
    expect(existsSync(`${folder}.lock`)).toBe(true);
    const database = await openDatabase({folder, log: silentLog});
    expect(await database.kysely.selectFrom('shops').select('shop').execute()).toEqual([{shop: 'held.myshopify.com'}]);
    await database.close();
  });

  it('refuses to be opened twice in one process', async () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow('is in use by process');
    lock.release();
    lockFolder(folder).release();
  });

  it.each([
    ['another start of the machine', {bootId: 'before'}],
    ['a process whose number was given to another', {startedAt: '1'}],
    ['a process that is no more', {pid: 4_194_304}],
  ])('is taken over from %s', (_title, difference) => {
    writeFileSync(`${folder}.lock`, JSON.stringify({...identifyThisProcess(), ...difference}));
    lockFolder(folder).release();
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });

  it('is held by a container beside this one for as long as that gives signs of life', () => {
    const file = `${folder}.lock`;
    writeFileSync(file, JSON.stringify({...identifyThisProcess(), pid: 1, pidNamespace: 'pid:[1]'}));
    expect(() => lockFolder(folder)).toThrow('is in use by process 1;');
    utimesSync(file, new Date(0), new Date(0));
    lockFolder(folder).release();
  });

  it('is held while another process is just writing its lock, and free when that stayed half done', () => {
    const file = `${folder}.lock`;
    writeFileSync(file, '');
    expect(() => lockFolder(folder)).toThrow('is in use by another process;');
    utimesSync(file, new Date(0), new Date(0));
    lockFolder(folder).release();
  });

  it('goes to one of several processes that find the same dead holder', async () => {
    writeFileSync(`${folder}.lock`, JSON.stringify({...identifyThisProcess(), bootId: 'before'}));
    const starters = await Promise.all(Array.from({length: 5}, () => start('hold-lock.ts')));
    expect(starters.filter(({said}) => said === 'open')).toHaveLength(1);
    const winner = starters.find(({said}) => said === 'open');
    expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject({pid: winner?.child.pid});
  });
});

const startHolder = (shop = 'held.myshopify.com') => start('hold-folder.ts', shop);

/** Starts another process on the folder and waits for its first word. */
async function start(program: string, ...given: string[]): Promise<{child: ChildProcess; said: string}> {
  const file = join(import.meta.dirname, 'programs', program);
  const child = spawn(process.execPath, [file, folder, ...given], {stdio: ['pipe', 'pipe', 'inherit']});
  children.push(child);
  const [word]: unknown[] = await once(child.stdout, 'data');
  return {child, said: String(word).trim()};
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
