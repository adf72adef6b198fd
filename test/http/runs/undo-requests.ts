// What the tests of undos over HTTP share: a run with changes in the history, the preview of its undo, and the undo.
import {randomUUID} from 'node:crypto';
import {ArticleId, RunId} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {type RunChange, saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {Run} from '../../../server/http/contract/runs.ts';
import {UndoPreview} from '../../../server/http/contract/undo.ts';
import {shop} from '../bare-app.ts';
import type {CatalogueTestApp} from '../catalogue-test-app.ts';

export const change = (facts: Partial<RunChange> & {readonly id?: string} = {}): RunChange => {
  const {id = 'A-1', ...rest} = facts;
  return {
    articleId: ArticleId.parse(id),
    kind: 'update',
    field: 'price',
    before: '10.00',
    after: '12.00',
    why: 'The supplier’s price moved.',
    undo: {from: '12.00', to: '10.00'},
    ...rest,
  };
};

export const undoRequests = (current: () => CatalogueTestApp) => {
  const aRun = async (changes: readonly RunChange[], kind: RunKind = 'full', state: 'done' | 'running' = 'done') => {
    const id = RunId.parse(randomUUID());
    const at = new Date();
    await saveQueuedRun(current().db, {id, shop, kind, trigger: 'schedule'}, at);
    const end = state === 'done' ? {finished_at: at} : {};
    await current()
      .db.updateTable('runs')
      .set({state, ...end})
      .where('id', '=', id)
      .execute();
    await saveRunChanges(current().db, {shop, id, kind}, changes, at);
    return id;
  };
  const previewOf = (id: string) => current().merchant.get(`/runs/${id}/undo`, UndoPreview);
  const undo = async (id: string) => {
    const {previewId} = await previewOf(id);
    return current().merchant.post(`/runs/${id}/undo`, {previewId}, Run);
  };
  const end = (id: string, state: 'done' | 'stopped') =>
    current().db.updateTable('runs').set({state, finished_at: new Date()}).where('id', '=', RunId.parse(id)).execute();
  return {aRun, previewOf, undo, end};
};
