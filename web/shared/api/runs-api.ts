// Functions that call the server's API about runs, their changes and their undo.
import type {Asked as AskedRun} from '#contract/articles.ts';
import type {ChangeCounts, Changes, Run, Runs} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';
import {ask, askFile} from './api.ts';

export const runsApi = {
  runs: ({kinds, cursor}: RunsAsked, signal: AbortSignal) => {
    const query = new URLSearchParams(kinds.map((kind) => ['kind', kind]));
    if (cursor !== null) query.set('cursor', cursor);
    return ask<Runs>('GET', `/api/runs?${query.toString()}`, {signal});
  },
  run: (id: string, signal: AbortSignal) => ask<Run>('GET', runPath(id), {signal}),
  startRun: (kind: 'full' | 'preview') => ask<Run>('POST', '/api/runs', {body: {kind}}),
  controlRun: (id: string, word: 'pause' | 'resume' | 'stop') => ask<Run>('POST', `${runPath(id)}/${word}`),
  changes: (id: string, {cursor, ...filter}: ChangesAsked, signal: AbortSignal) => {
    const query = toQuery(filter);
    if (cursor !== null) query.set('cursor', cursor);
    return ask<Changes>('GET', `${runPath(id)}/changes?${query.toString()}`, {signal});
  },
  changeCounts: (id: string, signal: AbortSignal) => ask<ChangeCounts>('GET', `${runPath(id)}/summary`, {signal}),
  changesFile: (id: string, filter: Pick<ChangesAsked, 'kind' | 'field'>) =>
    askFile(`${runPath(id)}/changes.csv?${toQuery(filter).toString()}`),
  undoPreview: (id: string, signal: AbortSignal) => ask<UndoPreview>('GET', `${runPath(id)}/undo`, {signal}),
  /** `previewId` names the preview that showed the merchant what is set back. */
  undoRun: (id: string, previewId: string) => ask<Run>('POST', `${runPath(id)}/undo`, {body: {previewId}}),
  giveBack: (articleId: string, field: string) =>
    ask<AskedRun>(
      'POST',
      `/api/articles/${encodeURIComponent(articleId)}/fields/${encodeURIComponent(field)}/give-back`,
    ),
};

export type RunsAsked = {
  /** Empty: all. */
  readonly kinds: readonly Run['kind'][];
  readonly cursor: string | null;
};

/** Null: not filtered by kind or field; the first page. */
export type ChangesAsked = {
  readonly kind: Changes['changes'][number]['kind'] | null;
  readonly field: string | null;
  readonly cursor: string | null;
};

const runPath = (id: string): string => `/api/runs/${encodeURIComponent(id)}`;

function toQuery({kind, field}: Pick<ChangesAsked, 'kind' | 'field'>): URLSearchParams {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (field !== null) query.set('field', field);
  return query;
}
