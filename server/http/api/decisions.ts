// Decisions about several products in one request, and the list of all articles that wait for a brake.
import {Router} from 'express';
import {z} from 'zod';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {approveCostOf} from '../../actions/audited-changes.ts';
import {toPriceStore} from '../../db/catalogue/choice.ts';
import {releaseQuarantine} from '../../db/catalogue/quarantine.ts';
import {loadArticlePictures} from '../../db/listings/listing-facts.ts';
import {forgetPlans} from '../../db/listings/listings.ts';
import {loadBrake, loadCostComparisons, loadQuarantinedIds, type WaitingCost} from '../../db/runs/approvals.ts';
import type {Brake} from '../../db/runs/brakes.ts';
import {loadShopWithSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {type BrakedEffect, noEffect, planBrakedEffects} from '../../preview/braked-effects.ts';
import {ApproveCostsInput, type BrakeArticles, type CostsApproved, RetryInput} from '../contract/approvals.ts';
import type {Asked} from '../contract/articles.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type Asker, type RunRequestDeps, startSelectedRun} from './ask-run.ts';
import {readCursor, writeCursor} from './cursor.ts';

const pageSize = 50;

const CursorQuery = z.object({cursor: z.string().max(100).optional()});
/** The cursor of a brake's articles: the index of the page's first article. */
const OffsetCursor = z.tuple([z.int().min(0)]);

export function decisionRoutes(deps: RunRequestDeps & Pick<Deps, 'digest'>): Router {
  const {db} = deps;
  const router = Router();
  router.get('/brakes/:id/articles', async (req, res) => {
    const shop = shopOf(res);
    const id = z.uuid().safeParse(req.params.id);
    const brake = id.success ? await loadBrake(db, shop, id.data) : null;
    if (brake === null) throw new Refusal(404, 'not_found', 'There is no such brake.');
    const [from] = readCursor(OffsetCursor, parseInput(CursorQuery, req.query).cursor) ?? [0];
    const ids = brake.article_ids.slice(from, from + pageSize);
    const isLast = from + pageSize >= brake.article_ids.length;
    const shown = await loadBrakedArticles(deps, brake, ids);
    const answer: BrakeArticles = {...shown, nextCursor: isLast ? null : writeCursor([from + pageSize])};
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
    const run = ids.length === 0 ? null : await startSelectedRun(deps, asker, ids);
    const answer: Asked = {run: run === null ? null : toRun(run)};
    res.json(answer);
  });
  return router;
}

/** These articles of the brake, in its order, each with its picture and with what its release would do. */
async function loadBrakedArticles(
  {db, digest}: Pick<Deps, 'db' | 'digest'>,
  brake: Brake,
  ids: readonly ArticleId[],
): Promise<Omit<BrakeArticles, 'nextCursor'>> {
  const {shop} = brake;
  const {facts, settings, isReadable} = await loadShopWithSettings(db, shop);
  const costs = new Map((await loadCostComparisons(db, shop, ids)).map((cost) => [cost.articleId, cost]));
  const pictures = await loadArticlePictures(db, shop, ids);
  const basis = {settings, store: toPriceStore(facts ?? {currency: null, taxesIncluded: null}), digest};
  const canPlan = brake.kind === 'retire' || (isReadable && missingForPrices(basis) === null);
  const effects = canPlan ? await planBrakedEffects(db, brake, ids, basis) : new Map<ArticleId, BrakedEffect>();
  const articles = ids.flatMap((id) => {
    const cost = costs.get(id);
    if (cost === undefined) return [];
    const {offSale, price, loses} = effects.get(id) ?? noEffect;
    const image = pictures.get(id) ?? null;
    return [{...cost, to: costToDecideOn(brake, cost), image, offSale, price, loses: [...loses]}];
  });
  return {articles, currency: facts?.currency ?? null};
}

/**
 * For a brake on costs, the cost that a release or discard decides on, because a later run of single articles may have read another cost;
 * otherwise the current cost.
 */
const costToDecideOn = ({kind, costs}: Brake, {articleId, to}: WaitingCost): number | null =>
  kind === 'cost' ? (costs?.[articleId] ?? to) : to;

/** A cost in euro cents, as the merchant saw it. */
type SeenCost = {readonly articleId: ArticleId; readonly cost: number};

/** Approves each cost on its own, then starts one run over the articles with an approved cost. */
async function approveCosts(deps: RunRequestDeps, asker: Asker, costs: readonly SeenCost[]): Promise<CostsApproved> {
  const {shop} = asker;
  const results: CostsApproved['results'] = [];
  for (const seen of costs) results.push({articleId: seen.articleId, error: await approveOneCost(deps, asker, seen)});
  const done = costs.filter((_, index) => results[index]?.error === null).map(({articleId}) => articleId);
  const run = done.length === 0 ? null : await startSelectedRun(deps, {...asker, shop}, done);
  return {results, run: run === null ? null : toRun(run)};
}

/** Approves one cost. Null: approved; otherwise a sentence that says why not. */
async function approveOneCost(
  {db, now}: RunRequestDeps,
  {shop, actor}: Asker,
  {articleId, cost}: SeenCost,
): Promise<string | null> {
  const current = await loadCurrentCost(db, shop, articleId);
  if (current === null) return 'There is no product whose cost could be approved.';
  if (current !== cost) return 'The supplier asks another price by now. Look at that one first.';
  await approveCostOf(db, {shop, actor, now: now()}, articleId, cost);
  return null;
}

/** The supplier's cost of the article now, in euro cents; null: there is no product, or the cost is not known. */
async function loadCurrentCost(
  db: RunRequestDeps['db'],
  shop: ShopDomain,
  articleId: ArticleId,
): Promise<number | null> {
  const [found] = await loadCostComparisons(db, shop, [articleId]);
  return found?.to ?? null;
}
