// The app, or with a DATABASE_URL its workers, as a process that kills itself at the named checkpoint, or, where that is
// `busy:` and its name, blocks its event loop until the named file is there; its clock may run ahead.
import {existsSync} from 'node:fs';
import {flushCompileCache} from 'node:module';
import {startWorkerProcess} from '../../../jobs/main.ts';
import {type Config, readConfig} from '../../../server/config.ts';
import {createDeps} from '../../../server/deps.ts';
import {startApp} from '../../../server/main.ts';
import {stopOnSignal} from '../../../server/stop.ts';

// Node writes its compiled code when a process ends by itself, so a killed one would write none.
flushCompileCache();

const [killAt = '', aheadMs = '0', busyUntil = '', ...variables] = process.argv.slice(2);
const config = readConfig(Object.fromEntries(variables.map((variable) => splitOnce(variable))));
const makeDeps = (from: Config) =>
  createDeps(from, {
    now: () => new Date(Date.now() + Number(aheadMs)),
    checkpoint: (name) => {
      if (name === killAt) process.kill(process.pid, 'SIGKILL');
      if (`busy:${name}` === killAt) blockUntil(busyUntil);
    },
  });
const app = config.databaseUrl === null ? await startApp(config, makeDeps) : null;
stopOnSignal(app ?? (await startWorkerProcess(config, makeDeps)));
process.stdout.write(`${app?.port ?? 0}\n`);

/** As a computation that does not end does: no timer, no socket, no lock is renewed meanwhile. */
function blockUntil(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(never, 0, 0, 50);
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
