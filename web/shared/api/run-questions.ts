// The queries about runs.
import type {Overview} from '#contract/overview.ts';
import type {ChangeCounts, Changes, Run, Runs} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';
import {isUnderWay} from '../../text/words.ts';
import {pollMs} from './polling.ts';
import {ofRun, runningSince} from './questions.ts';
import type {Question} from './remote.ts';
import {type ChangesAsked, type RunsAsked, runsApi} from './runs-api.ts';

type LastRun = Overview['lastRun'];

/** While a run on the page goes on, the page is loaded more often, the more so the younger the run is. */
export const runsQuestion = (last: LastRun, asked: RunsAsked): Question<Runs> => ({
  key: [...ofRun('runs', last), asked.kinds, asked.cursor],
  load: (signal) => runsApi.runs(asked, signal),
  waitMs: (page) => pollMs(runningSince(page?.runs.find(isUnderWay) ?? null), new Date()),
  keepsPrevious: true,
});

export const runQuestion = (id: string): Question<Run> => ({
  key: ['run', id],
  load: (signal) => runsApi.run(id, signal),
  waitMs: (run) => pollMs(runningSince(run?.undo?.state === 'running' ? run.undo : (run ?? null)), new Date()),
});

/** A run that is going on makes more changes. */
export const changesQuestion = (run: Run, asked: ChangesAsked): Question<Changes> => ({
  key: ['changes', run.id, run.state, asked.kind, asked.field, asked.cursor],
  load: (signal) => runsApi.changes(run.id, asked, signal),
  waitMs: () => (isUnderWay(run) ? changesMs : null),
  keepsPrevious: true,
});

export const changeCountsQuestion = (run: Run): Question<ChangeCounts> => ({
  key: ['change-counts', run.id, run.state],
  load: (signal) => runsApi.changeCounts(run.id, signal),
  waitMs: () => (isUnderWay(run) ? changesMs : null),
  keepsPrevious: true,
});

const changesMs = 5_000;

/** The answer is valid for an hour; each time it is shown it is loaded again. */
export const undoQuestion = (runId: string): Question<UndoPreview> => ({
  key: ['undo-preview', runId],
  load: (signal) => runsApi.undoPreview(runId, signal),
  waitMs: () => null,
  isReadOnce: true,
});
