// Runs a process from start to end. An expected failure to start prints a sentence for each problem, without a stack, and exits with code
// 1. A bug prints its stack.
import {format} from 'node:util';
import type {Config} from './config.ts';
import {ConfigError} from './config.ts';
import {createLog, type Log} from './log.ts';
import {type Closable, exitWhenBroken, stopOnSignal} from './stop.ts';

/**
 * Reads the configuration, starts the process, and stops it on a signal or when it cannot continue.
 * @param read throws a ConfigError if the configuration is wrong.
 */
export async function runProcess(read: () => Config, start: (config: Config) => Promise<Closable>): Promise<void> {
  try {
    // The app starts after the signal handlers are installed. Otherwise an early signal would end the process and leave its lock file.
    const running = Promise.resolve().then(() => {
      const config = read();
      redirectConsoleToLog(createLog(config.logLevel));
      return start(config);
    });
    stopOnSignal(running);
    void exitWhenBroken(await running);
  } catch (error) {
    const sentence = toStartErrorText(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

/** Sends what packages and Node write to the console to the log, so that every line of output is JSON. */
function redirectConsoleToLog(log: Pick<Log, 'info' | 'warn' | 'error'>): void {
  const levels = {debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error'} as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...words: unknown[]) => log[level](format(...words)));
  }
  // Node's own listener writes plain text.
  process.removeAllListeners('warning');
  process.on('warning', ({name, message}) => log.warn(`${name}: ${message}`));
}

/** The sentences for the operator about an error at the start; null if it has none, because it is a bug or an unforeseen case. */
function toStartErrorText(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || error.constructor !== Error) return null;
  if ('syscall' in error && error.syscall === 'listen') return listenErrorText(error);
  if (!/^[A-Z][^\n]*\.$/.test(error.message)) return null;
  const why = causeText(error.cause);
  return why === null ? error.message : `${error.message.slice(0, -1)}: ${why}.`;
}

/** The text of an error's cause, which a driver or the system wrote. If it has no message, as after several addresses, its code. */
function causeText(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : null;
  const said = cause.message.trimEnd();
  return (said.endsWith('.') ? said.slice(0, -1) : said).replaceAll('\n', ' ') || code;
}

/** The sentence about a port that cannot be opened. */
function listenErrorText(
  error: Error & {readonly syscall?: unknown; readonly code?: unknown; readonly port?: unknown},
) {
  const port = `Port ${String(error.port)}`;
  if (error.code === 'EADDRINUSE') return `${port} is in use by another program; stop that one, or set PORT.`;
  if (error.code === 'EACCES') return `${port} may not be used by this account; set PORT to one above 1023.`;
  return `${port} cannot be opened: ${String(error.code)}.`;
}
