// A run's changes, field by field: in pages, and as one file for a spreadsheet.
import {Router} from 'express';
import {z} from 'zod';
import type {CsvCell} from '#domain/csv.ts';
import {
  type ChangeFilter,
  countChanges,
  loadChangesPage,
  type NamedChange,
  streamChanges,
} from '../../db/runs/run-history.ts';
import type {Deps} from '../../deps.ts';
import {type ChangeCounts, type Changes, ChangesQuery} from '../contract/runs.ts';
import {sendCsvFile} from '../encoding/csv-file.ts';
import {parseInput} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toChange} from './answers.ts';
import {readCursor, writeCursor} from './cursor.ts';
import {requireRun} from './runs.ts';

const pageSize = 100;
/** The cursor of a page: the id of the last change of the page before. */
const ChangeCursor = z.tuple([z.int().min(0)]);

export function runChangeRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/runs/:id/changes', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun({db}, shop, req.params.id);
    const {cursor, ...filter} = readFilter(req.query);
    const [after] = readCursor(ChangeCursor, cursor) ?? [0];
    const page = await loadChangesPage(db, shop, run.id, filter, {after, limit: pageSize});
    const answer: Changes = {
      changes: page.changes.map((change) => ({...toChange(change), name: change.name})),
      nextCursor: page.next === null ? null : writeCursor([page.next]),
    };
    res.json(answer);
  });
  router.get('/runs/:id/changes.csv', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun({db}, shop, req.params.id);
    const filter = readFilter(req.query);
    const name = `run-${run.started_at.toISOString().slice(0, 10)}-${run.id}.csv`;
    await sendCsvFile(res, name, csvHeadings, toLines(streamChanges(db, shop, run.id, filter)));
  });
  router.get('/runs/:id/summary', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun({db}, shop, req.params.id);
    const answer: ChangeCounts = {counts: [...(await countChanges(db, shop, run.id))]};
    res.json(answer);
  });
  return router;
}

/** The conditions and the cursor in the query; a condition that is not set is null. */
function readFilter(query: unknown): ChangeFilter & {readonly cursor: string | undefined} {
  const {field = null, kind = null, article = null, cursor} = parseInput(ChangesQuery, query);
  return {field, kind, articleId: article, cursor};
}

const csvHeadings = ['time', 'article', 'name', 'kind', 'field', 'before', 'after', 'why', 'applied'];

/** The cells of each change. */
async function* toLines(
  batches: AsyncIterable<readonly NamedChange[]>,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  for await (const changes of batches) yield changes.map(toCells);
}

const toCells = ({at, articleId, name, kind, field, before, after, why, applied}: NamedChange): readonly CsvCell[] => [
  at.toISOString(),
  articleId,
  name,
  kind,
  field,
  before,
  after,
  why,
  applied,
];
