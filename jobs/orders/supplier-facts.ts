// What the supplier says of one article right now: still on a list at most 24 hours old, and a fresh `a=stock`.
import type {StockReading} from '#domain/catalogue/article.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {loadArticleListed} from '../../server/db/article-list.ts';
import {loadShop} from '../../server/db/shops.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {failing, rejectedKey, replacedKey, unreachable, unreadable} from './not-now.ts';
import type {PlacingDeps} from './placing-deps.ts';
import {rejectKey} from './reject-key.ts';
import {isOnSharedList} from './shared-list.ts';

const listHoldsMs = 24 * 3_600_000;

type Told = {
  readonly kind: 'told';
  readonly facts: {readonly listed: boolean; readonly stock: StockReading | null};
};

/** Where the supplier does not tell: why, for this article or for every order of the shop. */
export async function fetchSupplierFacts(
  deps: PlacingDeps,
  shop: ShopDomain,
  key: string,
  articleId: ArticleId,
): Promise<Told | NotSent> {
  let asked: 'list' | 'article' = 'list';
  try {
    if (!(await isListed(deps, shop, key, articleId))) return {kind: 'told', facts: {listed: false, stock: null}};
    asked = 'article';
    return {kind: 'told', facts: {listed: true, stock: await fetchDropshipStock(deps.supplier, key, articleId)}};
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
    deps.log.warn({shop, article: articleId, err: error}, 'supplier could not be asked before placing');
    if (error.kind === 'unauthorised') return (await rejectKey(deps, shop, key)) ? rejectedKey : replacedKey;
    if (error.kind === 'malformed') return unreadable;
    return asked === 'list' || concernsAll(error) ? unreachable : failing;
  }
}

/** No connection, or slower requests asked for: the next article would fare no better. */
const concernsAll = ({kind}: Failure): boolean => kind === 'unreachable' || kind === 'throttled';

async function isListed(deps: PlacingDeps, shop: ShopDomain, key: string, articleId: ArticleId): Promise<boolean> {
  const {db, now} = deps;
  const readAt = (await loadShop(db, shop))?.listReadAt ?? null;
  if (readAt !== null && now().getTime() - readAt.getTime() <= listHoldsMs) {
    return (await loadArticleListed(db, shop, articleId))?.listed ?? false;
  }
  return isOnSharedList(deps, shop, key, articleId);
}
