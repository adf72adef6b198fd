// Runs a process from start to end. An expected failure to start prints a sentence for each problem and exits with code 1, without a stack:
// the environment has to change. A bug prints its stack.
import {format} from 'node:util';
import type {Config} from './config.ts';
import {ConfigError} from './config.ts';
import {createLog, type Log} from './log.ts';
import {type Closable, endWhenBroken, stopOnSignal} from './stop.ts';

export async function runProcess(read: () => Config, start: (config: Config) => Promise<Closable>): Promise<void> {
  try {
    // Starts after the signal handlers are installed: an earlier signal would end the process and leave its lock file.
    const running = Promise.resolve().then(() => {
      const config = read();
      logConsole(createLog(config.logLevel));
      return start(config);
    });
    stopOnSignal(running);
    void endWhenBroken(await running);
  } catch (error) {
    const sentence = toSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

/** What packages and Node itself write to the console goes into the log, so that each of its lines is JSON. */
function logConsole(log: Pick<Log, 'info' | 'warn' | 'error'>): void {
  const levels = {debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error'} as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...words: unknown[]) => log[level](format(...words)));
  }
  // Node's own listener writes plain text.
  process.removeAllListeners('warning');
  process.on('warning', ({name, message}) => log.warn(`${name}: ${message}`));
}

/** Null for an error without a message for the operator: a bug, or an unforeseen case. */
function toSentence(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || error.constructor !== Error) return null;
  if ('syscall' in error && error.syscall === 'listen') return toListenSentence(error);
  if (!/^[A-Z][^\n]*\.$/.test(error.message)) return null;
  const why = reasonOf(error.cause);
  return why === null ? error.message : `${error.message.slice(0, -1)}: ${why}.`;
}

/** The message of a driver or the system. The error of several tried addresses has no message: then its code. */
function reasonOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : null;
  const said = cause.message.trimEnd();
  return (said.endsWith('.') ? said.slice(0, -1) : said).replaceAll('\n', ' ') || code;
}

function toListenSentence(
  error: Error & {readonly syscall?: unknown; readonly code?: unknown; readonly port?: unknown},
) {
  const port = `Port ${String(error.port)}`;
  if (error.code === 'EADDRINUSE') return `${port} is in use by another program; stop that one, or set PORT.`;
  if (error.code === 'EACCES') return `${port} may not be used by this account; set PORT to one above 1023.`;
  return `${port} cannot be opened: ${String(error.code)}.`;
}
