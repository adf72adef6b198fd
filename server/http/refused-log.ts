// Logs refused session tokens and webhooks: their source and the reason, never the token or the body. Anyone can send thousands
// of them, so only some are logged each minute; metrics count them all.

import {isIP} from 'node:net';
import type {Request} from 'express';
import {minute} from '#domain/durations.ts';
import type {Deps} from '../deps.ts';

const linesPerMinute = 20;
/** How many addresses of X-Forwarded-For are logged: the last ones, which the nearest proxies added. */
const forwardedAddressesShown = 3;

/** Logs a refused request with the reason, unless this minute's lines are used up. */
export type LogRefused = (req: Request, reason: string) => void;

/** Creates a log of refused requests. @param what the message of its lines. */
export function createRefusedLog({log, now}: Pick<Deps, 'log' | 'now'>, what: string): LogRefused {
  let windowStart = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return (req, reason) => {
    const at = now().getTime();
    if (at - windowStart >= minute || at < windowStart) {
      const unwritten = Math.max(0, refused - linesPerMinute);
      if (unwritten > 0) log.warn({unwritten}, `${what}: more than were written`);
      windowStart = at;
      refused = 0;
    }
    refused += 1;
    if (refused > linesPerMinute) return;
    log.warn(
      {source: req.socket.remoteAddress ?? null, forwardedFor: forwardedAddresses(req), path: req.path, reason},
      what,
    );
  };
}

/** The last valid IP addresses of X-Forwarded-For, as the sender claims them. */
function forwardedAddresses(req: Request): readonly string[] {
  const claimed = (req.get('x-forwarded-for') ?? '').split(',').map((address) => address.trim());
  return claimed.filter((address) => isIP(address) !== 0).slice(-forwardedAddressesShown);
}
