// What the supplier says of one article right now: still on a list at most 24 hours old, and a fresh `a=stock`.
import type {StockReading} from '#domain/catalogue/article.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {loadArticleListed} from '../../server/db/article-list.ts';
import {loadShop} from '../../server/db/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchDropshipList, fetchDropshipStock} from '../../server/supplier/dropship.ts';

const listHoldsMs = 24 * 3_600_000;

/** Throws `Failure` when the supplier cannot be asked, or its list does not tell. */
export async function fetchSupplierFacts(
  deps: Pick<Deps, 'db' | 'supplier' | 'now'>,
  shop: ShopDomain,
  key: string,
  articleId: ArticleId,
): Promise<{readonly listed: boolean; readonly stock: StockReading | null}> {
  if (!(await isListed(deps, shop, key, articleId))) return {listed: false, stock: null};
  return {listed: true, stock: await fetchDropshipStock(deps.supplier, key, articleId)};
}

async function isListed(
  {db, supplier, now}: Pick<Deps, 'db' | 'supplier' | 'now'>,
  shop: ShopDomain,
  key: string,
  articleId: ArticleId,
): Promise<boolean> {
  const readAt = (await loadShop(db, shop))?.listReadAt ?? null;
  if (readAt !== null && now().getTime() - readAt.getTime() <= listHoldsMs) {
    return (await loadArticleListed(db, shop, articleId))?.listed ?? false;
  }
  const list = await fetchDropshipList(supplier, key);
  if (list.prices.has(articleId)) return true;
  if (list.complete) return false;
  const why = `a=list does not name the article, and is not whole: ${list.incompleteBecause ?? 'it does not say why'}`;
  throw new Failure(why, {remote: 'supplier', kind: 'malformed', sent: true});
}
