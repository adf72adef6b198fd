// Remembers which products the sync took off sale, and from which status: it may put only these back, and only to that status.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {OnSaleStatus, OperationResult} from '#domain/catalogue/operation.ts';
import {saveProductOffSale} from '../../server/db/listings/off-sale.ts';
import type {BeforeOffSale} from '../../server/shopify/products/apply.ts';
import type {Run} from './run.ts';

type DoneResult = Extract<OperationResult, {kind: 'done'}>;

/**
 * Creates the function that saves, before a product is taken off sale, that the sync does it. So if the run dies in between, the next one
 * still knows that it may put the product back on sale.
 */
export const createOffSaleRecorder =
  (run: Run): BeforeOffSale =>
  async (productGid, change) => {
    await run.write((to) => saveProductOffSale(to, run.shop, productGid, change));
    run.deps.checkpoint('off-sale');
    await run.beat();
  };

/** Whether the sync took the product off sale, in this run or in an earlier one. */
export const isTakenOffSale = (listing: OffSaleRecord, result: Pick<DoneResult, 'takenFrom'> | null): boolean =>
  statusTakenFrom(listing, result) !== false;

/** What the listing stores about being taken off sale by the sync. */
type OffSaleRecord = Pick<KnownListing, 'takenOffSale' | 'takenFrom'> | null | undefined;

/** The status that the product had before the sync took it off sale; false: the sync did not. */
export const statusTakenFrom = (
  listing: OffSaleRecord,
  result: Pick<DoneResult, 'takenFrom'> | null,
): OnSaleStatus | false =>
  (result?.takenFrom ?? false) || (listing?.takenOffSale === true && (listing.takenFrom ?? 'ACTIVE'));

/** What an operation shows about the product in the store. If nothing was written, the last known time stays. */
export const toStoreValues = ({updatedAt, writes, status}: Pick<DoneResult, 'updatedAt' | 'writes' | 'status'>) => ({
  ...(writes === 0 ? {} : {storeUpdatedAt: updatedAt}),
  ...(status === null ? {} : {storeStatus: status}),
});
