// Logs that Shopify refuses the app's own credentials, which only the operator can correct: at most once a minute per process, for all
// shops.
import {minute} from '#domain/durations.ts';
import type {Failure} from '#domain/failure.ts';
import type {Log} from '../../log.ts';

/** Milliseconds between two log lines. */
const logIntervalMs = minute;

/** Creates the function to call for each refusal of the app's own credentials; it logs at most once a minute. */
export function createRefusedAppLog({log, now}: {readonly log: Log; readonly now: () => Date}) {
  let lastAt = -Infinity;
  return (failure: Failure): void => {
    const at = now().getTime();
    if (at - lastAt < logIntervalMs) return;
    lastAt = at;
    log.error(
      {err: failure},
      'Shopify refuses the app itself: check SHOPIFY_API_KEY and SHOPIFY_API_SECRET. Nothing is lost; it is tried again',
    );
  };
}
