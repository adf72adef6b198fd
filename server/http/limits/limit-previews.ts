// A preview plans a whole catalogue while the merchant waits, a report sums up to two years of orders, a file has every row. In each
// process, of each kind: one at a time per shop, two in all, of files eight; others wait at most `waitMs`.
import type {RequestHandler} from 'express';
import {refuse, tooManyRequests} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {createGate} from './gate.ts';
import {giveUpSignalOf, leaveAtEnd} from './limit-requests.ts';

/** How many previews, reports or files run at once per shop and in total, and how long others wait. */
export type PreviewLimits = {readonly perShop: number; readonly total: number; readonly waitMs: number};

export const previewLimits: PreviewLimits = {perShop: 1, total: 2, waitMs: 10_000};

/** Every route below /api that calculates what settings or an undo do to many products; also the request for an undo. */
export const previewPaths = ['/preview', '/rules/count', '/runs/:id/undo'];

/** The report, and the same as a file. */
export const reportPaths = ['/reports', '/reports.csv'];

/** Every other file that is written row by row. */
export const filePaths = ['/articles.csv', '/audit.csv', '/own-prices.csv', '/export/:file', '/runs/:id/changes.csv'];

/** Files at once over all shops: more than previews, since a client that reads slowly keeps its place. */
const filesInAll = 8;

/** One file of a shop at a time: each takes as much of the process as it gets. */
export const limitFiles = (limits: PreviewLimits): RequestHandler =>
  limitPreviews({...limits, total: filesInAll}, 'files are being written');

/**
 * Lets requests of one kind wait until their shop and the process have room; answers 429 after `waitMs`.
 * @param doing what the others do, as the refusal says it.
 */
export function limitPreviews(
  {perShop, total, waitMs} = previewLimits,
  doing = 'previews are being counted',
): RequestHandler {
  // The queues need no limit: limitRequests lets only a few requests of each shop through.
  const ofShop = createGate({atWork: perShop, waiting: Number.POSITIVE_INFINITY});
  const ofAll = createGate({atWork: total, waiting: Number.POSITIVE_INFINITY});
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
    refuse(res, tooManyRequests(Math.ceil(waitMs / 1_000), `Other ${doing}. Try again in a few seconds.`));
  };
}
