// What packages and Node itself write to the console goes into the log, so that each of its lines is JSON.
import {format} from 'node:util';
import type {Log} from './log.ts';

/** For the whole process, from now on. */
export function logConsole(log: Pick<Log, 'info' | 'warn' | 'error'>): void {
  const levels = {debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error'} as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...words: unknown[]) => log[level](format(...words)));
  }
  // Node's own listener writes plain text.
  process.removeAllListeners('warning');
  process.on('warning', ({name, message}) => log.warn(`${name}: ${message}`));
}
