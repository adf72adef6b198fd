// The part of the page's server that keeps the runs.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {ChangeCounts, Changes, Run} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';

export type RunAnswers = {
  runs: Run[];
  startRun: (kind: string) => Run | ApiError;
  /** Of every run. */
  changes: Changes['changes'];
  undoPreview: UndoPreview;
  undoRun: (id: string) => Run | ApiError;
};

/** Small, so that a few runs and changes make more than one page. */
const pageSize = 5;

export function runRoutes(answers: RunAnswers, clicked: {path: string; body: unknown}[]): express.Router {
  const router = express.Router();
  const answer = (response: express.Response, content: object) =>
    response.status('error' in content ? 422 : 200).json(content);
  router.get('/runs', ({query}, response) => {
    const kinds = [query.kind ?? []].flat();
    const shown = answers.runs.filter(({kind}) => kinds.length === 0 || kinds.includes(kind));
    response.json(toPage('runs', shown, query.cursor));
  });
  router.post('/runs', ({body}, response) => void answer(response, answers.startRun(body.kind)));
  router.get('/runs/:id', ({params: {id}}, response) => {
    const run = answers.runs.find((one) => one.id === id);
    if (run !== undefined) return void response.json(run);
    response.status(404).json({error: {code: 'not_found', message: 'There is no such update.'}});
  });
  router.get('/runs/:id/changes', ({query}, response) => {
    response.json(toPage('changes', filtered(answers, query), query.cursor));
  });
  router.get('/runs/:id/changes.csv', ({query}, response) => {
    const lines = filtered(answers, query).map(({articleId, field}) => `${articleId},${field}\r\n`);
    response.type('text/csv').send(['article,field\r\n', ...lines].join(''));
  });
  router.get('/runs/:id/summary', (_request, response) => {
    const groups = Map.groupBy(answers.changes, ({kind, field, applied}) => JSON.stringify({kind, field, applied}));
    const counts = [...groups].map(([key, changes]) => ({...JSON.parse(key), count: changes.length}));
    response.json({counts} satisfies ChangeCounts);
  });
  router.get('/runs/:id/undo', (_request, response) => void response.json(answers.undoPreview));
  router.post(['/runs/:id/pause', '/runs/:id/resume', '/runs/:id/stop'], (request, response) => {
    clicked.push({path: request.path, body: request.body});
    response.json(answers.runs[0] ?? {});
  });
  router.post('/articles/:id/fields/:field/give-back', (request, response) => {
    clicked.push({path: request.path, body: request.body});
    response.json({run: answers.runs[0] ?? null});
  });
  router.post('/runs/:id/undo', (request, response) => {
    clicked.push({path: request.path, body: request.body});
    answer(response, answers.undoRun(request.params.id));
  });
  return router;
}

const filtered = ({changes}: RunAnswers, {kind, field}: express.Request['query']) =>
  changes.filter((change) => (kind ?? change.kind) === change.kind && (field ?? change.field) === change.field);

/** The cursor is the number of rows before the page. */
function toPage<T>(name: string, all: readonly T[], cursor: unknown) {
  const from = Number(cursor ?? 0);
  return {
    [name]: all.slice(from, from + pageSize),
    nextCursor: all.length > from + pageSize ? `${from + pageSize}` : null,
  };
}
