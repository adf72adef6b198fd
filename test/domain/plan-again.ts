// The stored listing after the store has carried out a plan, so that tests can plan again and again.
import {createHash} from 'node:crypto';
import {WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing, KnownVariant} from '#domain/catalogue/known-listing.ts';
import {type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {type ListingFacts, type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {toWrittenValues} from '#domain/catalogue/product-fields.ts';
import {ProductGid, VariantGid} from '#domain/ids.ts';
import {aListing, anArticle, aStockReading, euroStore, usualSettings} from './builders.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const factsOf = (given: Partial<ListingFacts> = {}): ListingFacts => ({
  article: anArticle(),
  stock: aStockReading(),
  defined: null,
  ownPrice: null,
  listing: null,
  settings: usualSettings(),
  store: euroStore,
  digest,
  ...given,
});

export const planOf = (given: Partial<ListingFacts> = {}): ListingPlan => planListing(factsOf(given));

export function updateOf(given: Partial<ListingFacts>): Extract<ListingPlan, {kind: 'update'}> {
  const plan = planOf(given);
  if (plan.kind !== 'update') throw new Error(JSON.stringify(plan));
  return plan;
}

export function remembered(listing: KnownListing | null, plan: ListingPlan): KnownListing | null {
  switch (plan.kind) {
    case 'keep':
    case 'quarantine':
      return listing;
    case 'unchanged':
      return listing && {...forgetting(listing, plan.forgotten), fingerprint: plan.fingerprint};
    case 'draft':
      return aListing({...listing, state: 'held', fingerprint: null, takenOffSale: listing?.state === 'active'});
    case 'create':
    case 'update': {
      const before = forgetting(listing ?? aListing(), plan.kind === 'update' ? plan.forgotten : []);
      const written = Object.entries(toWrittenValues(plan.draft)).filter(
        ([field]) => plan.kind === 'create' || plan.write.some((name) => name === field),
      );
      return {
        ...before,
        state: 'active',
        productGid: ProductGid.parse(before.productGid ?? 'gid://shopify/Product/1'),
        fingerprint: plan.fingerprint,
        takenOffSale: false,
        previousCost: plan.cost,
        approvedCost: null,
        written: {...before.written, ...WrittenValues.parse(Object.fromEntries(written))},
        variants:
          plan.kind === 'create' || plan.variantsChange ? onProduct(before, plan.draft.variants) : before.variants,
      };
    }
  }
}

function forgetting(listing: KnownListing, forgotten: readonly string[]): KnownListing {
  const variants = listing.variants.map((variant) =>
    forgotten.includes(variant.gid) ? {...variant, state: 'suppressed' as const} : variant,
  );
  return {...listing, variants};
}

/** Readable, and of each key another one. */
function gidOf(key: string) {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 20);
  return VariantGid.parse(`gid://shopify/ProductVariant/${key.replace(/[^a-z0-9]/gi, '-').slice(0, 40)}-${hash}`);
}

/** Rows are kept for good; what is wanted is live under a gid of its own. */
function onProduct({variants}: KnownListing, wanted: readonly VariantWords[]): KnownVariant[] {
  const keys = new Map(wanted.map((words) => [variantKey(words), words]));
  const left = variants
    .filter((variant) => !keys.has(variantKey(variant)))
    .map((variant) => (variant.state === 'live' ? {...variant, state: 'suppressed' as const} : variant));
  const live = [...keys].map(([key, {colour, size}]) => ({colour, size, gid: gidOf(key), state: 'live' as const}));
  return [...left, ...live];
}

export function imported(given: Partial<ListingFacts> = {}): KnownListing {
  const listing = remembered(null, planOf(given));
  if (listing === null) throw new Error('was not imported');
  return listing;
}

export function withState(
  listing: KnownListing,
  state: KnownVariant['state'],
  is: (variant: KnownVariant) => boolean = () => true,
): KnownListing {
  return {...listing, variants: listing.variants.map((variant) => (is(variant) ? {...variant, state} : variant))};
}
