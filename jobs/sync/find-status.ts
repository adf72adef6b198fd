// A preview lowers and raises nothing, so it asks the store what a run would find there.
import type {StoredListing} from '../../server/db/listings/listings.ts';
import {fetchProductsByKeys} from '../../server/shopify/products/products.ts';
import type {Found} from './changes.ts';
import type {Run} from './run.ts';

/** Of these articles' products, many at a time. */
export async function findStatus(
  run: Run,
  articleIds: readonly string[],
): Promise<(articleId: string, listing: StoredListing | null) => Found> {
  const products = await fetchProductsByKeys(run.admin, run.shop, articleIds, run.signal);
  return (articleId, listing) => {
    const status = products.get(articleId)?.status;
    const loweredTo = listing?.written.status === 'ARCHIVED' ? 'ARCHIVED' : 'DRAFT';
    return {wasOnSale: status === 'ACTIVE' || status === 'UNLISTED', isRaised: status === loweredTo};
  };
}
