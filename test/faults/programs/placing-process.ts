// The app, or with a DATABASE_URL its workers, as a process that kills itself at the named checkpoint, or, where that is
// `busy:` and its name, does nothing else for longer than BullMQ's lock holds; its clock may run ahead.
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
      if (`busy:${name}` === killAt) spin();
    },
  });
const app = config.databaseUrl === null ? await startApp(config, makeDeps) : null;
stopOnSignal(app ?? (await startWorkerProcess(config, makeDeps)));
process.stdout.write(`${app?.port ?? 0}\n`);

/** The lock of a dropship job holds 10 s, and lost ones are looked for every 5 s. */
function spin(): void {
  const until = performance.now() + 18_000;
  while (performance.now() < until);
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
