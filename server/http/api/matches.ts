// The route by which the merchant decides whether products of the store are articles of the supplier.
import {Router} from 'express';
import {ArticleId} from '#domain/ids.ts';
import {decideMatches} from '../../actions/decide-matches.ts';
import type {Asked} from '../contract/articles.ts';
import {DecideMatches} from '../contract/matches.ts';
import {parseInput} from '../refusal.ts';
import {askerOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type RunRequestDeps, startSelectedRun} from './ask-run.ts';

export function matchRoutes(deps: RunRequestDeps): Router {
  const {db} = deps;
  const router = Router();
  router.post('/matches/decide', async (req, res) => {
    const {decision, articleIds} = parseInput(DecideMatches, req.body);
    const asker = askerOf(res);
    const ids = articleIds === 'all' ? null : articleIds.map((id) => ArticleId.parse(id));
    const decided = await decideMatches(db, {...asker, now: deps.now()}, ids, decision);
    const run = decided.length === 0 ? null : await startSelectedRun(deps, asker, decided);
    const answer: Asked = {run: run === null ? null : toRun(run)};
    res.json(answer);
  });
  return router;
}
