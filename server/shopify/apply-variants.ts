// Changing the variants of a product that is already in the store, with the merchant's renamings and additions left alone.

import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from './admin.ts';
import {toPriceFields, toVariantLists} from './product-input.ts';
import {fetchProductForListing, setProduct, updateVariants} from './products.ts';
import {isProductMissing, isVariantMissing, type Refused} from './refusal.ts';
import {matchVariants, planChangedVariants} from './variant-plan.ts';

type Update = Extract<ProductOperation, {readonly kind: 'update'}>;

export type Changed =
  | {readonly kind: 'done'; readonly live: readonly LiveVariant[] | null; readonly writes: number}
  | (Refused & {readonly writes: number})
  | {readonly kind: 'missing'};

/** New prices and costs for the variants that are there; a variant the merchant just deleted is left out. */
export async function repriceVariants(
  admin: Admin,
  shop: ShopDomain,
  {productGid, draft, live}: Update,
  currency: string,
  signal?: AbortSignal,
): Promise<Changed> {
  const changesOf = (variants: readonly LiveVariant[]) => toPriceFields(draft, variants, currency);
  const outcome = await updateVariants(admin, shop, productGid, changesOf(live));
  if (outcome.kind === 'done') return {kind: 'done', live: null, writes: 1};
  if (!isVariantMissing(outcome) || isProductMissing(outcome)) return {...outcome, writes: 1};
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  const left = live.filter(({gid}) => present.has(gid));
  const second = await updateVariants(admin, shop, productGid, changesOf(left));
  return second.kind === 'done' ? {kind: 'done', live: left, writes: 2} : {...second, writes: 2};
}

/** Variants added and taken away: the product's own option words are read first and kept. */
export async function changeVariants(
  admin: Admin,
  shop: ShopDomain,
  {productGid, draft, live}: Update,
  currency: string,
  signal?: AbortSignal,
): Promise<Changed> {
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  // What the merchant took off the product a moment ago is not made again.
  const removed = new Set(live.filter(({gid}) => !present.has(gid)).map(variantKey));
  const variants = draft.variants.filter((variant) => !removed.has(variantKey(variant)));
  if (variants.length === 0) return {kind: 'done', live: [], writes: 0};
  const plan = planChangedVariants({...draft, variants}, live, product.variants);
  const input = toVariantLists(plan, currency);
  const outcome = await setProduct(admin, shop, {identity: {productGid}, input}, signal);
  if (outcome.kind === 'refused') return {...outcome, writes: 1};
  return {kind: 'done', live: matchVariants(plan, outcome.variants), writes: 1};
}
