// Starts the worker beside the bench with the flags that `npm run worker` gives it, and asks at its end what memory it took.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';

const Peak = z.object({peakKilobytes: z.number().positive()});
const Package = z.object({scripts: z.object({worker: z.string()})});

export type WorkerProcess = {
  /** Ends it; gives the most memory the process ever took (resident set), in megabytes. */
  readonly stop: () => Promise<number>;
  /** Ends it if it still runs. */
  readonly end: () => Promise<void>;
};

/** `env` is all the environment it gets. Throws where the worker does not start. */
export async function startWorkerProcess(env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const program = fileURLToPath(new URL('programs/worker.ts', import.meta.url));
  const child = spawn(process.execPath, [...workerFlags(), program], {env, stdio: ['ignore', 'pipe', 'inherit']});
  const ended = once(child, 'exit');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done) throw new Error('the worker ended before its time');
    return JSON.parse(line.value);
  };
  await next();
  return {
    async stop() {
      child.kill('SIGTERM');
      const {peakKilobytes} = Peak.parse(await next());
      await ended;
      return peakKilobytes / 1_024;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Those for the launcher itself are not Node's. */
const launcherFlags = new Set(['--omit=dev', '--with-env-file']);

function workerFlags(): readonly string[] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const {scripts} = Package.parse(JSON.parse(text));
  return scripts.worker.split(' ').filter((word) => word.startsWith('--') && !launcherFlags.has(word));
}
