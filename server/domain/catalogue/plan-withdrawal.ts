// Where the store refuses an update as a whole, the variants whose words are no longer stated leave all the same: an untracked
// variant can always be bought, and these can no longer be ordered.
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import {isWithin} from '#domain/catalogue/options.ts';

type Update = Extract<ProductOperation, {readonly kind: 'update'}>;

export type Withdrawal = {readonly gone: readonly LiveVariant[]; readonly kept: readonly LiveVariant[]};

/** Nothing is gone where the merchant owns the variants, or where the product is off sale. */
export function planWithdrawal({live, draft, variantsChange, raise}: Update): Withdrawal {
  if (!variantsChange || raise !== false) return {gone: [], kept: live};
  const isStated = (variant: LiveVariant) => draft.variants.some((stated) => isWithin(variant, stated));
  return {gone: live.filter((variant) => !isStated(variant)), kept: live.filter(isStated)};
}
