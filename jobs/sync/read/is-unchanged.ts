// Shopify sends products/update for the app's own writes, for sales and for images that are ready. One point tells them from edits.
import type {ShopDomain} from '#domain/ids.ts';
import type {StoredListing} from '../../../server/db/listings/listings.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {fetchUpdatedAt} from '../../../server/shopify/products/products.ts';

/**
 * Whether the product is as the app last wrote or read it, so that reading it whole (65 points) would find nothing. What happened before
 * that write may be an edit the app has not seen, so its webhook is never skipped. Both times are Shopify's; `updatedAt` has whole seconds:
 * an edit in the very second of our own write is found by the weekly comparison.
 */
export async function isUnchanged(
  admin: Admin,
  shop: ShopDomain,
  {productGid, storeUpdatedAt}: Pick<StoredListing, 'productGid' | 'storeUpdatedAt'>,
  triggeredAt: Date | null,
): Promise<boolean> {
  if (productGid === null || storeUpdatedAt === null || triggeredAt === null || triggeredAt < storeUpdatedAt)
    return false;
  const updatedAt = await fetchUpdatedAt(admin, shop, productGid);
  return updatedAt?.getTime() === storeUpdatedAt.getTime();
}
