// Programs of ours as processes of their own: what they say, how they end, and no environment but the one given.
import {type ChildProcess, spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Child = {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code; -1 where a signal ended it. */
  readonly ended: Promise<number>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number>;
};

/** @param folder of the program: another tree than this one, where it is an older program's. */
export function start(
  file: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
  folder: string = root,
): Child {
  const {PATH, NODE_COMPILE_CACHE} = process.env;
  const child = spawn(process.execPath, [file, ...args], {cwd: folder, env: {PATH, NODE_COMPILE_CACHE, ...env}});
  const heard = {stdout: '', stderr: ''};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    heard.stderr += text;
  });
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return {
    process: child,
    stdout: () => heard.stdout,
    stderr: () => heard.stderr,
    ended,
    stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}

/** A complete environment of the app, on any free port and with nothing to talk to. */
export function appEnv(changes: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: 'processes',
    SHOPIFY_API_SECRET: 'secret',
    SUPPLIER_URL: 'http://127.0.0.1:9',
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'info',
    ...changes,
  };
}

/** The address of an app that was just started, once it says that it listens. */
export async function addressOf(app: Child): Promise<string> {
  const port = await said(app, /"port":(\d+)[^\n]*"listening"/);
  return `http://127.0.0.1:${port}`;
}

/** What the pattern's first group matches in a child's words, once it does; throws when the child ends first. */
export async function said(child: Child, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(child.stdout() + child.stderr())?.[1];
    if (found !== undefined) return found;
    if (child.process.exitCode !== null || child.process.signalCode !== null)
      throw new Error(`it ended and had said: ${child.stdout()}${child.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
