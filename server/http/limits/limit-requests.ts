// One shop cannot take all of a web process: a few of its requests are worked on at once, some wait, the others hear 429.
import type {RequestHandler, Response} from 'express';
import type {Deps} from '../../deps.ts';
import {refuse, tooMany} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate, type GateLimits, type Leave} from './gate.ts';

export type RequestLimits = GateLimits & {readonly waitMs: number};

/** Of one shop, in one process. */
export const requestLimits: RequestLimits = {atWork: 4, waiting: 50, waitMs: 5_000};

/** No query of ours is longer than this, whoever still waits for its answer. */
const longestWorkMs = 30_000;

type LimitDeps = Pick<Deps, 'rateLimits'>;

/** Behind the check of the session token: the shop is known. Before anything that costs a query or reads a body. */
export function limitRequests({rateLimits}: LimitDeps, limits = requestLimits): RequestHandler {
  const gate = createGate(limits);
  return async (_req, res, next) => {
    const shop = shopOf(res);
    const permit = await rateLimits.requests(shop);
    if (permit.kind === 'refused') {
      refuse(res, tooMany(permit.retryAfterSeconds));
      return;
    }
    const leave = await gate(shop, patienceOf(res, limits.waitMs));
    if (leave === null) {
      // A line that did not move for so long needs longer than the caller already waited.
      if (!res.closed) refuse(res, tooMany(Math.ceil(limits.waitMs / 1_000)));
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}

/** Aborted when the time is up, or the caller has gone. */
export function patienceOf(res: Response, waitMs: number): AbortSignal {
  return AbortSignal.any([closedSignal(res), AbortSignal.timeout(waitMs)]);
}

function closedSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  res.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * The place is free when the work has ended, and that is when its answer is made. A caller that goes away does not free it,
 * or one that asks and hangs up could have any number of queries under way.
 */
export function leaveAtEnd(res: Response, leave: Leave): void {
  const end = res.end.bind(res);
  const leaveAndEnd = (...given: unknown[]): unknown => {
    leave();
    return Reflect.apply(end, res, given);
  };
  Object.assign(res, {end: leaveAndEnd});
  res.once('close', () => {
    if (!res.writableEnded) setTimeout(leave, longestWorkMs).unref();
  });
}
