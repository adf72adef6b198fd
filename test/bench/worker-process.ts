// Starts the worker beside the bench with the flags that `npm run worker` gives it, and asks what memory and time it took.
import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {type AskedProcess, startAskedProcess} from './asked-process.ts';

const Package = z.object({scripts: z.object({worker: z.string()})});

/** `env` is all the environment it gets. Throws where the worker does not start. */
export const startWorkerProcess = (env: Readonly<Record<string, string>>): Promise<AskedProcess> =>
  startAskedProcess('worker', {env, flags: workerFlags(), input: null});

/** Those for the launcher itself are not Node's. */
const launcherFlags = new Set(['--omit=dev', '--with-env-file']);

function workerFlags(): readonly string[] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const {scripts} = Package.parse(JSON.parse(text));
  return scripts.worker.split(' ').filter((word) => word.startsWith('--') && !launcherFlags.has(word));
}
