// Recognises products/update webhooks that are about our own writes by a request of one point, so that the product need not be read.
import type {ShopDomain} from '#domain/ids.ts';
import type {StoredListing} from '../../../server/db/listings/listings.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {fetchProductUpdatedAt} from '../../../server/shopify/products/products.ts';

type KnownProduct = Pick<StoredListing, 'productGid' | 'storeUpdatedAt'>;

/**
 * Whether Shopify states the same `updatedAt` as at the app's last write or reading. Reading the whole product would cost 65 points. False,
 * without a request, if the webhook may be older than that write or reading.
 */
export async function isProductUnchanged(
  admin: Admin,
  shop: ShopDomain,
  listing: KnownProduct,
  triggeredAt: Date | null,
): Promise<boolean> {
  if (listing.productGid === null || !isWebhookNewer(listing, triggeredAt)) return false;
  const updatedAt = await fetchProductUpdatedAt(admin, shop, listing.productGid);
  return updatedAt !== null && hasSameUpdatedAt(listing, triggeredAt, updatedAt);
}

/**
 * Whether the product is as the app last wrote or read it. A webhook from before that may be about an edit that the app has not seen, so it
 * is never skipped. An edit in the same second as our own write is found by the weekly comparison, because `updatedAt` has whole seconds.
 */
export const hasSameUpdatedAt = (
  listing: Pick<KnownProduct, 'storeUpdatedAt'>,
  triggeredAt: Date | null,
  updatedAt: Date,
): boolean => isWebhookNewer(listing, triggeredAt) && updatedAt.getTime() === listing.storeUpdatedAt?.getTime();

/** Whether the webhook is not older than the app's last write or reading; false if one of the times is not known. */
const isWebhookNewer = ({storeUpdatedAt}: Pick<KnownProduct, 'storeUpdatedAt'>, triggeredAt: Date | null): boolean =>
  storeUpdatedAt !== null && triggeredAt !== null && triggeredAt >= storeUpdatedAt;
