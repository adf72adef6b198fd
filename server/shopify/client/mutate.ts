// Sends a mutation of whose answer only the user errors matter.

import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from './admin.ts';
import type {Variables} from './operation.ts';
import {catchRefusal, type Mutation, toRefused, type UserError, type WriteOutcome} from './user-errors.ts';

/** Sends the mutation. User errors, and a refusal of its input, are the outcome `refused`; every other failure is thrown. */
export async function mutate<V extends Variables>(
  admin: Admin,
  shop: ShopDomain,
  operation: Mutation<V>,
  variables: NoInfer<V>,
): Promise<WriteOutcome> {
  const errors = await catchRefusal(admin.call(shop, operation, variables));
  return 'kind' in errors ? errors : toWriteOutcome(errors);
}

/** `done` without user errors, else `refused` with them. */
export const toWriteOutcome = (errors: readonly UserError[]): WriteOutcome =>
  errors.length > 0 ? toRefused(errors) : {kind: 'done'};
