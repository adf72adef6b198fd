// After a refused update: removes the variants that are no longer stated. If that is not possible, the product becomes a draft.

import {planWithdrawal} from '#domain/catalogue/off-sale/plan-withdrawal.ts';
import type {OperationResult, ProductOperation, Withdrawn} from '#domain/catalogue/operation.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {type Done, isAboutOneProduct} from '../client/user-errors.ts';
import {fetchProductForListing} from './own-products.ts';
import {deleteVariants} from './products.ts';

type Update = Extract<ProductOperation, {readonly kind: 'update'}>;
type Outcome = {readonly withdrawn: Withdrawn | null; readonly writes: number};

/** @param toDraft takes the whole product off sale: none of our variants would remain, or some cannot be deleted. */
export async function withdrawVariants(
  admin: Admin,
  shop: ShopDomain,
  operation: Update,
  toDraft: () => Promise<OperationResult>,
  signal?: AbortSignal,
): Promise<Outcome> {
  const {gone, kept} = planWithdrawal(operation);
  const product = gone.length === 0 ? null : await fetchProductForListing(admin, shop, operation.productGid, signal);
  if (product === null) return {withdrawn: null, writes: 0};
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  const remaining = kept.filter(({gid}) => present.has(gid));
  if (remaining.length === 0) return asDraft(await toDraft(), 0);
  const withdrawn = gone.flatMap(({gid}) => (present.has(gid) ? [gid] : []));
  const isDone = await areDeleted(deleteVariants(admin, shop, operation.productGid, withdrawn));
  const writes = Math.ceil(withdrawn.length / 250);
  if (!isDone) return asDraft(await toDraft(), writes);
  return {withdrawn: {kind: 'variants', gone, kept: remaining}, writes};
}

async function areDeleted(deleting: Promise<Done>): Promise<boolean> {
  try {
    return (await deleting).kind === 'done';
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return false;
  }
}

function asDraft(result: OperationResult, writes: number): Outcome {
  if (result.kind === 'done') {
    return {withdrawn: {kind: 'product', takenFrom: result.takenFrom}, writes: writes + result.writes};
  }
  return {withdrawn: null, writes: writes + (result.kind === 'refused' ? result.writes : 0)};
}
