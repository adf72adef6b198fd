// The listing as the database has it: the starting point of a plan.

import type {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownMedia, OnSale} from '#domain/catalogue/operation.ts';
import {type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {byField, type OwnableField, type Owner, ownableFields} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';

export type KnownListing = {
  /** `held` is the stored name of a draft: the article may not be sold now. */
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  readonly productGid: ProductGid | null;
  readonly fingerprint: string | null;
  readonly variants: readonly KnownVariant[];
  /** Whether the sync took the product off sale; only then may the sync put it back. */
  readonly takenOffSale: boolean;
  /** The status it had when the sync took it off sale; null: it did not, or an earlier version did. */
  readonly takenFrom: OnSale | null;
  /** Field owners set for this product only; they overrule the shop's setting. */
  readonly ownedHere: Readonly<Record<string, Owner>>;
  readonly edits: FieldEdits;
  readonly written: WrittenValues;
  readonly media: readonly KnownMedia[];
  /** Euro cents: the product's cost at its last pricing; null: never priced. */
  readonly previousCost: number | null;
  /** Euro cents: the cost the merchant approved although it had moved too far. */
  readonly approvedCost: number | null;
  /** Euro cents: the cost the merchant refused. The product keeps its price while the supplier asks this cost. */
  readonly refusedCost: number | null;
};

export type KnownVariant = VariantWords & {
  readonly gid: VariantGid;
  /**
   * suppressed: no longer stated; restored automatically when stated again. off_sale: taken off sale by the merchant although stated;
   * restored when released, or stated again after the supplier had dropped it. While such a variant is still on the product, it is
   * listed as `live` too. deleted_in_store: deleted by the merchant; restored only on request.
   */
  readonly state: 'live' | 'suppressed' | 'off_sale' | 'deleted_in_store';
};

/**
 * What the merchant took off sale or deleted, by `variantKey`. Without those of which the product has another variant: an earlier version
 * made two variants of some words that are the same.
 */
export function keysOffSale(
  variants: readonly (VariantWords & {readonly gid: string; readonly state: string})[],
): ReadonlySet<string> {
  const off = variants.filter(({state}) => state === 'off_sale' || state === 'deleted_in_store');
  if (off.length === 0) return none;
  const gids = new Set(off.map(({gid}) => gid));
  const left = new Set(variants.filter(({state, gid}) => state === 'live' && !gids.has(gid)).map(variantKey));
  return new Set(off.map(variantKey).filter((key) => !left.has(key)));
}

const none: ReadonlySet<string> = new Set();

/** For a listing made from a product that is already in the store: every field belongs to the merchant until given back. */
export const merchantsOwn: Readonly<Record<OwnableField, Owner>> = byField(ownableFields, () => 'merchant');
