// Limits the log: an error that repeats many times a second, such as an unreachable queue, gives one warning a minute.
import {minute} from '#domain/durations.ts';
import type {Log} from '../log.ts';

/** A warning about an error, with the fields that `log.warn` would get. */
export type WarnOfTrouble = (fields: {readonly err: unknown} & Record<string, unknown>, sentence: string) => void;

/**
 * Writes each kind of trouble as a warning at most once a minute, with `repeated`, how often it happened since the last warning. Every time
 * in between is a line of the level debug. A kind is a sentence and a kind of error, so a sentence must name no shop and no queue. @param
 * now milliseconds of a clock that is never set back.
 */
export function createTroubleLog(
  log: Pick<Log, 'warn' | 'debug'>,
  now: () => number = () => performance.now(),
): WarnOfTrouble {
  const warned = new Map<string, {readonly at: number; repeated: number}>();
  return (fields, sentence) => {
    const kind = `${sentence} ${kindOfError(fields.err)}`;
    const last = warned.get(kind);
    if (last !== undefined && now() - last.at < minute) {
      last.repeated += 1;
      log.debug(fields, sentence);
      return;
    }
    warned.set(kind, {at: now(), repeated: 0});
    log.warn(last === undefined || last.repeated === 0 ? fields : {...fields, repeated: last.repeated}, sentence);
  };
}

/** An error's code, else the code that an answer of Redis begins with, else its name. The message may differ each time. */
function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('code' in error) return String(error.code);
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.name;
}
