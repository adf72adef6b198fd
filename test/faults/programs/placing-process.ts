// The app, or with a DATABASE_URL its workers, as a process that kills itself at the named checkpoint; its clock may run ahead.
import {startWorkerProcess} from '../../../jobs/main.ts';
import {type Config, readConfig} from '../../../server/config.ts';
import {createDeps} from '../../../server/deps.ts';
import {startApp} from '../../../server/main.ts';
import {stopOnSignal} from '../../../server/stop.ts';

const [killAt = '', aheadMs = '0', ...variables] = process.argv.slice(2);
const config = readConfig(Object.fromEntries(variables.map((variable) => splitOnce(variable))));
const makeDeps = (from: Config) =>
  createDeps(from, {
    now: () => new Date(Date.now() + Number(aheadMs)),
    checkpoint: (name) => {
      if (name === killAt) process.kill(process.pid, 'SIGKILL');
    },
  });
const app = config.databaseUrl === null ? await startApp(config, makeDeps) : null;
stopOnSignal(app ?? (await startWorkerProcess(config, makeDeps)));
process.stdout.write(`${app?.port ?? 0}\n`);

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
