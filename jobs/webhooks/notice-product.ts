// A webhook reports a changed or deleted product. Reads it from Shopify and compares it with what the sync wrote last.
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import {toPriceStore} from '../../server/db/catalogue/choice.ts';
import {loadListingByProduct, loadListings, saveProductDeleted} from '../../server/db/listings/listings.ts';
import {loadIdleFence, writeWhileIdle} from '../../server/db/runs/run-fence.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {compareProduct} from '../sync/read/compare-products.ts';
import {isUnchanged} from '../sync/read/is-unchanged.ts';

/** While a run writes, the database and the store differ for a moment, so the product must be read again later. */
export class RunUnderWay extends Error {
  override readonly name = 'RunUnderWay';
}

/**
 * Our own writes are recognised by their values, whenever they were made. Throws RunUnderWay, with nothing written.
 * @param triggeredAt when Shopify says that it happened; null: unknown, and the product is always read whole.
 */
export async function noticeProduct(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  gid: ProductGid,
  triggeredAt: Date | null,
): Promise<void> {
  const known = await loadListingByProduct(db, shop, gid);
  if (known === null || known.state === 'deleted_in_store') return;
  const fence = await loadIdleFence(db, shop, now());
  if (fence === null) throw new RunUnderWay();
  const {articleId} = known;
  const listing = (await loadListings(db, shop, [articleId])).get(articleId);
  const facts = await loadShop(db, shop);
  if (listing === undefined || facts === null) return;
  if (await isUnchanged(admin, shop, listing, triggeredAt)) return;
  const product = await fetchProductForListing(admin, shop, gid);
  if (product === null) return saveProductDeleted(db, shop, gid, now());
  const isCompared = await writeWhileIdle(db, {shop, fence}, (to) =>
    compareProduct(to, shop, {articleId, listing, product}, toPriceStore(facts), now()),
  );
  if (!isCompared) throw new RunUnderWay();
}
