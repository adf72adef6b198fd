// Routes for one article: show, choose by hand, approve a cost, change a field's owner, take a variant off sale or allow it again, retry
// what failed.

import {type Request, type Response, Router} from 'express';
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {approveCostOf, type By, changeFieldOwner, changeOffSale} from '../../actions/audited-changes.ts';
import {releaseQuarantine} from '../../db/catalogue/quarantine.ts';
import {loadListingFacts} from '../../db/listings/listing-facts.ts';
import {forgetPlans, loadListings} from '../../db/listings/listings.ts';
import {loadQuarantined} from '../../db/runs/approvals.ts';
import type {Deps} from '../../deps.ts';
import {ApproveCostInput, FieldOwnerInput, OffSaleInput, OwnableField} from '../contract/article.ts';
import {type Asked, HandInput} from '../contract/articles.ts';
import {isPlain} from '../plain-text.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {loadArticleDetail} from './article-detail.ts';
import {applyManualChoice} from './articles.ts';
import {askSelectedRun} from './ask-run.ts';
import {requireArticle} from './require-article.ts';

type ArticleDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'newId' | 'now' | 'queues'>;

const Query = z.object({part: z.string().max(50).default('')});

export function articleRoutes(deps: ArticleDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/articles/:id', async (req, res) => {
    const {part} = parseInput(Query, req.query);
    res.json(await loadArticleDetail(deps, shopOf(res), req.params.id, part));
  });
  router.put('/articles/:id/hand', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const {hand} = parseInput(HandInput, req.body);
    await applyManualChoice(deps, askerOf(res), [id], hand);
    res.json(await loadArticleDetail(deps, shopOf(res), id));
  });
  router.post('/articles/:id/approve-cost', async (req, res) => approve(deps, req, res));
  router.post('/articles/:id/fields/:field/give-back', async (req, res) => changeOwner(deps, req, res, 'sync'));
  router.put('/articles/:id/fields/:field', async (req, res) => {
    await requireArticle(deps, shopOf(res), req.params.id);
    await changeOwner(deps, req, res, parseInput(FieldOwnerInput, req.body).owner);
  });
  router.put('/articles/:id/variants', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const {gid, offSale} = parseInput(OffSaleInput, req.body);
    const variant = (await loadListings(db, shopOf(res), [id])).get(id)?.variants.find((known) => known.gid === gid);
    if (variant === undefined) throw new Refusal(404, 'not_found', 'There is no such variant.');
    await changeOffSale(db, byOf(deps, res), {gid: variant.gid, articleId: id, offSale});
    res.json(await loadArticleDetail(deps, shopOf(res), id));
  });
  router.post('/articles/:id/retry', async (req, res) => retry(deps, req, res));
  router.post('/articles/:id/images/retry', async (req, res) => {
    const {id} = await requireArticle(deps, shopOf(res), req.params.id);
    const media = (await loadListings(db, shopOf(res), [id])).get(id)?.media ?? [];
    const failed = media.some(({state}) => state === 'failed');
    await answerWith(deps, res, failed ? id : null);
  });
  return router;
}

/** Approves the cost the merchant saw. If the supplier's cost has changed since, the merchant has to see the new one first. */
async function approve(deps: ArticleDeps, req: Request, res: Response): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const {id, row} = await requireArticle(deps, shop, req.params['id']);
  const {cost} = parseInput(ApproveCostInput, req.body);
  const facts = await loadListingFacts(db, shop, id, '');
  if (facts === null) throw new Refusal(409, 'nothing_to_approve', 'There is no product whose cost could be approved.');
  if (facts.approved_cost === cost) return answerWith(deps, res, null);
  if (row.stock?.price !== cost) {
    const message = 'The supplier asks another price by now. Reload the page and look at that one.';
    throw new Refusal(409, 'cost_changed', message, 'cost');
  }
  await approveCostOf(db, byOf(deps, res), id, cost);
  await answerWith(deps, res, id);
}

/** The value in the store stays until the next run, which writes the field if the sync owns it again. */
async function changeOwner(deps: ArticleDeps, req: Request, res: Response, owner: 'sync' | 'merchant'): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const {id} = await requireArticle(deps, shop, req.params['id']);
  const field = OwnableField.safeParse(req.params['field']);
  if (!field.success) throw new Refusal(404, 'not_found', 'There is no such field.');
  const before = (await loadListings(db, shop, [id])).get(id);
  if (before === undefined) throw new Refusal(409, 'no_listing', 'This article has no product yet.');
  const isSetAlready = before.ownedHere[field.data] === owner;
  const isEdited = Object.hasOwn(before.edits, field.data);
  if (isSetAlready && (owner === 'merchant' || !isEdited)) return answerWith(deps, res, null);
  await changeFieldOwner(db, byOf(deps, res), id, {field: field.data, owner, before});
  await answerWith(deps, res, owner === 'sync' && before.productGid !== null ? id : null);
}

/** Also retries an entry that was quarantined before it could be read: the shop has no article with its id yet. */
async function retry(deps: ArticleDeps, req: Request, res: Response): Promise<void> {
  const {db} = deps;
  const shop = shopOf(res);
  const given = ArticleId.refine(isPlain).safeParse(req.params['id']);
  const quarantined = given.success ? await loadQuarantined(db, shop, given.data) : null;
  if (quarantined === null) {
    await requireArticle(deps, shop, req.params['id']);
    return answerWith(deps, res, null);
  }
  const id = quarantined.article_id;
  await releaseQuarantine(db, shop, [id]);
  await forgetPlans(db, shop, [id]);
  await answerWith(deps, res, id);
}

const byOf = ({now}: Pick<Deps, 'now'>, res: Response): By => ({...askerOf(res), now: now()});

/** @param id the article a run must check now; null: there is nothing to do. */
async function answerWith(deps: ArticleDeps, res: Response, id: ArticleId | null): Promise<void> {
  const run = id === null ? null : await askSelectedRun(deps, askerOf(res), [id]);
  const answer: Asked = {run: run === null ? null : toRun(run)};
  res.json(answer);
}
