// Somebody changed a product, the merchant or the sync itself: it is read again and compared with what was written.
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import {toPriceStore} from '../server/db/choice.ts';
import {loadListingByProduct, loadListings, saveProductDeleted} from '../server/db/listings.ts';
import {loadIdleFence, writeWhileIdle} from '../server/db/run-fence.ts';
import {loadShop} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import {fetchProductForListing} from '../server/shopify/own-products.ts';
import {compareProduct} from './sync/compare-products.ts';

/** @param changedAt when it happened, as far as known: what is older than our last write is in it, or was our own. */
export async function noticeProduct(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  gid: ProductGid,
  changedAt: Date | null = null,
): Promise<void> {
  const known = await loadListingByProduct(db, shop, gid);
  if (known === null || known.state === 'deleted_in_store') return;
  if (changedAt !== null && changedAt < known.writtenAt) return;
  // While a run writes, what the database says of a product and what the store says differ for a moment; the weekly
  // comparison sees what is missed here.
  const fence = await loadIdleFence(db, shop, now());
  if (fence === null) return;
  const {articleId} = known;
  const listing = (await loadListings(db, shop, [articleId])).get(articleId);
  const facts = await loadShop(db, shop);
  if (listing === undefined || facts === null) return;
  const product = await fetchProductForListing(admin, shop, gid);
  if (product === null) return saveProductDeleted(db, shop, gid, now());
  await writeWhileIdle(db, {shop, fence}, (to) =>
    compareProduct(to, shop, {articleId, listing, product}, toPriceStore(facts), now()),
  );
}
