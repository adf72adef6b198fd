// The queries of the page "To decide". A run can shorten the lists, so most of them are loaded more often while one is going on.
import type {Approvals, BrakeArticles, FailedImages, Quarantine} from '#contract/approvals.ts';
import type {Articles} from '#contract/articles.ts';
import type {OverruledOptions} from '#contract/defined-options.ts';
import {idleMs} from '../../shared/api/polling.ts';
import type {Question} from '../../shared/api/remote.ts';
import {decisionsApi} from './decisions-api.ts';

const soonMs = 3_000;

/** @param isRunning whether a run is going on. */
const waitMs = (isRunning: boolean) => () => (isRunning ? soonMs : idleMs);

export const approvalsQuestion = (cursor: string | null, isRunning: boolean): Question<Approvals> => ({
  key: ['approvals', cursor],
  load: (signal) => decisionsApi.approvals(cursor, signal),
  waitMs: waitMs(isRunning),
  keepsPrevious: true,
});

export const brakeArticlesQuestion = (id: string, cursor: string | null): Question<BrakeArticles> => ({
  key: ['brake-articles', id, cursor],
  load: (signal) => decisionsApi.brakeArticles(id, cursor, signal),
  waitMs: () => null,
  keepsPrevious: true,
});

export const draftsQuestion = (code: string, cursor: string | null): Question<Articles> => ({
  key: ['held', code, cursor],
  load: (signal) => decisionsApi.held(code, cursor, signal),
  waitMs: () => idleMs,
  keepsPrevious: true,
});

export const quarantineQuestion = (cursor: string | null, isRunning: boolean): Question<Quarantine> => ({
  key: ['quarantine', cursor],
  load: (signal) => decisionsApi.quarantine(cursor, signal),
  waitMs: waitMs(isRunning),
  keepsPrevious: true,
});

export const overruledQuestion = (cursor: string | null, isRunning: boolean): Question<OverruledOptions> => ({
  key: ['overruled-options', cursor],
  load: (signal) => decisionsApi.overruled(cursor, signal),
  waitMs: waitMs(isRunning),
  keepsPrevious: true,
});

export const failedImagesQuestion = (isRunning: boolean): Question<FailedImages> => ({
  key: ['failed-images'],
  load: (signal) => decisionsApi.failedImages(signal),
  waitMs: waitMs(isRunning),
});
