// What the supplier says about one article now: a list of at most 24 hours, or a fresh one, and a fresh `a=stock`.

import type {StockReading} from '#domain/catalogue/article.ts';
import {day} from '#domain/durations.ts';
import {concernsAll, Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {not} from '#domain/orders/not-sent.ts';
import {loadArticleListed} from '../../server/db/catalogue/article-list.ts';
import {loadWaitingBrake} from '../../server/db/runs/brakes.ts';
import {markKeyRejected} from '../../server/db/secrets/shop-keys.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {byPlan, bySupplier, type NotReady, type PlacingDeps} from './placing-deps.ts';
import {isOnSharedList} from './shared-list.ts';

const listHoldsMs = day;

type Answered = {
  readonly kind: 'answered';
  readonly facts: {readonly listed: boolean; readonly stock: StockReading | null};
};

type Question = {
  readonly key: string;
  readonly articleId: ArticleId;
  /** When the merchant asked for a new check: an older list cannot prove that the article is not listed. */
  readonly after: Date | null;
  /** When a run last read the list for the shop; null: not yet. */
  readonly listReadAt: Date | null;
};

/** If the supplier does not answer, returns why: for this article or for all orders of the shop. */
export async function fetchSupplierFacts(
  deps: PlacingDeps,
  shop: ShopDomain,
  question: Question,
): Promise<Answered | NotReady> {
  const {key, articleId} = question;
  let asked: 'list' | 'article' = 'list';
  try {
    const isKnown = await isKnownAsListed(deps, shop, question);
    if (!isKnown && !(await isOnSharedList(deps, shop, {...question, onlyFresh: false}))) {
      return await notListed(deps, shop, articleId);
    }
    asked = 'article';
    const stock = await fetchStock(deps, key, articleId);
    if (stock !== null) return {kind: 'answered', facts: {listed: true, stock}};
    asked = 'list';
    // The stored list may be outdated. Only a fresh one separates a removed article from a failing one.
    if (!(await isOnSharedList(deps, shop, {...question, onlyFresh: true}))) {
      return await notListed(deps, shop, articleId);
    }
    return {kind: 'answered', facts: {listed: true, stock: null}};
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
    deps.log.warn({shop, article: articleId, err: error}, 'the supplier gave no usable answer before placing');
    if (error.kind === 'unauthorised') {
      const isRefused = await markKeyRejected(deps.db, deps.sealer, shop, {api: 'dropship', used: key});
      return byPlan(not('waiting', isRefused ? 'key_rejected' : 'key_replaced'));
    }
    if (error.kind === 'malformed') return byPlan(not('waiting', 'supplier_unreadable'));
    return bySupplier(asked === 'list' || concernsAll(error) ? 'supplier_unreachable' : 'supplier_failing');
  }
}

/** Uses a list of the last 24 hours that a run has read. If it does not name the article, the supplier is still asked. */
async function isKnownAsListed({db, now}: PlacingDeps, shop: ShopDomain, question: Question): Promise<boolean> {
  const {articleId, listReadAt: readAt} = question;
  if (readAt === null || now().getTime() - readAt.getTime() > listHoldsMs) return false;
  return (await loadArticleListed(db, shop, articleId))?.listed ?? false;
}

/**
 * Null when the supplier refuses to answer for this article: a 4xx other than 401, 408 and 429, or a 2xx with `ok: false` that is not
 * about the key.
 */
async function fetchStock({supplier}: PlacingDeps, key: string, articleId: ArticleId): Promise<StockReading | null> {
  try {
    return await fetchDropshipStock(supplier, key, articleId);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused') return null;
    throw error;
  }
}

/** The list may be one that the app does not trust. Then the order waits for another list, as products do. */
async function notListed({db}: PlacingDeps, shop: ShopDomain, articleId: ArticleId): Promise<Answered | NotReady> {
  const brake = await loadWaitingBrake(db, shop, 'retire');
  if (brake?.article_ids.includes(articleId)) return byPlan(not('waiting', 'list_doubtful'));
  return {kind: 'answered', facts: {listed: false, stock: null}};
}
