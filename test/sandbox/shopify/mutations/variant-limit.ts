// The daily limit on new variants once a shop holds 50,000 of them.
//
// Documented for productCreate and productUpdate (schema descriptions,
// https://shopify.dev/docs/api/usage/rate-limits#resource-based-rate-limits). Whether productSet is exempt is not
// documented; code that meets it in the field sees a top-level error VARIANT_THROTTLE_EXCEEDED with `data.productSet: null`
// and the message below, and Shopify Plus is said to be free of it (https://matrixify.app/whats-new/shopify-variant-creation-limit/).

import {GraphQLError} from 'graphql';
import type {ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';

const dayMs = 86_400_000;

/** Counts what the draft adds; refuses, before anything changed, what goes over the day's limit. Updates are free. */
export function countNewVariants(store: ShopStore, draft: ProductRecord, before: ProductRecord | null): void {
  const known = new Set((before?.variants ?? []).map(({id}) => id));
  const added = draft.variants.filter(({id}) => !known.has(id)).length;
  if (added === 0) return;
  const day = Math.floor(store.now() / dayMs);
  if (store.variantsCreated.day !== day) Object.assign(store.variantsCreated, {day, count: 0});
  const limit = store.settings.variantLimit;
  const limited = limit !== null && store.variants.size >= limit.threshold;
  if (limited && store.variantsCreated.count + added > limit.perDay) {
    throw new GraphQLError(
      'Daily variant creation limit reached. Please try again later. See https://shopify.dev/api/usage/rate-limits for more information about rate limits and how to avoid them.',
      {extensions: {code: 'VARIANT_THROTTLE_EXCEEDED'}},
    );
  }
  // Only what is created past the threshold counts against the day.
  if (limited) store.variantsCreated.count += added;
}
