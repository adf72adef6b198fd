// A listing as the database has it, from which its next change is planned.

import type {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownMedia, OnSaleStatus} from '#domain/catalogue/operation.ts';
import {type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {mapFields, type OwnableField, type Owner, ownableFields} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';

/** The link between one article and its product, with what the sync wrote there. */
export type KnownListing = {
  /** `held` is the stored name of a draft: the article may not be sold now. `retired`: it is no longer listed or chosen. */
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  readonly productGid: ProductGid | null;
  /** Hashes of the fields as the sync wrote them last (`toFingerprint`); null: nothing was written. */
  readonly fingerprint: string | null;
  /** All variants of ours, also those that are no longer on the product. */
  readonly variants: readonly KnownVariant[];
  /** Whether the sync took the product off sale; only then may the sync put it back. */
  readonly takenOffSale: boolean;
  /** The status the product had when the sync took it off sale; null: the sync did not, or an earlier version did not store it. */
  readonly takenFrom: OnSaleStatus | null;
  /** Whether the merchant asked to publish the product, which the sync made as a draft. */
  readonly isToPublish: boolean;
  /** As what the product is made again that a departure deleted; null: none did, or it is made again since. */
  readonly departedAs: 'active' | 'draft' | null;
  /** Field owners that the merchant set for this product only; they overrule the shop's setting. */
  readonly ownedHere: Readonly<Record<string, Owner>>;
  /** The fields that the merchant changed in the store; they belong to the merchant. */
  readonly edits: FieldEdits;
  /** The values that the sync wrote last. */
  readonly written: WrittenValues;
  /** The supplier's images as the sync wrote them. */
  readonly media: readonly KnownMedia[];
  /** Euro cents: the product's cost at its last pricing; null: never priced. */
  readonly previousCost: number | null;
  /** Euro cents: the cost the merchant approved although it had moved too far. */
  readonly approvedCost: number | null;
  /** Euro cents: the cost the merchant refused. The product keeps its price while the supplier asks this cost. */
  readonly refusedCost: number | null;
};

/** One variant that the app made, as the database has it. */
export type KnownVariant = VariantWords & {
  readonly gid: VariantGid;
  /**
   * suppressed: no longer stated; restored automatically when stated again. off_sale: taken off sale by the merchant although stated;
   * restored when released, or stated again after the supplier had dropped it. While such a variant is still on the product, it is
   * listed as `live` too. deleted_in_store: deleted by the merchant; restored only on request.
   */
  readonly state: 'live' | 'suppressed' | 'off_sale' | 'deleted_in_store';
};

/** Whether the next plan that sells the article puts its product on sale: from the status that the sync gave it, and from no other. */
export const isToRaise = ({state, takenOffSale, isToPublish}: KnownListing): boolean =>
  isToPublish || (state !== 'active' && takenOffSale);

/** Whether a product that is made now goes on sale at once: as the settings say, but a draft that a departure deleted is one again. */
export const isMadeOnSale = (listing: KnownListing | null, newProducts: 'active' | 'draft'): boolean =>
  newProducts === 'active' && listing?.departedAs !== 'draft';

/**
 * The `variantKey`s of variants that the merchant took off sale or deleted. A key that another live variant has is left out, because an
 * earlier version made two variants of some equal words.
 */
export function keysOffSale(
  variants: readonly (VariantWords & {readonly gid: string; readonly state: string})[],
): ReadonlySet<string> {
  const off = variants.filter(({state}) => state === 'off_sale' || state === 'deleted_in_store');
  if (off.length === 0) return noKeys;
  const gids = new Set(off.map(({gid}) => gid));
  const left = new Set(variants.filter(({state, gid}) => state === 'live' && !gids.has(gid)).map(variantKey));
  return new Set(off.map(variantKey).filter((key) => !left.has(key)));
}

const noKeys: ReadonlySet<string> = new Set();

/** The owners for a listing made from a product that is already in the store: the merchant owns every field until giving it back. */
export const allOwnedByMerchant: Readonly<Record<OwnableField, Owner>> = mapFields(ownableFields, () => 'merchant');
