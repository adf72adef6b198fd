// If the store refuses a whole update, variants that are no longer stated, or that the merchant took off sale, are withdrawn
// nevertheless: an untracked variant can always be bought. A variant that is now stated more precisely stays.
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import {namedAmong, type VariantWords} from '#domain/catalogue/options.ts';

type Update = Pick<Extract<ProductOperation, {readonly kind: 'update'}>, 'live' | 'variantsChange' | 'raise'> & {
  readonly draft: {readonly variants: readonly VariantWords[]};
};

export type Withdrawal = {readonly gone: readonly LiveVariant[]; readonly kept: readonly LiveVariant[]};

/** Nothing to withdraw if the update does not change variants, or if it would put the product on sale again. */
export function planWithdrawal({live, draft, variantsChange, raise}: Update): Withdrawal {
  if (!variantsChange || raise !== false) return {gone: [], kept: live};
  const isStated = namedAmong(draft.variants);
  return {gone: live.filter((variant) => !isStated(variant)), kept: live.filter((variant) => isStated(variant))};
}
