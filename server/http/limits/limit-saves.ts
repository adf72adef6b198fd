// Saving settings may recompute the choice for the whole catalogue: one save at a time per shop and process, others wait at most
// `waitMs`.
import type {RequestHandler} from 'express';
import {refuse, tooManyRequests} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate} from './gate.ts';
import {giveUpSignalOf, leaveAtEnd} from './limit-requests.ts';

/** Lets a PUT wait until its shop has no other save running; answers 429 after `waitMs` milliseconds. */
export function limitSaves(waitMs: number): RequestHandler {
  // The queue needs no limit: limitRequests lets only a few requests of each shop through.
  const ofShop = createGate({atWork: 1, waiting: Number.POSITIVE_INFINITY});
  return async (req, res, next) => {
    if (req.method !== 'PUT') {
      next();
      return;
    }
    const leave = await ofShop(shopOf(res), giveUpSignalOf(res, waitMs));
    if (leave === null) {
      // Answer even if the caller has disconnected: the end of the answer frees its place among the shop's requests.
      const message = 'Other settings of your store are being saved. Try again in a few seconds.';
      refuse(res, tooManyRequests(Math.ceil(waitMs / 1_000), message));
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}
