// If the store refuses a whole update, the variants that the supplier no longer states, or that the merchant took off sale, are still
// withdrawn, because a variant without tracked inventory can always be bought. A variant that is now stated more precisely stays.
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import {createVariantMatcher, type VariantWords} from '#domain/catalogue/options.ts';

type RefusedUpdate = Pick<Extract<ProductOperation, {readonly kind: 'update'}>, 'live' | 'variantsChange' | 'raise'> & {
  readonly draft: {readonly variants: readonly VariantWords[]};
};

/** `gone`: the variants to withdraw; `kept`: the others. */
export type Withdrawal = {readonly gone: readonly LiveVariant[]; readonly kept: readonly LiveVariant[]};

/** Splits the live variants into those to withdraw and those to keep. Withdraws none if the update puts the product on sale again. */
export function planWithdrawal({live, draft, variantsChange, raise}: RefusedUpdate): Withdrawal {
  if (!variantsChange || raise !== false) return {gone: [], kept: live};
  const isStated = createVariantMatcher(draft.variants);
  return {gone: live.filter((variant) => !isStated(variant)), kept: live.filter((variant) => isStated(variant))};
}
