// Decisions about several products in one request, and the list of all articles that wait for a brake.
import {Router} from 'express';
import {z} from 'zod';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {approveCostOf} from '../../actions/audited-changes.ts';
import {releaseQuarantine} from '../../db/catalogue/quarantine.ts';
import {forgetPlans} from '../../db/listings/listings.ts';
import {loadBrake, loadCostsOf, loadQuarantinedIds, type WaitingCost} from '../../db/runs/approvals.ts';
import type {Brake} from '../../db/runs/brakes.ts';
import {ApproveCostsInput, type BrakeArticles, type CostsApproved, RetryInput} from '../contract/approvals.ts';
import type {Asked} from '../contract/articles.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type Asker, type AskingDeps, askSelectedRun} from './ask-run.ts';
import {readCursor, writeCursor} from './cursor.ts';

const pageSize = 50;

const Query = z.object({cursor: z.string().max(100).optional()});
const Cursor = z.tuple([z.int().min(0)]);

export function decisionRoutes(deps: AskingDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/brakes/:id/articles', async (req, res) => {
    const shop = shopOf(res);
    const id = z.uuid().safeParse(req.params.id);
    const brake = id.success ? await loadBrake(db, shop, id.data) : null;
    if (brake === null) throw new Refusal(404, 'not_found', 'There is no such brake.');
    const [from] = readCursor(Cursor, parseInput(Query, req.query).cursor) ?? [0];
    const ids = brake.article_ids.slice(from, from + pageSize);
    const isLast = from + pageSize >= brake.article_ids.length;
    const answer: BrakeArticles = {
      articles: (await loadCostsOf(db, shop, ids)).map((cost) => ({...cost, to: shownCost(brake, cost)})),
      nextCursor: isLast ? null : writeCursor([from + pageSize]),
    };
    res.json(answer);
  });
  router.post('/approvals/costs', async (req, res) => {
    const {costs} = parseInput(ApproveCostsInput, req.body ?? {});
    res.json(await approveCosts(deps, askerOf(res), costs));
  });
  router.post('/quarantine/retry', async (req, res) => {
    const asker = askerOf(res);
    const ids = await loadQuarantinedIds(db, asker.shop, parseInput(RetryInput, req.body ?? {}).articleIds);
    await releaseQuarantine(db, asker.shop, ids);
    await forgetPlans(db, asker.shop, ids);
    const run = ids.length === 0 ? null : await askSelectedRun(deps, asker, ids);
    const answer: Asked = {run: run === null ? null : toRun(run)};
    res.json(answer);
  });
  return router;
}

/** For a brake on costs, the cost that its release or discard decides on: a run of single articles may have read another cost since. */
const shownCost = ({kind, costs}: Brake, {articleId, to}: WaitingCost): number | null =>
  kind === 'cost' ? (costs?.[articleId] ?? to) : to;

type Seen = {readonly articleId: ArticleId; readonly cost: number};

async function approveCosts(deps: AskingDeps, asker: Asker, costs: readonly Seen[]): Promise<CostsApproved> {
  const {shop} = asker;
  const results: CostsApproved['results'] = [];
  for (const seen of costs) results.push({articleId: seen.articleId, error: await approveOne(deps, asker, seen)});
  const done = costs.filter((_, index) => results[index]?.error === null).map(({articleId}) => articleId);
  const run = done.length === 0 ? null : await askSelectedRun(deps, {...asker, shop}, done);
  return {results, run: run === null ? null : toRun(run)};
}

/** Null: approved; otherwise a sentence that says why not. */
async function approveOne(
  {db, now}: AskingDeps,
  {shop, actor}: Asker,
  {articleId, cost}: Seen,
): Promise<string | null> {
  const current = await currentCost(db, shop, articleId);
  if (current === null) return 'There is no product whose cost could be approved.';
  if (current !== cost) return 'The supplier asks another price by now. Look at that one first.';
  await approveCostOf(db, {shop, actor, now: now()}, articleId, cost);
  return null;
}

async function currentCost(db: AskingDeps['db'], shop: ShopDomain, articleId: ArticleId): Promise<number | null> {
  const [found] = await loadCostsOf(db, shop, [articleId]);
  return found?.to ?? null;
}
