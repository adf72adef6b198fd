// A preview plans a whole catalogue while the merchant waits. In each process: one at a time per shop, two in all; others wait at most
// `waitMs`.
import type {RequestHandler} from 'express';
import {refuse, tooMany} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate} from './gate.ts';
import {giveUpSignalOf, leaveAtEnd} from './limit-requests.ts';

export type PreviewLimits = {readonly perShop: number; readonly inAll: number; readonly waitMs: number};

export const previewLimits: PreviewLimits = {perShop: 1, inAll: 2, waitMs: 10_000};

/** Every route below /api that calculates what settings or an undo do to many products; also the request for an undo. */
export const previewPaths = ['/preview', '/rules/count', '/runs/:id/undo'];

export function limitPreviews({perShop, inAll, waitMs} = previewLimits): RequestHandler {
  // The queues need no limit: limitRequests lets only a few requests of each shop through.
  const ofShop = createGate({atWork: perShop, waiting: Number.POSITIVE_INFINITY});
  const ofAll = createGate({atWork: inAll, waiting: Number.POSITIVE_INFINITY});
  return async (_req, res, next) => {
    const giveUpSignal = giveUpSignalOf(res, waitMs);
    const leaveShop = await ofShop(shopOf(res), giveUpSignal);
    const leaveAll = leaveShop && (await ofAll('all', giveUpSignal));
    if (leaveShop !== null && leaveAll !== null) {
      leaveAtEnd(res, leaveShop);
      leaveAtEnd(res, leaveAll);
      next();
      return;
    }
    leaveShop?.();
    // Answer even if the caller has disconnected: the end of the answer frees its place among the shop's requests.
    refuse(res, tooMany(Math.ceil(waitMs / 1_000), 'Other previews are being counted. Try again in a few seconds.'));
  };
}
