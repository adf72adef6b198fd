import {Router} from 'express';
import {RunId} from '#domain/ids.ts';
import {loadOpenRun, loadRun, loadRuns, saveQueuedRun} from '../../db/runs.ts';
import {loadShop} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import type {Runs} from '../contract.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toRun} from './answers.ts';

const shown = 50;

export function runRoutes({db, log, newId, now, queues}: Deps): Router {
  const router = Router();
  router.get('/runs', async (_req, res) => {
    const runs: Runs = {runs: (await loadRuns(db, shopOf(res), shown)).map(toRun)};
    res.json(runs);
  });
  router.get('/runs/:id', async (req, res) => {
    const id = RunId.safeParse(req.params.id);
    const run = id.success ? await loadRun(db, shopOf(res), id.data) : null;
    if (run === null) throw new Refusal(404, 'not_found', 'There is no such run.');
    res.json(toRun(run));
  });
  router.post('/runs', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    if (facts?.catalogueKeyState !== 'accepted' || facts.dropshipKeyState !== 'accepted') {
      throw new Refusal(
        409,
        'not_connected',
        'Connect both supplier keys first: the catalogue key and the dropship key.',
      );
    }
    const open = await loadOpenRun(db, shop);
    if (open !== null) {
      res.json(toRun(open));
      return;
    }
    const runId = RunId.parse(newId());
    await saveQueuedRun(db, {id: runId, shop, kind: 'full', trigger: 'merchant'}, now());
    try {
      await queues.enqueue('sync', {shop, runId, kind: 'full', trigger: 'merchant'});
    } catch (err) {
      log.warn({err, run: runId}, 'the queue is away; the sweep starts the run');
    }
    const run = await loadRun(db, shop, runId);
    if (run === null) throw new Error('a run that was just saved is not there');
    res.status(202).json(toRun(run));
  });
  return router;
}
