// Saving settings may recompute what is chosen of the whole catalogue: one save of a shop at a time, the others in line.
import type {RequestHandler} from 'express';
import {refuse, tooMany} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate} from './gate.ts';
import {leaveAtEnd, patienceOf} from './limit-requests.ts';

/** Everything below /api whose PUT saves settings that decide what is chosen, and at what price. */
export const settingsPaths = ['/settings', '/rules', '/pricing', '/template', '/ownership', '/importing'];

export function limitSaves(waitMs: number): RequestHandler {
  // The line needs no limit of its own: of each shop only a few requests get as far as this.
  const ofShop = createGate({atWork: 1, waiting: Number.POSITIVE_INFINITY});
  return async (req, res, next) => {
    if (req.method !== 'PUT') {
      next();
      return;
    }
    const leave = await ofShop(shopOf(res), patienceOf(res, waitMs));
    if (leave === null) {
      // Answered although the caller may have gone: the end of the answer is what frees its place among the shop's requests.
      const message = 'Other settings of your store are being saved. Try again in a few seconds.';
      refuse(res, tooMany(Math.ceil(waitMs / 1_000), message));
      return;
    }
    leaveAtEnd(res, leave);
    next();
  };
}
