// As what a product that a departure deletes is made again, should the merchant start again.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {StoreStatus} from '#domain/catalogue/operation.ts';

/**
 * `active`: shoppers found it in the store, or the app had taken it off sale there. `draft`: it was off sale for another reason, most likely
 * by the merchant, or to be reached by its address only, which a new product cannot be.
 * @param status what the store shows right before the deletion.
 */
export function madeAgainAs(
  {takenOffSale, takenFrom, written, isToPublish}: KnownListing,
  status: StoreStatus,
): 'active' | 'draft' {
  const isOffByApp = takenOffSale && takenFrom !== 'UNLISTED' && status === written.status;
  return status === 'ACTIVE' || isOffByApp || isToPublish ? 'active' : 'draft';
}
