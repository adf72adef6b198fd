import {Router} from 'express';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {saveRunUnlessOpen} from '../../db/ask-for-run.ts';
import {loadRun, loadRuns} from '../../db/runs.ts';
import {loadShop} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import type {Runs} from '../contract.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toRun} from './answers.ts';

const shown = 50;

export function runRoutes({db, log, newId, now, queues}: Deps): Router {
  const callUp = async (runId: RunId, shop: ShopDomain) => {
    try {
      await queues.enqueue('sync', {shop, runId, kind: 'full', trigger: 'merchant'});
    } catch (err) {
      log.warn({err, run: runId}, 'the queue is away; the sweep starts the run');
    }
  };
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
    const {id, isNew} = await saveRunUnlessOpen(db, {id: newId(), shop, kind: 'full', trigger: 'merchant'}, now());
    const runId = RunId.parse(id);
    if (isNew) await callUp(runId, shop);
    const run = await loadRun(db, shop, runId);
    if (run === null) throw new Error('a run that was just saved is not there');
    res.status(isNew ? 202 : 200).json(toRun(run));
  });
  return router;
}
