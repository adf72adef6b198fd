// The shop's articles in pages, and actions on many at once.
import {Router} from 'express';
import {z} from 'zod';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {minorUnitExponent} from '#domain/money.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {changeManualChoice} from '../../actions/audited-changes.ts';
import {type ArticleFilter, type FoundArticle, searchArticles} from '../../db/catalogue/article-search.ts';
import {searchByMargin} from '../../db/catalogue/articles-by-margin.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import {loadListings} from '../../db/listings/listings.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {
  type Articles,
  ArticlesQuery,
  type Asked,
  DeleteInput,
  type ManualChoices,
  ManualChoicesInput,
} from '../contract/articles.ts';
import {parseInput, Refusal, tooManyRequests} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';

import {type Asker, type RunRequestDeps, startRun} from './ask-run.ts';
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

export function articlesRoutes(deps: RunRequestDeps & Pick<Deps, 'rateLimits'>): Router {
  const router = Router();
  router.get('/articles', async (req, res) => {
    res.json(await loadArticlesPage(deps, shopOf(res), parseInput(ArticlesQuery, req.query)));
  });
  router.put('/articles/hand', async (req, res) => {
    const {articleIds, hand} = parseInput(ManualChoicesInput, req.body);
    await requireArticles(deps, shopOf(res), articleIds);
    await refuseTooManyManualChoices(deps, shopOf(res), articleIds);
    const by = {...askerOf(res), now: deps.now()};
    const answer: ManualChoices = {changed: await changeManualChoice(deps.db, by, articleIds, hand)};
    res.json(answer);
  });
  router.post('/articles/delete', async (req, res) => {
    const {articleIds} = parseInput(DeleteInput, req.body);
    const {status, answer} = await startDeletion(deps, askerOf(res), articleIds);
    res.status(status).json(answer);
  });
  return router;
}

/** One page of the article list, with the cursor of the next page; sorted by name, or by what is left of one piece. */
async function loadArticlesPage(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  query: z.output<typeof ArticlesQuery>,
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
function toFilter(query: z.output<typeof ArticlesQuery>, {orders: answers}: Settings): ArticleFilter {
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
    hasImage: query.hasImage ?? null,
    onRequest: query.onRequest ?? null,
  };
}

/** Throws a 404 if the shop does not have all of these articles. */
async function requireArticles({db}: Pick<Deps, 'db'>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const known = await loadArticleNames(db, shop, ids);
  if (!ids.every((id) => known.has(id))) throw new Refusal(404, 'not_found', 'One of these articles does not exist.');
}

/** Throws a 429 if the shop has chosen too many articles by hand in the last minute. */
async function refuseTooManyManualChoices(
  {rateLimits}: Pick<Deps, 'rateLimits'>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<void> {
  const permit = await rateLimits.handChanges(shop, new Set(ids).size);
  if (permit.kind === 'allowed') return;
  const message =
    'You changed the choice of too many articles in the last minute. Nothing was changed; try again in a minute, or choose them by a rule.';
  throw tooManyRequests(permit.retryAfterSeconds, message, 'articleIds');
}

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
  const inStore = [...listings]
    .filter(([, {productGid, state}]) => productGid !== null && state !== 'deleted_in_store')
    .map(([id]) => id);
  if (inStore.length === 0) return {status: 200, answer: {run: null}};
  const {run, isNew} = await startRun(deps, asker, 'delete', inStore);
  return {status: isNew ? 202 : 200, answer: {run: toRun(run)}};
}
