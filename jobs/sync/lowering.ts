// Remembers which products the sync took off sale, and from which status: it may raise only these, and only to that status.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {OnSale, OperationResult} from '#domain/catalogue/operation.ts';
import {saveLowering} from '../../server/db/listings/listings.ts';
import type {BeforeLowering} from '../../server/shopify/products/apply.ts';
import type {Run} from './run.ts';

type Done = Extract<OperationResult, {kind: 'done'}>;

/**
 * The sync may raise only what it lowered itself, so this is saved before a product is lowered. If the run dies in between, the
 * next one still knows that the sync lowered it.
 */
export const rememberingLowering =
  (run: Run): BeforeLowering =>
  async (productGid, change) => {
    await run.write((to) => saveLowering(to, run.shop, productGid, change));
    run.deps.checkpoint('lowering');
    await run.beat();
  };

/** Whether the sync lowered the product, in this run or in an earlier one. */
export const isLowered = (listing: KnownLowering, result: Pick<Done, 'lowered'> | null): boolean =>
  loweredFrom(listing, result) !== false;

type KnownLowering = Pick<KnownListing, 'lowered' | 'loweredFrom'> | null | undefined;

/** The status the product had on sale; false: the sync did not lower it. */
export const loweredFrom = (listing: KnownLowering, result: Pick<Done, 'lowered'> | null): OnSale | false =>
  (result?.lowered ?? false) || (listing?.lowered === true && (listing.loweredFrom ?? 'ACTIVE'));

/** What the operation tells of the product in the store. Where nothing was written, the last known time stays. */
export const toStoreFacts = ({updatedAt, writes, status}: Pick<Done, 'updatedAt' | 'writes' | 'status'>) => ({
  ...(writes === 0 ? {} : {storeUpdatedAt: updatedAt}),
  ...(status === null ? {} : {storeStatus: status}),
});
