// What may become of a mail, and when one that the server did not take is tried again.
import {backOff, hour, minute} from '#domain/durations.ts';

/** What became of a mail. `said`: the server's own words, or what hindered the connection; one short line. */
export type MailOutcome =
  | {readonly kind: 'sent'}
  /** The server refuses this address for good (5xx at RCPT). */
  | {readonly kind: 'address_refused'; readonly said: string}
  /** The server did not take the mail. `isFinal`: it would refuse it again; else it may be tried later. */
  | {readonly kind: 'not_sent'; readonly said: string; readonly isFinal: boolean}
  /** The server was not given the mail: it could not be reached, fell silent before that, or is left alone for a while after it did. */
  | {readonly kind: 'unreachable'; readonly said: string}
  /** The server may have taken it. */
  | {readonly kind: 'unknown'; readonly said: string};

/** How often one mail is tried at most; what the server was not given does not count. */
const mostAttempts = 6;
const pauses = {first: 5 * minute, longest: 2 * hour};
/** The mailer itself decides when it reaches for a server again, so this is short. */
const unreachablePause = 2 * minute;

/** When a mail that was not sent is tried again; null: it is not. @param attempts how often it was tried. */
export function retryAt(outcome: MailOutcome, attempts: number, now: Date): Date | null {
  if (outcome.kind === 'unreachable') return new Date(now.getTime() + unreachablePause);
  if (outcome.kind !== 'not_sent' || outcome.isFinal || attempts >= mostAttempts) return null;
  return new Date(now.getTime() + backOff(attempts, pauses));
}
