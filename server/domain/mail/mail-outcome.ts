// What may become of a mail, and when one that the server did not take is tried again.
import {backOff, hour, minute} from '#domain/durations.ts';

/** What became of a mail. `said`: the server's own words, or what hindered the connection; one short line. */
export type MailOutcome =
  | {readonly kind: 'sent'}
  /** The server refuses this address for good (5xx at RCPT). */
  | {readonly kind: 'address_refused'; readonly said: string}
  /** The server did not take the mail. `isFinal`: it would refuse it again; else it may be tried later. */
  | {readonly kind: 'not_sent'; readonly said: string; readonly isFinal: boolean}
  /** The server may have taken it. */
  | {readonly kind: 'unknown'; readonly said: string};

/** How often one mail is tried at most. */
const mostAttempts = 6;
const pauses = {first: 5 * minute, longest: 2 * hour};

/** When a mail that was not sent is tried again; null: it is not. @param attempts how often it was tried. */
export function retryAt(outcome: MailOutcome, attempts: number, now: Date): Date | null {
  if (outcome.kind !== 'not_sent' || outcome.isFinal || attempts >= mostAttempts) return null;
  return new Date(now.getTime() + backOff(attempts, pauses));
}
