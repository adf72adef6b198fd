// Keeps many shops together from using up a web process: only so many API requests run at once, and shops take turns. Webhooks are not
// limited here.
import type {RequestHandler} from 'express';
import {refuse, tooManyRequests} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate, type GateLimits} from './gate.ts';
import {giveUpSignalOf, leaveAtEnd} from './limit-requests.ts';
import {limitBodyTime, limitHeldBytes} from './read-limits.ts';

/** Limits over the API requests of all shops; `waitMs` is the longest time that a request waits. */
export type WorkLimits = Required<Pick<GateLimits, 'totalAtWork' | 'totalWaiting'>> & {
  readonly waitMs: number;
};

/** Per process. A request that waits for Shopify or the supplier keeps its place, so there are more places than a processor needs. */
export const workLimits: WorkLimits = {totalAtWork: 32, totalWaiting: 128, waitMs: 5_000};

/** Time for a body to arrive: a merchant's connection may be slow, and the largest body has 200 kB. */
const bodyTimeMs = 15_000;

/**
 * Use before the body is read: a slow body then takes no place among the running requests, and is the first to be dropped if unfinished
 * bodies hold too many bytes.
 */
export const limitBodies = (): readonly RequestHandler[] => [limitBodyTime(bodyTimeMs), limitHeldBytes()];

/**
 * Runs after the body is read and before the work. It needs no limit for each shop: `limitRequests` lets only a few requests of each shop
 * through.
 */
export function limitWork({totalAtWork: inAll, totalWaiting: waitingInAll, waitMs}: WorkLimits): RequestHandler {
  const perShop = Number.POSITIVE_INFINITY;
  const gate = createGate({atWork: perShop, waiting: 0, totalAtWork: inAll, totalWaiting: waitingInAll, isPaced: true});
  return async (_req, res, next) => {
    const leave = await gate(shopOf(res), giveUpSignalOf(res, waitMs));
    if (leave === null) {
      // Answer even if the caller has disconnected: the end of the answer frees its place among the shop's requests.
      refuse(
        res,
        tooManyRequests(
          Math.ceil(waitMs / 1_000),
          'Many stores are at work at the moment. Try again in a few seconds.',
        ),
      );
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}
