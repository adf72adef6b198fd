// The merchant, or the sync itself, changed a product: variants that were taken off by hand are remembered and not made again.
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import {loadLiveVariantGids, saveVariantsDeleted} from '../server/db/listing-variants.ts';
import {loadListingByProduct, saveProductDeleted} from '../server/db/listings.ts';
import {loadIdleFence, writeWhileIdle} from '../server/db/run-fence.ts';
import type {Deps} from '../server/deps.ts';
import {fetchProductForListing} from '../server/shopify/products.ts';

export async function noticeProduct(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  product: ProductGid,
): Promise<void> {
  const listing = await loadListingByProduct(db, shop, product);
  if (listing === null || listing.state === 'deleted_in_store') return;
  // While a run writes, what the database says of a product and what the store says differ for a moment.
  const fence = await loadIdleFence(db, shop, now());
  if (fence === null) return;
  const live = await loadLiveVariantGids(db, shop, product);
  const found = await fetchProductForListing(admin, shop, product);
  if (found === null) return saveProductDeleted(db, shop, product, now());
  const present = new Set<string>(found.variants.map(({gid}) => gid));
  const deleted = live.filter((gid) => !present.has(gid));
  if (deleted.length === 0) return;
  await writeWhileIdle(db, {shop, fence}, (transaction) => saveVariantsDeleted(transaction, shop, deleted, now()));
}
