// The third brake: if a run would remove variants from many products, or hold many, the supplier's data is more likely wrong than
// intended.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {HoldCode} from '#domain/catalogue/off-sale/hold.ts';
import {isTooMany} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {namedAmong, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';

export type RemovalKind = 'variants' | 'hold';

export type Removal = {
  readonly articleId: ArticleId;
  /** The hold's code if the product would be lowered. */
  readonly code: HoldCode | null;
  readonly reason: string | null;
  /** Only `a=stock` was read again since the last plan, mostly in the nightly rotation; list and catalogue did not change. */
  readonly sampled: boolean;
};

export type RemovalFacts = {
  /** Products that would lose something that the merchant did not ask to remove. */
  readonly losing: readonly Removal[];
  /** Active or held listings, and how many of them were sampled (`Removal.sampled`). */
  readonly liveListings: number;
  readonly sampled: number;
};

export type RemovalBrake = {readonly kind: 'go'} | {readonly kind: 'brake'; readonly reason: string};

/**
 * What a plan removes from a product on sale. Null: nothing, or only variants the merchant took off sale, were they all that the product
 * has, and variants replaced by more precise ones, for example when sizes are stated for the first time.
 */
export function removalOf(listing: KnownListing | null, plan: ListingPlan): RemovalKind | null {
  if (listing === null || listing.state !== 'active') return null;
  const putOff = new Set(listing.variants.filter(({state}) => state === 'off_sale').map(variantKey));
  if (plan.kind === 'hold') {
    const live = listing.variants.filter(({state}) => state === 'live');
    const isByHand = plan.code === 'variants_gone' && live.every((variant) => putOff.has(variantKey(variant)));
    return plan.productGid === null || isByHand ? null : 'hold';
  }
  if (plan.kind !== 'update') return null;
  const isStated = namedAmong(plan.draft.variants);
  const isLost = (gone: VariantWords) => !putOff.has(variantKey(gone)) && !isStated(gone);
  return plan.gone.some(isLost) ? 'variants' : null;
}

/**
 * The same limits as for retirement. The nightly rotation reads a seventh of the details again: if that sample has at least four products, removals in more than half of it
 * trigger the brake too.
 */
export function planRemovalBrake(kind: RemovalKind, {losing, liveListings, sampled}: RemovalFacts): RemovalBrake {
  const inTurn = losing.filter((loss) => loss.sampled).length;
  const ofSample = sampled >= 4 && inTurn > sampled / 2;
  const ofAll = isTooMany(losing.length, liveListings);
  if (!ofAll && !ofSample) return {kind: 'go'};
  const found =
    ofSample && !ofAll
      ? `${inTurn} of ${sampled} products whose details were read again`
      : `${losing.length} of ${liveListings} products`;
  return {kind: 'brake', reason: `${found} ${kind === 'variants' ? lostVariants : lowered(losing)}`};
}

const lostVariants =
  'would lose colours or sizes, because the supplier does not state them any more. That is unusual, so they keep them until you release them.';

/** Gives only the most common reason. */
function lowered(losing: readonly Removal[]): string {
  const groups = [...Map.groupBy(losing, ({code}) => code).values()];
  const [most = []] = groups.toSorted((one, other) => other.length - one.length);
  const [first] = most;
  return `would be taken off sale: ${first?.reason ?? ''} That is unusual, so none of them was taken off sale; release them to let them go.`;
}
