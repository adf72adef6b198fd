// Shopify also sends products/update for our own writes, for sales and for ready images. A question of one point tells these from edits.
import type {ShopDomain} from '#domain/ids.ts';
import type {StoredListing} from '../../../server/db/listings/listings.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {fetchUpdatedAt} from '../../../server/shopify/products/products.ts';

type KnownProduct = Pick<StoredListing, 'productGid' | 'storeUpdatedAt'>;

/**
 * True if Shopify names the same `updatedAt` as at the app's last write or reading, so that the product need not be read whole (65 points).
 * False, without asking, if the webhook may be older than that.
 */
export async function isUnchanged(
  admin: Admin,
  shop: ShopDomain,
  listing: KnownProduct,
  triggeredAt: Date | null,
): Promise<boolean> {
  if (listing.productGid === null || !isLaterThanOurs(listing, triggeredAt)) return false;
  const updatedAt = await fetchUpdatedAt(admin, shop, listing.productGid);
  return updatedAt !== null && isAsKnown(listing, triggeredAt, updatedAt);
}

/**
 * What happened before the app's last write or reading may be an edit that the app has not seen, so its webhook is never skipped. Both
 * times are Shopify's; `updatedAt` has whole seconds: an edit in the very second of our own write is found by the weekly comparison.
 */
export const isAsKnown = (
  listing: Pick<KnownProduct, 'storeUpdatedAt'>,
  triggeredAt: Date | null,
  updatedAt: Date,
): boolean => isLaterThanOurs(listing, triggeredAt) && updatedAt.getTime() === listing.storeUpdatedAt?.getTime();

const isLaterThanOurs = ({storeUpdatedAt}: Pick<KnownProduct, 'storeUpdatedAt'>, triggeredAt: Date | null): boolean =>
  storeUpdatedAt !== null && triggeredAt !== null && triggeredAt >= storeUpdatedAt;
