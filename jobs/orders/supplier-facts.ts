// Asks the supplier about one article before it is ordered: whether it is listed, by a list at most 24 hours old, and a fresh `a=stock`. And
// whether the supplier was away so long that the merchant decides.

import type {StockReading} from '#domain/catalogue/article.ts';
import {day} from '#domain/durations.ts';
import {affectsOtherRequests, Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {toNotSent} from '#domain/orders/not-sent.ts';
import {unreachableLimitMs} from '#domain/retry-ladder.ts';
import {loadArticleOnList} from '../../server/db/catalogue/article-list.ts';
import {loadWaitingBrake} from '../../server/db/runs/brakes.ts';
import {markKeyRejected} from '../../server/db/secrets/shop-keys.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {type NotReady, notReadyByPlan, notReadyBySupplier, type OpenOrder, type PlacingDeps} from './placing-deps.ts';
import {isOnSharedList} from './shared-list.ts';

/** Milliseconds for which the list that a run read may be used. */
const runListMaxAgeMs = day;

/** Whether the article is listed, and its details; `stock` null: it is not listed, or the supplier refuses to answer for it. */
type SupplierAnswer = {
  readonly kind: 'answered';
  readonly facts: {readonly listed: boolean; readonly stock: StockReading | null};
};

/** What is asked of the supplier, and which older answers may be used. */
type SupplierQuery = {
  readonly key: string;
  readonly articleId: ArticleId;
  /** When the merchant asked for a new check; an older list cannot prove that the article is not listed. Null: the merchant did not. */
  readonly after: Date | null;
  /** When a run last read the list for the shop; null: not yet. */
  readonly listReadAt: Date | null;
};

/** What the supplier says about one article now; if the supplier gives no usable answer, why the order is not ready. */
export async function fetchSupplierFacts(
  deps: PlacingDeps,
  shop: ShopDomain,
  question: SupplierQuery,
): Promise<SupplierAnswer | NotReady> {
  const {key, articleId} = question;
  let asked: 'list' | 'article' = 'list';
  try {
    const isKnown = await isKnownAsListed(deps, shop, question);
    if (!isKnown && !(await isOnSharedList(deps, shop, {...question, onlyFresh: false}))) {
      return await toNotListed(deps, shop, articleId);
    }
    asked = 'article';
    const stock = await fetchStockOrNull(deps, key, articleId);
    if (stock !== null) return {kind: 'answered', facts: {listed: true, stock}};
    asked = 'list';
    // The stored list may be outdated. Only a fresh one shows whether the article was removed or the supplier only refuses to answer for
    // it.
    if (!(await isOnSharedList(deps, shop, {...question, onlyFresh: true}))) {
      return await toNotListed(deps, shop, articleId);
    }
    return {kind: 'answered', facts: {listed: true, stock: null}};
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
    deps.log.warn({shop, article: articleId, err: error}, 'the supplier gave no usable answer before placing');
    if (error.kind === 'unauthorised') {
      const marked = await markKeyRejected(deps.db, deps.sealer, shop, {api: 'dropship', used: key});
      return notReadyByPlan(toNotSent('waiting', marked === null ? 'key_replaced' : 'key_rejected'));
    }
    if (error.kind === 'malformed') return notReadyByPlan(toNotSent('waiting', 'supplier_unreadable'));
    return notReadyBySupplier(
      asked === 'list' || affectsOtherRequests(error) ? 'supplier_unreachable' : 'supplier_failing',
    );
  }
}

/** Whether the list that the last run read names the article, if that was in the last 24 hours. */
async function isKnownAsListed({db, now}: PlacingDeps, shop: ShopDomain, question: SupplierQuery): Promise<boolean> {
  const {articleId, listReadAt: readAt} = question;
  if (readAt === null || now().getTime() - readAt.getTime() > runListMaxAgeMs) return false;
  return (await loadArticleOnList(db, shop, articleId))?.listed ?? false;
}

/**
 * Reads `a=stock`. Null if the supplier refuses to answer for this article: a 4xx other than 401, 408 and 429, or a 2xx with `ok: false`
 * that is not about the key.
 */
async function fetchStockOrNull(
  {supplier}: PlacingDeps,
  key: string,
  articleId: ArticleId,
): Promise<StockReading | null> {
  try {
    return await fetchDropshipStock(supplier, key, articleId);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused') return null;
    throw error;
  }
}

/** The answer for an article that is not listed. If a retirement brake holds the article, the list is doubtful, so the order waits. */
async function toNotListed(
  {db}: PlacingDeps,
  shop: ShopDomain,
  articleId: ArticleId,
): Promise<SupplierAnswer | NotReady> {
  const brake = await loadWaitingBrake(db, shop, 'retire');
  if (brake?.article_ids.includes(articleId)) return notReadyByPlan(toNotSent('waiting', 'list_doubtful'));
  return {kind: 'answered', facts: {listed: false, stock: null}};
}

/** Whether reads failed for too long (`held`), or sending did, which a successful read does not disprove. */
export function isSupplierAwayTooLong(
  {state, reason_code: code, attempts, unreachable_since: since}: OpenOrder,
  now: Date,
): boolean {
  if (state === 'held' && code === 'supplier_away') return true;
  return attempts > 0 && since !== null && now.getTime() - since.getTime() >= unreachableLimitMs;
}
