// The shop's articles in pages, and actions on many at once.
import {Router} from 'express';
import {z} from 'zod';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {exponentOf} from '#domain/money.ts';
import {readable} from '#domain/settings/settings.ts';
import {changeManualChoice} from '../../actions/audited-changes.ts';
import {type ArticleFilter, type FoundArticle, searchArticles} from '../../db/catalogue/article-search.ts';
import {searchByMargin} from '../../db/catalogue/articles-by-margin.ts';
import {choiceBasis} from '../../db/catalogue/choice.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import {loadListings} from '../../db/listings/listings.ts';
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
import {parseInput, Refusal, tooMany} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';

import {type Asker, type AskingDeps, askRun} from './ask-run.ts';
import {CursorText, readCursor, writeCursor} from './cursor.ts';
import {toArticleRow} from './products/article-row.ts';

const NameCursor = z.tuple([CursorText, CursorText]);
/** First the price ÷ cost of the last row; null: the page ended among the articles without a price. */
const MarginCursor = z.tuple([z.number().nullable(), CursorText, CursorText]);

export function articlesRoutes(deps: AskingDeps & Pick<Deps, 'rateLimits'>): Router {
  const router = Router();
  router.get('/articles', async (req, res) => {
    res.json(await showArticles(deps, shopOf(res), parseInput(ArticlesQuery, req.query)));
  });
  router.put('/articles/hand', async (req, res) => {
    const {articleIds, hand} = parseInput(ManualChoicesInput, req.body);
    await requireArticles(deps, shopOf(res), articleIds);
    await limitHandChanges(deps, shopOf(res), articleIds);
    const answer: ManualChoices = {changed: await applyManualChoice(deps, askerOf(res), articleIds, hand)};
    res.json(answer);
  });
  router.post('/articles/delete', async (req, res) => {
    const {articleIds} = parseInput(DeleteInput, req.body);
    const {status, answer} = await deleteByName(deps, askerOf(res), articleIds);
    res.status(status).json(answer);
  });
  return router;
}

async function showArticles(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  query: z.output<typeof ArticlesQuery>,
): Promise<Articles> {
  const facts = await loadShop(db, shop);
  const stored = await loadStoredSettings(db, shop);
  const [filter, {limit, sort}] = [toFilter(query), query];
  const pricing = stored.isReadable ? stored.settings : null;
  const toAnswer = (articles: readonly FoundArticle[]) => articles.map((found) => toArticleRow(found, facts, pricing));
  if (sort === 'name') {
    const cursor = readCursor(NameCursor, query.cursor);
    const after = cursor === null ? null : {name: cursor[0], id: cursor[1]};
    const {articles, next, total} = await searchArticles(db, shop, filter, {after, limit});
    return {articles: toAnswer(articles), nextCursor: next && writeCursor([next.name, next.id]), total};
  }
  const cursor = readCursor(MarginCursor, query.cursor);
  const after = cursor === null ? null : {ratio: cursor[0], name: cursor[1], id: cursor[2]};
  const order = sort === 'margin_low' ? 'lowest' : 'highest';
  const minorUnits = 10 ** exponentOf(facts?.currency ?? '');
  const {articles, next, total} = await searchByMargin(db, shop, filter, {order, minorUnits, after, limit});
  return {articles: toAnswer(articles), nextCursor: next && writeCursor([next.ratio, next.name, next.id]), total};
}

function toFilter(query: z.output<typeof ArticlesQuery>): ArticleFilter {
  return {
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

async function limitHandChanges(
  {rateLimits}: Pick<Deps, 'rateLimits'>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<void> {
  const permit = await rateLimits.handChanges(shop, new Set(ids).size);
  if (permit.kind === 'allowed') return;
  const message =
    'Too many articles were chosen by hand in the last minute. Nothing was changed; try again in a minute, or choose them by a rule.';
  throw tooMany(permit.retryAfterSeconds, message, 'articleIds');
}

/** Stores the choice; the next run applies it. Returns how many of the articles exist; it counts unchanged ones too. */
export async function applyManualChoice(
  {db, now}: Pick<Deps, 'db' | 'now'>,
  {shop, actor}: Asker,
  ids: readonly ArticleId[],
  hand: 'picked' | 'left_out' | null,
): Promise<number> {
  const facts = await loadShop(db, shop);
  const settings = readable(await loadStoredSettings(db, shop));
  const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
  return changeManualChoice(db, {shop, actor, now: now()}, [...new Set(ids)], hand, choiceBasis(settings, store));
}

/** Starts a run that deletes the products still in the store, if any. While it waits, a repeated request returns the same run. */
async function deleteByName(
  deps: AskingDeps,
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
  const {run, isNew} = await askRun(deps, asker, 'delete', inStore);
  return {status: isNew ? 202 : 200, answer: {run: toRun(run)}};
}
