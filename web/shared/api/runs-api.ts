// Functions that call the server's API about runs, their changes and their undo.
import type {Asked as AskedRun} from '#contract/articles.ts';
import type {ChangeCounts, Changes, Run, Runs} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';
import {callApi, downloadFile} from './api.ts';

export const runsApi = {
  runs: ({kinds, cursor}: RunsRequest, signal: AbortSignal) => {
    const query = new URLSearchParams(kinds.map((kind) => ['kind', kind]));
    if (cursor !== null) query.set('cursor', cursor);
    return callApi<Runs>('GET', `/api/runs?${query.toString()}`, {signal});
  },
  run: (id: string, signal: AbortSignal) => callApi<Run>('GET', runPath(id), {signal}),
  startRun: (kind: 'full' | 'preview') => callApi<Run>('POST', '/api/runs', {body: {kind}}),
  controlRun: (id: string, word: 'pause' | 'resume' | 'stop') => callApi<Run>('POST', `${runPath(id)}/${word}`),
  changes: (id: string, {cursor, ...filter}: ChangesRequest, signal: AbortSignal) => {
    const query = toChangesParams(filter);
    if (cursor !== null) query.set('cursor', cursor);
    return callApi<Changes>('GET', `${runPath(id)}/changes?${query.toString()}`, {signal});
  },
  changeCounts: (id: string, signal: AbortSignal) => callApi<ChangeCounts>('GET', `${runPath(id)}/summary`, {signal}),
  changesFile: (id: string, filter: Pick<ChangesRequest, 'kind' | 'field'>) =>
    downloadFile(`${runPath(id)}/changes.csv?${toChangesParams(filter).toString()}`),
  undoPreview: (id: string, signal: AbortSignal) => callApi<UndoPreview>('GET', `${runPath(id)}/undo`, {signal}),
  /** `previewId` names the preview that showed the merchant what is set back. */
  undoRun: (id: string, previewId: string) => callApi<Run>('POST', `${runPath(id)}/undo`, {body: {previewId}}),
  giveBack: (articleId: string, field: string) =>
    callApi<AskedRun>(
      'POST',
      `/api/articles/${encodeURIComponent(articleId)}/fields/${encodeURIComponent(field)}/give-back`,
    ),
};

export type RunsRequest = {
  /** The kinds of runs to list; empty: all. */
  readonly kinds: readonly Run['kind'][];
  /** The cursor of the page; null: the first page. */
  readonly cursor: string | null;
};

/** Which changes of a run to load. Null: not filtered by kind or field, or the first page. */
export type ChangesRequest = {
  /** The kind of change to load; null: all kinds. */
  readonly kind: Changes['changes'][number]['kind'] | null;
  /** The field whose changes are loaded; null: all fields. */
  readonly field: string | null;
  /** The cursor of the page; null: the first page. */
  readonly cursor: string | null;
};

const runPath = (id: string): string => `/api/runs/${encodeURIComponent(id)}`;

/** The filter as query parameters. */
function toChangesParams({kind, field}: Pick<ChangesRequest, 'kind' | 'field'>): URLSearchParams {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (field !== null) query.set('field', field);
  return query;
}
