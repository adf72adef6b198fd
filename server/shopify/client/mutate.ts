// A mutation whose answer only matters for its user errors.

import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from './admin.ts';
import type {Variables} from './operation.ts';
import {type Done, type Mutation, refusalAsValue, refused} from './user-errors.ts';

export async function mutate<V extends Variables>(
  admin: Admin,
  shop: ShopDomain,
  operation: Mutation<V>,
  variables: NoInfer<V>,
): Promise<Done> {
  const errors = await refusalAsValue(admin.call(shop, operation, variables));
  if ('kind' in errors) return errors;
  return errors.length > 0 ? refused(errors) : {kind: 'done'};
}
