// The brake on withdrawals and drafts: if a run would withdraw variants of many products, or draft many, the supplier's data is probably
// wrong.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {exceedsOffSaleLimit} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {createVariantMatcher, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';

/** The stored kinds of this brake: `variants`: variants are withdrawn; `hold`: the product becomes a draft. */
export type OffSaleKind = 'variants' | 'hold';

/** What one product would lose. */
export type OffSaleItem = {
  readonly articleId: ArticleId;
  /** Why the product would become a draft; null: it would only lose variants. */
  readonly code: DraftCode | null;
  readonly reason: string | null;
  /** Whether only `a=stock` was read again since the last plan, mostly by the nightly rotation, while list and catalogue did not change. */
  readonly sampled: boolean;
};

export type OffSaleFacts = {
  /** Products that would lose something that the merchant did not ask to take off sale. */
  readonly losing: readonly OffSaleItem[];
  /** How many listings are active or drafted. */
  readonly liveListings: number;
  /** How many active or drafted listings are in the sample (`OffSaleItem.sampled`). */
  readonly sampled: number;
};

/** `go`: the changes may be applied. `brake`: they wait for the merchant; `reason` is a sentence. */
export type OffSaleBrake = {readonly kind: 'go'} | {readonly kind: 'brake'; readonly reason: string};

/**
 * What a plan takes off sale. Null: nothing; or only variants that the merchant took off sale, or that are replaced by more precise ones,
 * for example when the supplier states sizes for the first time.
 */
export function findOffSaleKind(listing: KnownListing | null, plan: ListingPlan): OffSaleKind | null {
  if (listing === null || listing.state !== 'active') return null;
  const putOff = new Set(listing.variants.filter(({state}) => state === 'off_sale').map(variantKey));
  if (plan.kind === 'draft') {
    const live = listing.variants.filter(({state}) => state === 'live');
    const isByHand = plan.code === 'variants_gone' && live.every((variant) => putOff.has(variantKey(variant)));
    return plan.productGid === null || isByHand ? null : 'hold';
  }
  if (plan.kind !== 'update') return null;
  const isStated = createVariantMatcher(plan.draft.variants);
  const isLost = (gone: VariantWords) => !putOff.has(variantKey(gone)) && !isStated(gone);
  return plan.gone.some(isLost) ? 'variants' : null;
}

/**
 * Brakes if too many products would lose something: by the limits of retirement, or if more than half of a sample of at least four would.
 * The sample is the seventh of the shop whose details the nightly rotation reads again.
 */
export function planOffSaleBrake(kind: OffSaleKind, {losing, liveListings, sampled}: OffSaleFacts): OffSaleBrake {
  const inTurn = losing.filter((loss) => loss.sampled).length;
  const ofSample = sampled >= 4 && inTurn > sampled / 2;
  const ofAll = exceedsOffSaleLimit(losing.length, liveListings);
  if (!ofAll && !ofSample) return {kind: 'go'};
  const found =
    ofSample && !ofAll
      ? `${inTurn} of ${sampled} products whose details were read again`
      : `${losing.length} of ${liveListings} products`;
  return {kind: 'brake', reason: `${found} ${kind === 'variants' ? lostVariantsText : draftsText(losing)}`};
}

const lostVariantsText =
  'would lose colours or sizes, because the supplier does not state them any more. That is unusual, so they keep them until you release them.';

/** The text for products that would become drafts; it names only the most common reason. */
function draftsText(losing: readonly OffSaleItem[]): string {
  const groups = [...Map.groupBy(losing, ({code}) => code).values()];
  const [most = []] = groups.toSorted((one, other) => other.length - one.length);
  const [first] = most;
  return `would be taken off sale: ${first?.reason ?? ''} That is unusual, so none of them was taken off sale; release them to let them go.`;
}
