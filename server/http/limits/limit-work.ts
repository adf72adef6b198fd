// Keeps many shops from using up a web process together: of all requests of the page so many run at once, and shops take turns. Webhooks
// do not pass here.
import type {RequestHandler} from 'express';
import {refuse, tooMany} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate, type GateLimits} from './gate.ts';
import {giveUpSignalOf, leaveAtEnd} from './limit-requests.ts';
import {limitHeld, limitTime} from './read-limits.ts';

export type WorkLimits = Required<Pick<GateLimits, 'inAll' | 'waitingInAll'>> & {
  readonly waitMs: number;
};

/** Per process. A request that waits for Shopify or the supplier keeps its place, so there are more places than a processor needs. */
export const workLimits: WorkLimits = {inAll: 32, waitingInAll: 128, waitMs: 5_000};

/** A merchant's line may be slow; the largest body has 200 kB. */
const bodyTimeMs = 15_000;

/** Before the body is read: a slow body holds no place at work, and goes first where unfinished bodies hold too much. */
export const limitBodies = (): readonly RequestHandler[] => [limitTime(bodyTimeMs), limitHeld()];

/**
 * Runs after the body is read and before the work. It needs no limit for each shop: `limitRequests` lets only a few requests of each shop
 * through.
 */
export function limitWork({inAll, waitingInAll, waitMs}: WorkLimits): RequestHandler {
  const perShop = Number.POSITIVE_INFINITY;
  const gate = createGate({atWork: perShop, waiting: 0, inAll, waitingInAll, paced: true});
  return async (_req, res, next) => {
    const leave = await gate(shopOf(res), giveUpSignalOf(res, waitMs));
    if (leave === null) {
      // Answer even if the caller has disconnected: the end of the answer frees its place among the shop's requests.
      refuse(
        res,
        tooMany(Math.ceil(waitMs / 1_000), 'Many stores are at work at the moment. Try again in a few seconds.'),
      );
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}
