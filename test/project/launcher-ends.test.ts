// The launcher ends with the shell in which npm starts it.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';

/** Ends by itself, so that a failing test leaves no process behind. */
const program = `
  process.on('SIGTERM', () => { console.log('told to end'); process.exit(); });
  setTimeout(() => {}, 20_000);
  console.log('ready');
`;

test.runIf(process.platform !== 'win32')(
  'a program that npm started is told to end when npm’s shell ends',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'piecewise-launcher-'));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    mkdirSync(join(folder, 'server'));
    cpSync('server/launch.mjs', join(folder, 'server', 'launch.mjs'));
    writeFileSync(join(folder, 'stay.mjs'), program);
    // The second command keeps the shell from becoming the program.
    const command = `'${process.execPath}' server/launch.mjs stay.mjs; true`;
    const env = {...process.env, npm_lifecycle_event: 'start'};
    const shell = spawn('/bin/sh', ['-c', command], {cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit']});
    let said = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said).toBe('ready\n');
    shell.kill('SIGTERM');
    // The pipe closes when the last process that has it has ended.
    await once(shell.stdout, 'close');
    expect(said).toBe('ready\ntold to end\n');
  },
);
