// A run's changes, field by field: in pages, and as one file for a spreadsheet.
import {once} from 'node:events';
import {type Response, Router} from 'express';
import {z} from 'zod';
import {toCsvLine} from '#domain/csv.ts';
import {streamRunChanges} from '../../db/runs/run-changes.ts';
import {loadChangesPage} from '../../db/runs/run-history.ts';
import type {Deps} from '../../deps.ts';
import {type Changes, ChangesQuery} from '../contract/runs.ts';
import {parseInput} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toChange} from './answers.ts';
import {readCursor, writeCursor} from './cursor.ts';
import {requireRun} from './runs.ts';

const pageSize = 100;
const Cursor = z.tuple([z.int().min(0)]);

export function runChangeRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/runs/:id/changes', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun({db}, shop, req.params.id);
    const {field = null, kind = null, article = null, cursor} = parseInput(ChangesQuery, req.query);
    const [after] = readCursor(Cursor, cursor) ?? [0];
    const filter = {field, kind, articleId: article};
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
    res.set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="run-${run.started_at.toISOString().slice(0, 10)}-${run.id}.csv"`,
    });
    await write(res, `${byteOrderMark}${toCsvLine(heads)}`);
    for await (const changes of streamRunChanges(db, shop, run.id)) {
      if (res.destroyed) return;
      await write(res, changes.map(toLine).join(''));
    }
    res.end();
  });
  return router;
}

/** Without it, spreadsheets do not read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

const heads = ['time', 'article', 'kind', 'field', 'before', 'after', 'why', 'applied'];

const toLine = ({at, articleId, kind, field, before, after, why, applied}: Parameters<typeof toChange>[0]): string =>
  toCsvLine([at.toISOString(), articleId, kind, field, before, after, why, applied]);

/** Waits while the client reads slowly, stops when it has disconnected. */
async function write(res: Response, text: string): Promise<void> {
  if (res.write(text) || res.destroyed) return;
  await Promise.race([once(res, 'drain'), once(res, 'close')]);
}
