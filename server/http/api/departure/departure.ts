// The page Leave: what leaving would do, how far it is, and what the merchant asks of it.
import {Router} from 'express';
import {deletionWord, phaseOf} from '#domain/departure/plan-departure.ts';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {
  askDeparture,
  type DepartureOutcome,
  startAgain,
  stopDeparture,
  tryDepartureAgain,
} from '../../../actions/departure/ask-departure.ts';
import {
  countDepartureProgress,
  countToMakeAgain,
  loadDepartureCounts,
} from '../../../db/departures/departure-counts.ts';
import {loadDeparture, type StoredDeparture} from '../../../db/departures/departures.ts';
import {countDropshipOrders} from '../../../db/orders/dropship-orders.ts';
import {isRunOpen, loadOpenRun, loadRun} from '../../../db/runs/runs.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {type Departure, DepartureInput, type TakenBack} from '../../contract/departure/departure.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import {enqueueRun} from '../ask-run.ts';
import {exportRoutes} from './export-files.ts';
import {loadKept} from './load-kept.ts';

type RouteDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'now' | 'queues'>;

export function departureRoutes(deps: RouteDeps): Router {
  const {db, now} = deps;
  const router = Router();
  router.use(exportRoutes(deps));
  const newRunId = () => RunId.parse(deps.newId());
  router.get('/departure', async (_req, res) => {
    res.json(await showDeparture(deps, shopOf(res)));
  });
  router.post('/departure', async (req, res) => {
    const asker = {...askerOf(res), now: now()};
    const {products, word} = parseInput(DepartureInput, req.body);
    if (products === 'delete' && word !== deletionWord)
      throw new Refusal(422, 'wrong_word', `Type ${deletionWord} to have the products deleted.`, 'word');
    await carryOn(deps, await askDeparture(db, asker, {products, runId: newRunId()}));
    res.status(202).json(await showDeparture(deps, asker.shop));
  });
  router.post('/departure/again', async (_req, res) => {
    const asker = {...askerOf(res), now: now()};
    await carryOn(deps, await tryDepartureAgain(db, asker, newRunId()));
    res.status(202).json(await showDeparture(deps, asker.shop));
  });
  router.post('/departure/stop', async (_req, res) => {
    const asker = {...askerOf(res), now: now()};
    await carryOn(deps, await stopDeparture(db, asker));
    res.json(await showDeparture(deps, asker.shop));
  });
  router.post('/departure/end', async (_req, res) => {
    const asker = {...askerOf(res), now: now()};
    await carryOn(deps, await startAgain(db, asker));
    res.json(await showDeparture(deps, asker.shop));
  });
  return router;
}

/** Enqueues what follows from a request: its run, and the schedules, which depend on whether the merchant is leaving. */
async function carryOn(deps: RouteDeps, outcome: DepartureOutcome): Promise<void> {
  if (outcome.kind === 'under_way')
    throw new Refusal(409, 'under_way', 'Your products are being changed. Wait for the end, or stop leaving.');
  if (outcome.kind === 'stopping')
    throw new Refusal(409, 'under_way', 'Leaving is about to stop. Try it again in a moment.');
  if (outcome.kind === 'none') throw new Refusal(409, 'not_leaving', 'You are not leaving, or have started again.');
  if (outcome.kind === 'asked') await enqueueRun(deps, outcome.run);
  try {
    await deps.queues.enqueue('upkeep', {task: 'assert-schedules'});
  } catch (err) {
    deps.log.warn({err}, 'the queue cannot be reached; the schedules are written later');
  }
}

async function showDeparture({db}: Pick<Deps, 'db'>, shop: ShopDomain): Promise<Departure> {
  const stored = await loadDeparture(db, shop);
  const kept = await loadKept(db, shop);
  const orders = await countDropshipOrders(db, shop);
  const sum = (...states: readonly (keyof typeof orders)[]) =>
    states.reduce((total, state) => total + (orders[state] ?? 0), 0);
  return {
    departure: stored === null ? null : await showProgress(db, stored, [kept.profile, kept.service]),
    products: await loadDepartureCounts(db, shop),
    orders: {
      unsent: sum('waiting', 'needs_details', 'blocked', 'held', 'placing', 'unconfirmed', 'rejected'),
      unpaid: sum('awaiting_payment'),
      unshipped: sum('paid'),
    },
    ...kept,
    isUpdating: stored === null && (await loadOpenRun(db, shop)) !== null,
  };
}

/** All of them are drafts where new products are. */
async function loadToMakeAgain(db: Deps['db'], shop: ShopDomain) {
  const {products, drafts} = await countToMakeAgain(db, shop);
  const {settings} = await loadStoredSettings(db, shop);
  return {products, drafts: settings.newProducts === 'draft' ? products : drafts};
}

async function showProgress(
  db: Deps['db'],
  stored: StoredDeparture,
  kept: readonly TakenBack[],
): Promise<Departure['departure']> {
  const {shop, products, failed, compared_at: comparedAt, stopped_at: stoppedAt} = stored;
  const run = await loadRun(db, shop, stored.run_id);
  const isOpen = run !== null && isRunOpen(run);
  const phase = phaseOf({
    isStopped: stoppedAt !== null,
    isRunOpen: isOpen,
    isCompared: comparedAt !== null,
    failed,
    kept: kept.map(({state}) => state),
  });
  return {
    products,
    phase,
    askedAt: stored.asked_at.toISOString(),
    runId: stored.run_id,
    runReason: phase === 'interrupted' ? (run?.reason ?? null) : null,
    runStep: isOpen ? run.step : null,
    progress: await countDepartureProgress(db, shop, stored.after_article),
    drafted: stored.drafted,
    archived: stored.archived,
    deleted: stored.deleted,
    toMakeAgain: await loadToMakeAgain(db, shop),
    onSale: comparedAt === null ? null : stored.on_sale,
    failed,
    failures: [...stored.failures],
  };
}
