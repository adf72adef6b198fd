// The queries about runs.
import type {Overview} from '#contract/overview.ts';
import type {ChangeCounts, Changes, Run, Runs} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';
import {isUnderWay, pollMs} from './polling.ts';
import {runningSince, runQueryKey} from './questions.ts';
import type {RemoteQuery} from './remote.ts';
import {type ChangesRequest, type RunsRequest, runsApi} from './runs-api.ts';

type LastRun = Overview['lastRun'];

/** A page of runs. While one of them goes on, the page is loaded more often, the more so the younger that run is. */
export const runsQuery = (last: LastRun, asked: RunsRequest): RemoteQuery<Runs> => ({
  key: [...runQueryKey('runs', last), asked.kinds, asked.cursor],
  load: (signal) => runsApi.runs(asked, signal),
  waitMs: (page) => pollMs(runningSince(page?.runs.find(isUnderWay) ?? null), new Date()),
  keepsPrevious: true,
});

/** One run; while it or its undo goes on, it is loaded the more often, the younger that is. */
export const runQuery = (id: string): RemoteQuery<Run> => ({
  key: ['run', id],
  load: (signal) => runsApi.run(id, signal),
  waitMs: (run) => pollMs(runningSince(run?.undo?.state === 'running' ? run.undo : (run ?? null)), new Date()),
});

/** A page of a run's changes, loaded again while the run goes on, because it makes more. */
export const changesQuery = (run: Run, asked: ChangesRequest): RemoteQuery<Changes> => ({
  key: ['changes', run.id, run.state, asked.kind, asked.field, asked.cursor],
  load: (signal) => runsApi.changes(run.id, asked, signal),
  waitMs: () => (isUnderWay(run) ? changesPollMs : null),
  keepsPrevious: true,
});

/** How many changes of each kind and field the run has; loaded again while it goes on. */
export const changeCountsQuery = (run: Run): RemoteQuery<ChangeCounts> => ({
  key: ['change-counts', run.id, run.state],
  load: (signal) => runsApi.changeCounts(run.id, signal),
  waitMs: () => (isUnderWay(run) ? changesPollMs : null),
  keepsPrevious: true,
});

/** Milliseconds between two loads of a run's changes while the run goes on. */
const changesPollMs = 5_000;

/** The preview of an undo. It is valid for an hour, and is loaded again each time it is shown. */
export const undoPreviewQuery = (runId: string): RemoteQuery<UndoPreview> => ({
  key: ['undo-preview', runId],
  load: (signal) => runsApi.undoPreview(runId, signal),
  waitMs: () => null,
  isReadOnce: true,
});
