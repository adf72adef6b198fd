// Routes for runs: list, read, start, pause, resume and stop.
import {type Response, Router} from 'express';
import {z} from 'zod';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {controlRun} from '../../actions/control-run.ts';
import {loadRunsPage} from '../../db/runs/run-history.ts';
import {loadRun, type StoredRun} from '../../db/runs/runs.ts';
import {countSetBack} from '../../db/runs/set-back-fields.ts';
import {loadUndos} from '../../db/runs/undos.ts';
import type {Deps} from '../../deps.ts';
import {type Run, RunInput, type Runs, RunsQuery} from '../contract/runs.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {requireConnected, startRun} from './ask-run.ts';
import {readCursor, writeCursor} from './cursor.ts';

const pageSize = 50;

/** The cursor of a page: start time and id of the last run of the page before. */
const RunCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export function runRoutes(deps: Deps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/runs', async (req, res) => {
    const shop = shopOf(res);
    const {kind: kinds = null, cursor: given} = parseInput(RunsQuery, req.query);
    const cursor = readCursor(RunCursor, given);
    const after = cursor === null ? null : {startedAt: new Date(cursor[0]), id: cursor[1]};
    const {runs, next} = await loadRunsPage(db, shop, {kinds, after, limit: pageSize});
    const nextCursor = next === null ? null : writeCursor([next.startedAt.toISOString(), next.id]);
    const answer: Runs = {runs: await withNewestUndos(db, shop, runs), nextCursor};
    res.json(answer);
  });
  router.get('/runs/:id', async (req, res) => {
    const shop = shopOf(res);
    const stored = await requireRun(deps, shop, req.params.id);
    const [run] = await withNewestUndos(db, shop, [stored]);
    const setBack = stored.kind === 'undo' ? await countSetBack(db, shop, stored.id) : null;
    res.json({...run, setBack});
  });
  router.post('/runs', async (req, res) => {
    const shop = shopOf(res);
    const {kind} = parseInput(RunInput, req.body ?? {});
    await requireConnected(deps, shop);
    const {run, isNew} = await startRun(deps, askerOf(res), kind);
    res.status(isNew ? 202 : 200).json(toRun(run));
  });
  for (const [word, wanted] of Object.entries(controlRequests)) {
    router.post(`/runs/:id/${word}`, async (req, res) => requestControl(deps, res, req.params.id, wanted));
  }
  return router;
}

/** The runs as answers, each with its newest undo. */
async function withNewestUndos(db: Deps['db'], shop: ShopDomain, runs: readonly StoredRun[]): Promise<Run[]> {
  const undos = await loadUndos(
    db,
    shop,
    runs.map(({id}) => id),
  );
  return runs.map((run) => toRun(run, undos.find(({undoes}) => undoes === run.id) ?? null));
}

/** What each request to a run, named by the end of its path, asks of the run. */
const controlRequests = {pause: 'pause', resume: 'go', stop: 'stop'} as const;

/**
 * Asks a run to pause, go on or stop. A running run reads the request within seconds; a stop ends a queued run at once. Repeating it
 * changes nothing.
 */
async function requestControl(
  {db, now}: Pick<Deps, 'db' | 'now'>,
  res: Response,
  id: unknown,
  wanted: StoredRun['wanted'],
): Promise<void> {
  const {shop, actor} = askerOf(res);
  const before = await requireRun({db}, shop, id);
  const isHeard = await controlRun(db, {shop, id: before.id, wanted, actor}, now());
  const run = await requireRun({db}, shop, id);
  if (!isHeard && run.finished_at !== null && wanted !== 'stop') {
    throw new Refusal(409, 'ended', 'This update has ended already.');
  }
  res.json(toRun(run));
}

/** The shop's run with the id `given`; throws a 404 if there is none. */
export async function requireRun({db}: Pick<Deps, 'db'>, shop: ShopDomain, given: unknown): Promise<StoredRun> {
  const id = RunId.safeParse(given);
  const run = id.success ? await loadRun(db, shop, id.data) : null;
  if (run === null) throw new Refusal(404, 'not_found', 'There is no such update.');
  return run;
}
