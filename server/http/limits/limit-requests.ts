// Keeps one shop from using up a web process: a few of its requests run at once, some wait, the rest get 429.
import type {RequestHandler, Response} from 'express';
import type {Deps} from '../../deps.ts';
import {refuse, tooManyRequests} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate, type GateLimits, type LeaveGate} from './gate.ts';

/** Limits of requests for each shop (`totalWaiting`: over all shops); `waitMs` is the longest time that a request waits. */
export type RequestLimits = GateLimits & {readonly waitMs: number};

/**
 * Limits per shop and process; `totalWaiting` counts the waiting requests of all shops. A waiting request keeps its connection, which is
 * never closed for a new one, so without this limit twenty shops would leave no place to webhooks.
 */
export const requestLimits: RequestLimits = {atWork: 4, waiting: 50, totalWaiting: 250, waitMs: 5_000};

/** Postgres ends a single query of ours after this time (`statement_timeout`), even if the caller still waits. */
const longestWorkMs = 30_000;

type LimitDeps = Pick<Deps, 'rateLimits'>;

/**
 * Limits the requests of each shop. Use after the session token check, which names the shop, and before anything that queries the database
 * or reads a body.
 */
export function limitRequests({rateLimits}: LimitDeps, limits = requestLimits): RequestHandler {
  const gate = createGate(limits);
  return async (_req, res, next) => {
    const shop = shopOf(res);
    const permit = await rateLimits.requests(shop);
    if (permit.kind === 'refused') {
      refuse(res, tooManyRequests(permit.retryAfterSeconds));
      return;
    }
    const leave = await gate(shop, giveUpSignalOf(res, limits.waitMs));
    if (leave === null) {
      // The queue was full, or no place became free in this time: the caller should wait at least as long before the next attempt.
      if (!res.closed) refuse(res, tooManyRequests(Math.ceil(limits.waitMs / 1_000)));
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}

/** A signal that aborts after `waitMs`, or when the caller has disconnected. */
export function giveUpSignalOf(res: Response, waitMs: number): AbortSignal {
  return AbortSignal.any([closedSignal(res), AbortSignal.timeout(waitMs)]);
}

/** A signal that aborts when the connection of the response is closed. */
function closedSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  res.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * Frees the place when the work has ended, which is when its answer is ready, but at the latest `longestWorkMs` after the caller has
 * disconnected. Disconnecting does not free it at once: a caller that sends requests and disconnects could run any number of queries.
 */
export function leaveAtEnd(res: Response, leave: LeaveGate): void {
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
