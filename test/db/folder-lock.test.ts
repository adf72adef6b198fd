import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {lockFolder} from '../../server/db/connection/folder-lock.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {identifyThisProcess, livenessOf} from '../../server/db/connection/process-identity.ts';
import {silentLog} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';

let home: string;
let folder: string;
let children: ChildProcess[];
let strays: number[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'piecewise-lock-'));
  folder = join(home, 'db');
  children = [];
  strays = [];
});

afterEach(async () => {
  await Promise.all(children.filter((child) => child.exitCode === null && child.signalCode === null).map(kill));
  for (const pid of strays) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  rmSync(home, {recursive: true, force: true});
});

describe('the folder of the embedded database', {timeout: 90_000}, () => {
  it('refuses a second process in one sentence, and serves it after the first has stopped', async () => {
    await writeEmptyEmbedded(folder);
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
    await writeEmptyEmbedded(folder);
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

  // A process that was killed stays in the process table as a zombie until its parent asks for its exit code, and kill(pid, 0)
  // succeeds for it. That is what a container without an init process looks like after its app crashed.
  it.runIf(process.platform === 'linux').each(['plain', 'name) S (with S 1 in it', ') Z ('])(
    'is taken over from a holder that is a zombie, and not while it runs, whatever its program is called: %s',
    async (name) => {
      const holder = await startUnreaped(name);
      const self = identifyThisProcess();
      const identity = {...self, pid: holder.pid, startedAt: startedAt(holder.pid)};
      writeFileSync(`${folder}.lock`, JSON.stringify(identity));
      expect(stateOf(holder.pid)).toBe('S');
      expect(() => lockFolder(folder)).toThrow(`is in use by process ${holder.pid};`);
      process.kill(holder.pid, 'SIGKILL');
      await expect.poll(() => stateOf(holder.pid), {interval: 5, timeout: 10_000}).toBe('Z');
      expect(livenessOf(identity, self)).toBe('dead');
      lockFolder(folder).release();
      expect(existsSync(`${folder}.lock`)).toBe(false);
    },
  );

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

/**
 * A process called `name` whose parent never asks for its exit code: the shell starts it and then becomes another program,
 * which knows nothing of a child.
 */
async function startUnreaped(name: string): Promise<{readonly pid: number}> {
  const program = join(home, name);
  symlinkSync('/bin/sleep', program);
  const parent = spawn('/bin/sh', ['-c', '"$0" 60 & echo $!; exec sleep 60', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(parent);
  const [word]: unknown[] = await once(parent.stdout, 'data');
  const pid = Number(word);
  // Until it has become its program it still carries the name of the shell.
  const comm = () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  await expect
    .poll(() => [comm(), stateOf(pid)], {interval: 5, timeout: 10_000})
    .toEqual([name.slice(0, 15).trim(), 'S']);
  strays.push(pid);
  // A shell collects its dead children; what it becomes does not.
  const parentComm = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
  await expect.poll(parentComm, {interval: 5, timeout: 10_000}).toBe('sleep');
  return {pid};
}

/** Fields of /proc/PID/stat behind the name; state is the third field of the line, start time the twenty-second (proc_pid_stat(5)). */
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
const stateOf = (pid: number) => fieldsOf(pid)[0];
const startedAt = (pid: number) => fieldsOf(pid)[19] ?? '';

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
