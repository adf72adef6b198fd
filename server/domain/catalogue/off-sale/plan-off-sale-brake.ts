// The third brake: if a run would withdraw variants of many products, or draft many, the supplier's data is more likely wrong than
// intended.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {isTooMany} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {namedAmong, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';

/** As brakes are stored: `variants` are withdrawn, `hold` makes a draft of the product. */
export type OffSaleKind = 'variants' | 'hold';

export type OffSaleItem = {
  readonly articleId: ArticleId;
  /** The draft's code if the product would become one. */
  readonly code: DraftCode | null;
  readonly reason: string | null;
  /** Only `a=stock` was read again since the last plan, mostly in the nightly rotation; list and catalogue did not change. */
  readonly sampled: boolean;
};

export type OffSaleFacts = {
  /** Products that would lose something that the merchant did not ask to take off sale. */
  readonly losing: readonly OffSaleItem[];
  /** Active or drafted listings, and how many of them were sampled (`OffSaleItem.sampled`). */
  readonly liveListings: number;
  readonly sampled: number;
};

export type OffSaleBrake = {readonly kind: 'go'} | {readonly kind: 'brake'; readonly reason: string};

/**
 * What a plan takes off sale. Null: nothing, or only variants the merchant took off sale, were they all that the product
 * has, and variants replaced by more precise ones, for example when sizes are stated for the first time.
 */
export function offSaleOf(listing: KnownListing | null, plan: ListingPlan): OffSaleKind | null {
  if (listing === null || listing.state !== 'active') return null;
  const putOff = new Set(listing.variants.filter(({state}) => state === 'off_sale').map(variantKey));
  if (plan.kind === 'draft') {
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
 * The same limits as for retirement. The nightly rotation reads a seventh of the details again: if that sample has at least four products, losses in more than half of it
 * trigger the brake too.
 */
export function planOffSaleBrake(kind: OffSaleKind, {losing, liveListings, sampled}: OffSaleFacts): OffSaleBrake {
  const inTurn = losing.filter((loss) => loss.sampled).length;
  const ofSample = sampled >= 4 && inTurn > sampled / 2;
  const ofAll = isTooMany(losing.length, liveListings);
  if (!ofAll && !ofSample) return {kind: 'go'};
  const found =
    ofSample && !ofAll
      ? `${inTurn} of ${sampled} products whose details were read again`
      : `${losing.length} of ${liveListings} products`;
  return {kind: 'brake', reason: `${found} ${kind === 'variants' ? lostVariants : toDrafts(losing)}`};
}

const lostVariants =
  'would lose colours or sizes, because the supplier does not state them any more. That is unusual, so they keep them until you release them.';

/** Gives only the most common reason. */
function toDrafts(losing: readonly OffSaleItem[]): string {
  const groups = [...Map.groupBy(losing, ({code}) => code).values()];
  const [most = []] = groups.toSorted((one, other) => other.length - one.length);
  const [first] = most;
  return `would be taken off sale: ${first?.reason ?? ''} That is unusual, so none of them was taken off sale; release them to let them go.`;
}
