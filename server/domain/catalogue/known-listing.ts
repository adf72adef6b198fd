// The listing as the database knows it: what a plan starts from.

import type {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import type {OwnableField, Owner} from '#domain/catalogue/owned-field.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';

export type KnownListing = {
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  readonly productGid: ProductGid | null;
  readonly fingerprint: string | null;
  readonly variants: readonly KnownVariant[];
  /** Whether the sync took the product off sale, which alone it may undo. */
  readonly lowered: boolean;
  /** Owners that differ from the shop's setting for this product alone. */
  readonly ownedHere: Readonly<Record<string, Owner>>;
  readonly edits: FieldEdits;
  readonly written: WrittenValues;
  readonly media: readonly KnownMedia[];
  /** Euro cents the product is priced on; null: never priced. */
  readonly previousCost: number | null;
  /** Euro cents the merchant approved although the cost had moved too far. */
  readonly approvedCost: number | null;
  /** Euro cents the merchant turned down: the product stays priced as it is as long as this is what the supplier asks. */
  readonly refusedCost: number | null;
};

export type KnownVariant = VariantWords & {
  readonly gid: VariantGid;
  /**
   * suppressed: no longer stated, back by itself when stated again. off_sale: put off sale although stated, back when
   * released, or when it was meanwhile not stated. deleted_in_store: the merchant deleted it, only back on request.
   */
  readonly state: 'live' | 'suppressed' | 'off_sale' | 'deleted_in_store';
};

/** Of a listing rebuilt from the store every field is the merchant's until given back. */
export const merchantsOwn: Readonly<Record<OwnableField, Owner>> = {
  price: 'merchant',
  compareAt: 'merchant',
  cost: 'merchant',
  variants: 'merchant',
  title: 'merchant',
  description: 'merchant',
  images: 'merchant',
  tags: 'merchant',
  vendor: 'merchant',
  type: 'merchant',
};
