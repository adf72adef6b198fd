// If the store refuses a whole update, variants that are no longer stated, or that the merchant took off sale, are removed
// nevertheless: an untracked variant can always be bought. A variant that is now stated more precisely stays.
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import {isWithin} from '#domain/catalogue/options.ts';

type Update = Extract<ProductOperation, {readonly kind: 'update'}>;

export type Withdrawal = {readonly gone: readonly LiveVariant[]; readonly kept: readonly LiveVariant[]};

/** Nothing to withdraw if the update does not change variants, or if it would put the product on sale again. */
export function planWithdrawal({live, draft, variantsChange, raise}: Update): Withdrawal {
  if (!variantsChange || raise !== false) return {gone: [], kept: live};
  const isStated = (variant: LiveVariant) => draft.variants.some((stated) => isWithin(variant, stated));
  return {gone: live.filter((variant) => !isStated(variant)), kept: live.filter(isStated)};
}
