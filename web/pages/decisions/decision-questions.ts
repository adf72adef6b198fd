// The queries of the page "To decide". A run can shorten its lists, so most of them are loaded more often while a run is going on.
import type {Approvals, BrakeArticles, FailedImages, Quarantine} from '#contract/approvals.ts';
import type {Articles} from '#contract/articles.ts';
import type {OverruledOptions} from '#contract/defined-options.ts';
import {idleMs} from '../../shared/api/polling.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';
import {decisionsApi} from './decisions-api.ts';

const pollMsDuringRun = 3_000;

/** How long to wait until the next load, in milliseconds. @param isRunning whether a run is going on. */
const pollInterval = (isRunning: boolean) => () => (isRunning ? pollMsDuringRun : idleMs);

/** A page of the costs that wait, with the brakes and the counts of all other decisions. */
export const approvalsQuery = (cursor: string | null, isRunning: boolean): RemoteQuery<Approvals> => ({
  key: ['approvals', cursor],
  load: (signal) => decisionsApi.approvals(cursor, signal),
  waitMs: pollInterval(isRunning),
  keepsPrevious: true,
});

/** A page of the articles that wait for a brake. */
export const brakeArticlesQuery = (id: string, cursor: string | null): RemoteQuery<BrakeArticles> => ({
  key: ['brake-articles', id, cursor],
  load: (signal) => decisionsApi.brakeArticles(id, cursor, signal),
  waitMs: () => null,
  keepsPrevious: true,
});

/** A page of the articles that are drafts for this reason code. */
export const draftsQuery = (code: string, cursor: string | null): RemoteQuery<Articles> => ({
  key: ['held', code, cursor],
  load: (signal) => decisionsApi.held(code, cursor, signal),
  waitMs: () => idleMs,
  keepsPrevious: true,
});

/** A page of the quarantined articles ("set aside" on the pages). */
export const quarantineQuery = (cursor: string | null, isRunning: boolean): RemoteQuery<Quarantine> => ({
  key: ['quarantine', cursor],
  load: (signal) => decisionsApi.quarantine(cursor, signal),
  waitMs: pollInterval(isRunning),
  keepsPrevious: true,
});

/** A page of the articles with defined options that are not used, because the supplier states its own. */
export const overruledOptionsQuery = (cursor: string | null, isRunning: boolean): RemoteQuery<OverruledOptions> => ({
  key: ['overruled-options', cursor],
  load: (signal) => decisionsApi.overruled(cursor, signal),
  waitMs: pollInterval(isRunning),
  keepsPrevious: true,
});

/** The first images that Shopify could not take. */
export const failedImagesQuery = (isRunning: boolean): RemoteQuery<FailedImages> => ({
  key: ['failed-images'],
  load: (signal) => decisionsApi.failedImages(signal),
  waitMs: pollInterval(isRunning),
});
