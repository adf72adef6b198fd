// Set-up: starts and shows the trial with a few articles, closes the card that says set-up is done, and reads for Home how far set-up is.
import {Router} from 'express';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {requestTrial} from '../../../actions/ask-trial.ts';
import {hasCompletedRun} from '../../../db/runs/run-history.ts';
import {loadLatestRun} from '../../../db/runs/runs.ts';
import {loadSetUpTimes, saveSetUpClosed} from '../../../db/set-up/set-up.ts';
import {loadTriedArticles} from '../../../db/set-up/trial-articles.ts';
import {loadShop, type Shop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {SetUp, SetUpClosed, Trial} from '../../contract/set-up.ts';
import {Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import {toRun} from '../answers.ts';
import {enqueueRun, type RunRequestDeps, requireConnected} from '../ask-run.ts';

export function setUpRoutes(deps: RunRequestDeps): Router {
  const {db, newId, now} = deps;
  const router = Router();
  router.get('/set-up/trial', async (_req, res) => {
    res.json(await loadTrial(deps, shopOf(res)));
  });
  router.post('/set-up/trial', async (_req, res) => {
    const {shop, actor} = askerOf(res);
    await requireConnected(deps, shop);
    const asked = await requestTrial(db, {id: RunId.parse(newId()), shop, actor}, now());
    if (asked.kind === 'refused') throw new Refusal(409, asked.code, asked.reason);
    if (asked.isNew) await enqueueRun(deps, asked.run);
    res.status(asked.isNew ? 202 : 200).json(toRun(asked.run));
  });
  router.post('/set-up/close', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    if (facts?.everythingAskedAt == null) {
      throw new Refusal(409, 'set_up_open', 'Set-up is not done yet: you have not asked for everything you chose.');
    }
    await saveSetUpClosed(db, shop, now());
    const answer: SetUpClosed = {closed: true};
    res.json(answer);
  });
  return router;
}

/** The newest trial and its articles; `run` null and no articles if there was none. */
async function loadTrial({db}: Pick<Deps, 'db'>, shop: ShopDomain): Promise<Trial> {
  const run = await loadLatestRun(db, shop, 'trial');
  const articles = await loadTriedArticles(db, shop, run?.article_ids ?? []);
  return {run: run && toRun(run), articles: articles.map((article) => ({...article, lacks: [...article.lacks]}))};
}

/** The state of set-up, for the overview. */
export async function loadSetUp({db}: Pick<Deps, 'db'>, facts: Shop): Promise<SetUp> {
  const {everythingAskedAt, shop} = facts;
  const {pricesSavedAt, closedAt} = await loadSetUpTimes(db, shop);
  const trial = await loadLatestRun(db, shop, 'trial');
  return {
    pricesSaved: pricesSavedAt !== null,
    everythingAsked: everythingAskedAt !== null,
    closed: closedAt !== null,
    trial: trial && toRun(trial),
  };
}

/** Whether a run over chosen articles has completed since the merchant asked for everything; previews, undos and trials do not count. */
export async function hasCompletedFirstRun({db}: Pick<Deps, 'db'>, {shop, everythingAskedAt}: Shop): Promise<boolean> {
  return everythingAskedAt !== null && (await hasCompletedRun(db, shop, everythingAskedAt));
}
