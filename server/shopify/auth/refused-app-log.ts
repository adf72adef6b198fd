// Shopify refuses the app itself: an operator's error. Each process logs it at most once a minute, for all shops together.
import {minute} from '#domain/durations.ts';
import type {Failure} from '#domain/failure.ts';
import type {Log} from '../../log.ts';

const everyMs = minute;

export function createRefusedAppLog({log, now}: {readonly log: Log; readonly now: () => Date}) {
  let lastAt = -Infinity;
  return (failure: Failure): void => {
    const at = now().getTime();
    if (at - lastAt < everyMs) return;
    lastAt = at;
    log.error(
      {err: failure},
      'Shopify refuses the app itself: check SHOPIFY_API_KEY and SHOPIFY_API_SECRET. Nothing is lost; it is tried again',
    );
  };
}
