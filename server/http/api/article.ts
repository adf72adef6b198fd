// Routes for one article: show, choose by hand, approve a cost, change a field's owner, take the product off sale at once, take a variant
// off sale or allow it again, retry what failed.

import {type Request, type Response, Router} from 'express';
import {z} from 'zod';
import {toRetiredNowText} from '#domain/catalogue/off-sale/retired-now.ts';
import {ArticleId} from '#domain/ids.ts';
import {
  approveCostOf,
  type ChangeContext,
  changeFieldOwner,
  changeManualChoice,
  changeOffSale,
} from '../../actions/audited-changes.ts';
import {retireNow} from '../../actions/retire-now.ts';
import {releaseQuarantine} from '../../db/catalogue/quarantine.ts';
import {loadListingFacts} from '../../db/listings/listing-facts.ts';
import {forgetPlans, loadListings} from '../../db/listings/listings.ts';
import {loadQuarantineEntry} from '../../db/runs/approvals.ts';
import type {Deps} from '../../deps.ts';
import {ApproveCostInput, FieldOwnerInput, OffSaleInput, OwnableField, type TakenOffSale} from '../contract/article.ts';
import {type Asked, HandInput} from '../contract/articles.ts';
import {isStorableText} from '../plain-text.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {loadArticleDetail} from './article-detail.ts';
import {startSelectedRun} from './ask-run.ts';
import {requireArticle} from './require-article.ts';

type ArticleDeps = Pick<Deps, 'admin' | 'db' | 'digest' | 'log' | 'newId' | 'now' | 'queues'>;

/** The part of an article that is split into several products; '' if it is one product. */
const PartQuery = z.object({part: z.string().max(50).default('')});

export function articleRoutes(deps: ArticleDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/articles/:id', async (req, res) => {
    const {part} = parseInput(PartQuery, req.query);
    res.json(await loadArticleDetail(deps, shopOf(res), req.params.id, part));
  });
  router.put('/articles/:id/hand', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const {hand} = parseInput(HandInput, req.body);
    await changeManualChoice(db, actionContextOf(deps, res), [id], hand);
    res.json(await loadArticleDetail(deps, shopOf(res), id));
  });
  router.post('/articles/:id/approve-cost', async (req, res) => approveCost(deps, req, res));
  router.post('/articles/:id/fields/:field/give-back', async (req, res) => answerOwnerChange(deps, req, res, 'sync'));
  router.put('/articles/:id/fields/:field', async (req, res) => {
    await requireArticle(deps, shopOf(res), req.params.id);
    await answerOwnerChange(deps, req, res, parseInput(FieldOwnerInput, req.body).owner);
  });
  router.post('/articles/:id/off-sale', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const outcome = await retireNow(deps, actionContextOf(deps, res), id);
    const article = await loadArticleDetail(deps, shopOf(res), id);
    const answer: TakenOffSale = {isOffSale: outcome.kind !== 'on_sale', text: toRetiredNowText(outcome), article};
    res.json(answer);
  });
  router.put('/articles/:id/variants', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const {gid, offSale} = parseInput(OffSaleInput, req.body);
    const variant = (await loadListings(db, shopOf(res), [id])).get(id)?.variants.find((known) => known.gid === gid);
    if (variant === undefined) throw new Refusal(404, 'not_found', 'There is no such variant.');
    await changeOffSale(db, actionContextOf(deps, res), {gid: variant.gid, articleId: id, offSale});
    res.json(await loadArticleDetail(deps, shopOf(res), id));
  });
  router.post('/articles/:id/retry', async (req, res) => retryArticle(deps, req, res));
  router.post('/articles/:id/images/retry', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const media = (await loadListings(db, shopOf(res), [id])).get(id)?.media ?? [];
    const failed = media.some(({state}) => state === 'failed');
    await answerWithRun(deps, res, failed ? id : null);
  });
  return router;
}

/**
 * Approves the cost the merchant saw and starts a run over the article. If the supplier's cost has changed since, throws a 409: the
 * merchant has to see the new cost first.
 */
async function approveCost(deps: ArticleDeps, req: Request, res: Response): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const {id, row} = await requireArticle(deps, shop, req.params['id']);
  const {cost} = parseInput(ApproveCostInput, req.body);
  const facts = await loadListingFacts(db, shop, id, '');
  if (facts === null) throw new Refusal(409, 'nothing_to_approve', 'There is no product whose cost could be approved.');
  if (facts.approved_cost === cost) return answerWithRun(deps, res, null);
  if (row.stock?.price !== cost) {
    const message = 'The supplier asks another price by now. Reload the page and look at that one.';
    throw new Refusal(409, 'cost_changed', message, 'cost');
  }
  await approveCostOf(db, actionContextOf(deps, res), id, cost);
  await answerWithRun(deps, res, id);
}

/**
 * Changes who writes a field. The value in the store stays until the next run. If the sync owns the field again and the product exists,
 * that run is started and answered.
 */
async function answerOwnerChange(
  deps: ArticleDeps,
  req: Request,
  res: Response,
  owner: 'sync' | 'merchant',
): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const {id} = await requireArticle(deps, shop, req.params['id']);
  const field = OwnableField.safeParse(req.params['field']);
  if (!field.success) throw new Refusal(404, 'not_found', 'There is no such field.');
  const before = (await loadListings(db, shop, [id])).get(id);
  if (before === undefined) throw new Refusal(409, 'no_listing', 'This article has no product yet.');
  const isSetAlready = before.ownedHere[field.data] === owner;
  const isEdited = Object.hasOwn(before.edits, field.data);
  if (isSetAlready && (owner === 'merchant' || !isEdited)) return answerWithRun(deps, res, null);
  await changeFieldOwner(db, actionContextOf(deps, res), id, {field: field.data, owner, before});
  await answerWithRun(deps, res, owner === 'sync' && before.productGid !== null ? id : null);
}

/** Retries a quarantined article, also one that was quarantined before it could be read, for which the shop has no article yet. */
async function retryArticle(deps: ArticleDeps, req: Request, res: Response): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const given = ArticleId.refine(isStorableText).safeParse(req.params['id']);
  const quarantined = given.success ? await loadQuarantineEntry(db, shop, given.data) : null;
  if (quarantined === null) {
    await requireArticle(deps, shop, req.params['id']);
    return answerWithRun(deps, res, null);
  }
  const id = quarantined.article_id;
  await releaseQuarantine(db, shop, [id]);
  await forgetPlans(db, shop, [id]);
  await answerWithRun(deps, res, id);
}

/** Who changes something, for which shop, and when. */
const actionContextOf = ({now}: Pick<Deps, 'now'>, res: Response): ChangeContext => ({...askerOf(res), now: now()});

/** Starts a run over the article and answers it. @param id null: there is nothing to do, so no run starts. */
async function answerWithRun(deps: ArticleDeps, res: Response, id: ArticleId | null): Promise<void> {
  const run = id === null ? null : await startSelectedRun(deps, askerOf(res), [id]);
  const answer: Asked = {run: run === null ? null : toRun(run)};
  res.json(answer);
}
