// A run's changes, field by field: in pages, and as one file for a spreadsheet.
import {once} from 'node:events';
import {type Response, Router} from 'express';
import {z} from 'zod';
import {toCsvLine} from '#domain/csv.ts';
import {
  type ChangeFilter,
  countChanges,
  loadChangesPage,
  type NamedChange,
  streamChanges,
} from '../../db/runs/run-history.ts';
import type {Deps} from '../../deps.ts';
import {type ChangeCounts, type Changes, ChangesQuery} from '../contract/runs.ts';
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
    res.set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="run-${run.started_at.toISOString().slice(0, 10)}-${run.id}.csv"`,
    });
    await writeToClient(res, `${byteOrderMark}${toCsvLine(csvHeadings)}`);
    for await (const changes of streamChanges(db, shop, run.id, filter)) {
      if (res.destroyed) return;
      await writeToClient(res, changes.map(toChangeLine).join(''));
    }
    res.end();
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

/** The first character of the file, because spreadsheets do not read the file as UTF-8 without it. */
const byteOrderMark = '\uFEFF';

const csvHeadings = ['time', 'article', 'name', 'kind', 'field', 'before', 'after', 'why', 'applied'];

const toChangeLine = ({at, articleId, name, kind, field, before, after, why, applied}: NamedChange): string =>
  toCsvLine([at.toISOString(), articleId, name, kind, field, before, after, why, applied]);

/** Waits while the client reads slowly, but not for a client that has disconnected. */
async function writeToClient(res: Response, text: string): Promise<void> {
  if (res.write(text) || res.destroyed) return;
  await Promise.race([once(res, 'drain'), once(res, 'close')]);
}
