// The shop's articles in pages, and actions on many at once.
import {Router} from 'express';
import {z} from 'zod';
import {toRetiredNowText} from '#domain/catalogue/off-sale/retired-now.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {minorUnitExponent} from '#domain/money.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {
  changeManualChoice,
  giveBackSetBack,
  giveEditsBack,
  mostGivenBack,
  publishDrafts,
} from '../../actions/audited-changes.ts';
import {retireSeveralNow} from '../../actions/retire-now.ts';
import {type ArticleFilter, type FoundArticle, searchArticles} from '../../db/catalogue/article-search.ts';
import {searchByMargin} from '../../db/catalogue/articles-by-margin.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import {loadListings, type StoredListing} from '../../db/listings/listings.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {
  type Articles,
  ArticlesQuery,
  type Asked,
  DeleteInput,
  GiveBackInput,
  type GivenBack,
  type ManualChoices,
  ManualChoicesInput,
  type Published,
  PublishInput,
  type SeveralGivenBack,
  type SeveralOffSale,
  SeveralOffSaleInput,
} from '../contract/articles.ts';
import {parseInput, Refusal, tooManyRequests} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';

import {type Asker, type RunRequestDeps, startRun, startSelectedRun} from './ask-run.ts';
import {CursorText, readCursor, writeCursor} from './cursor.ts';
import {toProposalPart} from './options/to-proposal.ts';
import {toArticleRow} from './products/article-row.ts';

/** Name and id of the last article of the page before, for a list sorted by name. */
const NameCursor = z.tuple([CursorText, CursorText]);
/**
 * For a list sorted by margin: what is left of the last article of the page before (null: it has no price), its name and its id. Marked,
 * since an earlier release put another number there.
 */
const MarginCursor = z.tuple([z.literal('left'), z.number().nullable(), CursorText, CursorText]);

export function articlesRoutes(deps: RunRequestDeps & Pick<Deps, 'admin' | 'rateLimits'>): Router {
  const router = Router();
  router.get('/articles', async (req, res) => {
    res.json(await loadArticlesPage(deps, shopOf(res), parseInput(ArticlesQuery, req.query)));
  });
  router.put('/articles/hand', async (req, res) => {
    const {articleIds, hand} = parseInput(ManualChoicesInput, req.body);
    await requireChangeable(deps, shopOf(res), articleIds);
    const by = {...askerOf(res), now: deps.now()};
    const answer: ManualChoices = {changed: await changeManualChoice(deps.db, by, articleIds, hand)};
    res.json(answer);
  });
  router.post('/articles/off-sale', async (req, res) => {
    const {articleIds} = parseInput(SeveralOffSaleInput, req.body ?? {});
    await requireChangeable(deps, shopOf(res), articleIds);
    const outcomes = await retireSeveralNow(deps, {...askerOf(res), now: deps.now()}, articleIds);
    const results = outcomes.map(({articleId: id, outcome}) => ({
      id,
      isOffSale: outcome.kind !== 'on_sale',
      text: toRetiredNowText(outcome),
    }));
    res.json({results} satisfies SeveralOffSale);
  });
  router.post('/articles/give-back', async (req, res) => {
    const {articleIds} = parseInput(GiveBackInput, req.body ?? {});
    await requireChangeable(deps, shopOf(res), articleIds);
    const given = await giveEditsBack(deps.db, {...askerOf(res), now: deps.now()}, articleIds);
    const toWrite = [...given].filter(([, {before}]) => isInStore(before)).map(([id]) => id);
    const run = toWrite.length === 0 ? null : await startSelectedRun(deps, askerOf(res), toWrite);
    const results = articleIds.map((id) => ({id, fields: given.get(id)?.fields.length ?? 0}));
    res.json({results, run: run === null ? null : toRun(run)} satisfies SeveralGivenBack);
  });
  router.post('/articles/publish', async (req, res) => {
    const {articleIds} = parseInput(PublishInput, req.body ?? {});
    if (articleIds !== 'all') await requireChangeable(deps, shopOf(res), articleIds);
    const by = {...askerOf(res), now: deps.now()};
    const asked = await publishDrafts(deps.db, by, articleIds === 'all' ? null : articleIds);
    // All of them wait for a run over everything, because a run names its articles.
    const isNow = articleIds !== 'all' && asked.length > 0;
    const run = isNow ? await startSelectedRun(deps, askerOf(res), asked) : null;
    res.json({asked: asked.length, run: run === null ? null : toRun(run)} satisfies Published);
  });
  router.post('/articles/delete', async (req, res) => {
    const {articleIds} = parseInput(DeleteInput, req.body);
    const {status, answer} = await startDeletion(deps, askerOf(res), articleIds);
    res.status(status).json(answer);
  });
  router.post('/articles/set-back/give-back', async (_req, res) => {
    const products = await giveBackSetBack(deps.db, {...askerOf(res), now: deps.now()});
    res.json({products, isAll: products < mostGivenBack} satisfies GivenBack);
  });
  return router;
}

/** What is asked of the article list. */
export type ArticlesRequest = z.output<typeof ArticlesQuery>;

/** One page of the article list, with the cursor of the next page; sorted by name, or by what is left of one piece. */
export async function loadArticlesPage(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  query: ArticlesRequest,
): Promise<Articles> {
  const facts = await loadShop(db, shop);
  const stored = await loadStoredSettings(db, shop);
  const [filter, {limit, sort, unanswered: asked = null}] = [toFilter(query, stored.settings), query];
  const pricing = stored.isReadable ? stored.settings : null;
  const sales = await loadStoreSales(db, facts, stored.settings);
  const {terms, sold, shipping} = sales;
  const toAnswer = (articles: readonly FoundArticle[]) =>
    articles.map((found) => ({...toArticleRow(found, facts, pricing, sales), proposal: toProposalPart(found, asked)}));
  if (sort === 'name') {
    const cursor = readCursor(NameCursor, query.cursor);
    const after = cursor === null ? null : {name: cursor[0], id: cursor[1]};
    const {articles, next, total} = await searchArticles(db, shop, filter, {after, limit});
    return {articles: toAnswer(articles), nextCursor: next && writeCursor([next.name, next.id]), total, shipping};
  }
  const cursor = readCursor(MarginCursor, query.cursor);
  const after = cursor === null ? null : {left: cursor[1], name: cursor[2], id: cursor[3]};
  const order = sort === 'margin_low' ? 'lowest' : 'highest';
  const minorUnits = 10 ** minorUnitExponent(facts?.currency ?? '');
  const soldAt = terms === null || pricing === null ? null : {terms, zones: sold.zones};
  const found = await searchByMargin(db, shop, filter, {order, minorUnits, soldAt, after, limit});
  const {articles, next, total} = found;
  const nextCursor = next && writeCursor(['left', next.left, next.name, next.id]);
  return {articles: toAnswer(articles), nextCursor, total, shipping};
}

/** The search conditions of the query; null where the query sets none. */
function toFilter(query: ArticlesRequest, {orders: answers}: Settings): ArticleFilter {
  const {unanswered: option} = query;
  return {
    unanswered: option === undefined ? null : {option, answers},
    search: query.search,
    brand: query.brand ?? null,
    category: query.category ?? null,
    chosen: query.chosen ?? null,
    hand: query.hand ?? null,
    listed: query.listed ?? null,
    state: query.state ?? null,
    held: query.held ?? null,
    quarantined: query.quarantined ?? null,
    edited: query.edited ?? null,
    setBack: query.setBack ?? null,
    ownDraft: query.ownDraft ?? null,
    ownPrice: query.ownPrice ?? null,
    hasImage: query.hasImage ?? null,
    onRequest: query.onRequest ?? null,
  };
}

/** Throws a 404 if the shop does not have all of these articles. */
async function requireArticles({db}: Pick<Deps, 'db'>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const known = await loadArticleNames(db, shop, ids);
  if (!ids.every((id) => known.has(id))) throw new Refusal(404, 'not_found', 'One of these articles does not exist.');
}

/** Throws a 404 if the shop does not have all of these articles, or a 429 if the merchant changed too many in the last minute. */
async function requireChangeable(
  deps: Pick<Deps, 'db' | 'rateLimits'>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<void> {
  await requireArticles(deps, shop, ids);
  await refuseTooManyChanges(deps, shop, ids);
}

async function refuseTooManyChanges(
  {rateLimits}: Pick<Deps, 'rateLimits'>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<void> {
  const permit = await rateLimits.handChanges(shop, new Set(ids).size);
  if (permit.kind === 'allowed') return;
  const message =
    'You changed too many articles by hand in the last minute. Nothing was changed; try again in a minute, or choose them by a rule.';
  throw tooManyRequests(permit.retryAfterSeconds, message, 'articleIds');
}

const isInStore = ({productGid, state}: StoredListing): boolean => productGid !== null && state !== 'deleted_in_store';

/**
 * Starts a run (202) that deletes the products still in the store; no run if there are none. While that run waits, a repeated request
 * returns it (200).
 */
async function startDeletion(
  deps: RunRequestDeps,
  asker: Asker,
  ids: readonly ArticleId[],
): Promise<{readonly status: number; readonly answer: Asked}> {
  const {shop} = asker;
  await requireArticles(deps, shop, ids);
  const listings = await loadListings(deps.db, shop, ids);
  const inStore = [...listings].filter(([, listing]) => isInStore(listing)).map(([id]) => id);
  if (inStore.length === 0) return {status: 200, answer: {run: null}};
  const {run, isNew} = await startRun(deps, asker, 'delete', inStore);
  return {status: isNew ? 202 : 200, answer: {run: toRun(run)}};
}
