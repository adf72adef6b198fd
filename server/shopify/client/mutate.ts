// A mutation whose answer only matters for its user errors.

import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from './admin.ts';
import type {Variables} from './operation.ts';
import {type Done, type Mutation, type Refusal, refusalAsValue, refused} from './user-errors.ts';

export async function mutate<V extends Variables>(
  admin: Admin,
  shop: ShopDomain,
  operation: Mutation<V>,
  variables: NoInfer<V>,
): Promise<Done> {
  const errors = await refusalAsValue(admin.call(shop, operation, variables));
  return 'kind' in errors ? errors : toDone(errors);
}

export const toDone = (errors: readonly Refusal[]): Done => (errors.length > 0 ? refused(errors) : {kind: 'done'});
