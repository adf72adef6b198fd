// After a refused update: removes the variants that are no longer stated. If that is not possible, the product becomes a draft.

import {planWithdrawal} from '#domain/catalogue/off-sale/plan-withdrawal.ts';
import type {OperationResult, ProductOperation, Withdrawn} from '#domain/catalogue/operation.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {isAboutOneProduct, type WriteOutcome} from '../client/user-errors.ts';
import {fetchProductForListing} from './own-products.ts';
import {deleteVariants} from './products.ts';

type UpdateOperation = Extract<ProductOperation, {readonly kind: 'update'}>;
/** What was taken off sale; null: nothing. */
type WithdrawalOutcome = {readonly withdrawn: Withdrawn | null; readonly writes: number};

/**
 * Deletes the variants that are no longer stated, or takes the whole product off sale. @param toDraft takes the whole product off sale:
 * none of our variants would remain, or some cannot be deleted.
 */
export async function withdrawVariants(
  admin: Admin,
  shop: ShopDomain,
  operation: UpdateOperation,
  toDraft: () => Promise<OperationResult>,
  signal?: AbortSignal,
): Promise<WithdrawalOutcome> {
  const {gone, kept} = planWithdrawal(operation);
  const product = gone.length === 0 ? null : await fetchProductForListing(admin, shop, operation.productGid, signal);
  if (product === null) return {withdrawn: null, writes: 0};
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  const remaining = kept.filter(({gid}) => present.has(gid));
  if (remaining.length === 0) return toDraftOutcome(await toDraft(), 0);
  const withdrawn = gone.flatMap(({gid}) => (present.has(gid) ? [gid] : []));
  const isDone = await wereDeleted(deleteVariants(admin, shop, operation.productGid, withdrawn));
  const writes = Math.ceil(withdrawn.length / 250);
  if (!isDone) return toDraftOutcome(await toDraft(), writes);
  return {withdrawn: {kind: 'variants', gone, kept: remaining}, writes};
}

/** Whether the store deleted the variants; false after a failure that concerns only this product. */
async function wereDeleted(deleting: Promise<WriteOutcome>): Promise<boolean> {
  try {
    return (await deleting).kind === 'done';
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return false;
  }
}

/** The outcome after the whole product was to be taken off sale. */
function toDraftOutcome(result: OperationResult, writes: number): WithdrawalOutcome {
  if (result.kind === 'done') {
    return {withdrawn: {kind: 'product', takenFrom: result.takenFrom}, writes: writes + result.writes};
  }
  return {withdrawn: null, writes: writes + (result.kind === 'refused' ? result.writes : 0)};
}
