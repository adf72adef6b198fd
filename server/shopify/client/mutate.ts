// A mutation of which only the user errors matter.

import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin, Operation} from './admin.ts';
import {type Done, refusalAsValue, refused, UserErrors} from './user-errors.ts';

const Payloads = z
  .record(z.string(), z.object({userErrors: UserErrors}))
  .transform((payloads) => Object.values(payloads).flatMap(({userErrors}) => userErrors));

export async function mutate(
  admin: Admin,
  shop: ShopDomain,
  operation: Operation,
  variables: Readonly<Record<string, unknown>>,
): Promise<Done> {
  const errors = await refusalAsValue(admin.call(shop, operation, variables, Payloads));
  if ('kind' in errors) return errors;
  return errors.length > 0 ? refused(errors) : {kind: 'done'};
}
