// Two workers as processes of their own, of which one can be killed in the middle of its work and is replaced, as a service
// manager would.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {openSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {until} from './merchant.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Crew = {
  /**
   * Does something, waits until it is under way, and kills (-9) the worker that began a job of the queue for it. Throws
   * unless that worker is dead, and by that signal.
   */
  readonly killTheOneWith: <T>(
    queue: string,
    act: () => T,
    isUnderWay: () => boolean,
  ) => Promise<{readonly done: T; readonly pid: number; readonly signal: NodeJS.Signals}>;
  readonly stop: () => Promise<void>;
};

type Worker = {readonly process: ChildProcess; readonly logFile: string};

export function startCrew(env: NodeJS.ProcessEnv, folder: string): Crew {
  let count = 0;
  const hire = (): Worker => {
    count += 1;
    const logFile = join(folder, `worker-${count}.log`);
    return {process: launch('jobs/main.ts', env, logFile), logFile};
  };
  let workers = [hire(), hire()];
  return {
    async killTheOneWith(queue, act, isUnderWay) {
      const before = new Map(workers.map((worker) => [worker, begunIn(worker, queue)]));
      const done = act();
      const busy = await until(30_000, async () => {
        const found = workers.find((worker) => begunIn(worker, queue) > (before.get(worker) ?? 0));
        return isUnderWay() ? (found ?? null) : null;
      });
      const dead = await kill(busy.process);
      workers = [...workers.filter((worker) => worker !== busy), hire()];
      return {done, ...dead};
    },
    stop: async () => void (await Promise.all(workers.map((worker) => end(worker.process)))),
  };
}

async function kill(child: ChildProcess): Promise<{pid: number; signal: NodeJS.Signals}> {
  const {pid} = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    throw new Error('the worker to be killed had ended by itself');
  }
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  if (child.signalCode !== 'SIGKILL') throw new Error(`worker ${pid} was to be killed and ended by itself`);
  return {pid, signal: child.signalCode};
}

/** How many jobs of the queue a worker has begun, by its own log. */
const begunIn = ({logFile}: Worker, queue: string): number =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"job begins"') && line.includes(`"queue":"${queue}"`)).length;

export function launch(file: string, env: NodeJS.ProcessEnv, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  return spawn(process.execPath, [join(root, file)], {cwd: root, env, stdio: ['ignore', log, log]});
}

/** Asks a process to end, and after twenty seconds makes it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(forced);
}
