// Remembers which products the sync took off sale, and from which status: it may put only these back, and only to that status.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {OnSale, OperationResult} from '#domain/catalogue/operation.ts';
import {saveOffSale} from '../../server/db/listings/listings.ts';
import type {BeforeOffSale} from '../../server/shopify/products/apply.ts';
import type {Run} from './run.ts';

type Done = Extract<OperationResult, {kind: 'done'}>;

/**
 * The sync may put back on sale only what it took off sale itself, so this is saved before it does. If the run dies in between, the next one
 * still knows.
 */
export const rememberingOffSale =
  (run: Run): BeforeOffSale =>
  async (productGid, change) => {
    await run.write((to) => saveOffSale(to, run.shop, productGid, change));
    run.deps.checkpoint('off-sale');
    await run.beat();
  };

/** Whether the sync took the product off sale, in this run or in an earlier one. */
export const isTakenOffSale = (listing: KnownOffSale, result: Pick<Done, 'takenFrom'> | null): boolean =>
  takenFrom(listing, result) !== false;

type KnownOffSale = Pick<KnownListing, 'takenOffSale' | 'takenFrom'> | null | undefined;

/** The status the product had on sale; false: the sync did not take it off sale. */
export const takenFrom = (listing: KnownOffSale, result: Pick<Done, 'takenFrom'> | null): OnSale | false =>
  (result?.takenFrom ?? false) || (listing?.takenOffSale === true && (listing.takenFrom ?? 'ACTIVE'));

/** What the operation tells of the product in the store. Where nothing was written, the last known time stays. */
export const toStoreFacts = ({updatedAt, writes, status}: Pick<Done, 'updatedAt' | 'writes' | 'status'>) => ({
  ...(writes === 0 ? {} : {storeUpdatedAt: updatedAt}),
  ...(status === null ? {} : {storeStatus: status}),
});
