// Products of the store that may be an article already: shown, and decided by the merchant.
import {Router} from 'express';
import {ArticleId} from '#domain/ids.ts';
import {decideMatches} from '../../actions/decide-matches.ts';
import {countUndecided, loadUndecided} from '../../db/catalogue/product-matches.ts';
import type {Asked} from '../contract/articles.ts';
import {DecideMatches, type Matches} from '../contract/matches.ts';
import {parseInput} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type AskingDeps, askSelectedRun} from './ask-run.ts';

const shown = 100;

export function matchRoutes(deps: AskingDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/matches', async (_req, res) => {
    const shop = shopOf(res);
    const answer: Matches = {
      matches: [...(await loadUndecided(db, shop, shown))],
      total: await countUndecided(db, shop),
    };
    res.json(answer);
  });
  router.post('/matches/decide', async (req, res) => {
    const {decision, articleIds} = parseInput(DecideMatches, req.body);
    const asker = askerOf(res);
    const ids = articleIds === 'all' ? null : articleIds.map((id) => ArticleId.parse(id));
    const decided = await decideMatches(db, {...asker, now: deps.now()}, ids, decision);
    const run = decided.length === 0 ? null : await askSelectedRun(deps, asker, decided);
    const answer: Asked = {run: run === null ? null : toRun(run)};
    res.json(answer);
  });
  return router;
}
