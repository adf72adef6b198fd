// Routes for runs: list, read, start, pause, resume and stop.
import {type Response, Router} from 'express';
import {z} from 'zod';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {controlRun} from '../../actions/control-run.ts';
import {loadRunsPage} from '../../db/runs/run-history.ts';
import {loadRun, type StoredRun} from '../../db/runs/runs.ts';
import {loadUndos} from '../../db/runs/undos.ts';
import type {Deps} from '../../deps.ts';
import {type Run, RunInput, type Runs, RunsQuery} from '../contract/runs.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {askRun, requireConnected} from './ask-run.ts';
import {readCursor, writeCursor} from './cursor.ts';

const pageSize = 50;

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

export function runRoutes(deps: Deps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/runs', async (req, res) => {
    const shop = shopOf(res);
    const {kind: kinds = null, cursor: given} = parseInput(RunsQuery, req.query);
    const cursor = readCursor(Cursor, given);
    const after = cursor === null ? null : {startedAt: new Date(cursor[0]), id: cursor[1]};
    const {runs, next} = await loadRunsPage(db, shop, {kinds, after, limit: pageSize});
    const nextCursor = next === null ? null : writeCursor([next.startedAt.toISOString(), next.id]);
    const answer: Runs = {runs: await withUndos(db, shop, runs), nextCursor};
    res.json(answer);
  });
  router.get('/runs/:id', async (req, res) => {
    const shop = shopOf(res);
    const [run] = await withUndos(db, shop, [await requireRun(deps, shop, req.params.id)]);
    res.json(run);
  });
  router.post('/runs', async (req, res) => {
    const shop = shopOf(res);
    const {kind} = parseInput(RunInput, req.body ?? {});
    await requireConnected(deps, shop);
    const {run, isNew} = await askRun(deps, askerOf(res), kind);
    res.status(isNew ? 202 : 200).json(toRun(run));
  });
  for (const [word, wanted] of Object.entries(words)) {
    router.post(`/runs/:id/${word}`, async (req, res) => want(deps, res, req.params.id, wanted));
  }
  return router;
}

async function withUndos(db: Deps['db'], shop: ShopDomain, runs: readonly StoredRun[]): Promise<Run[]> {
  const undos = await loadUndos(
    db,
    shop,
    runs.map(({id}) => id),
  );
  return runs.map((run) => toRun(run, undos.find(({undoes}) => undoes === run.id) ?? null));
}

const words = {pause: 'pause', resume: 'go', stop: 'stop'} as const;

/** A running run reads the request within seconds; a stop ends a queued run at once. A repetition changes nothing. */
async function want(
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
    throw new Refusal(409, 'ended', 'This run has ended already.');
  }
  res.json(toRun(run));
}

export async function requireRun({db}: Pick<Deps, 'db'>, shop: ShopDomain, given: unknown): Promise<StoredRun> {
  const id = RunId.safeParse(given);
  const run = id.success ? await loadRun(db, shop, id.data) : null;
  if (run === null) throw new Refusal(404, 'not_found', 'There is no such run.');
  return run;
}
