// Decides which fields of a product in the store must be written: those that the sync owns and whose values differ from the last written.

import type {FieldChange} from '#domain/catalogue/changes.ts';
import {type ChangeReason, describeUpdate} from '#domain/catalogue/changes.ts';
import {changedFields, hasField, toFingerprint} from '#domain/catalogue/fingerprint.ts';
import {areSameImages} from '#domain/catalogue/image-identity.ts';
import {isToRaise, type KnownListing, type KnownVariant} from '#domain/catalogue/known-listing.ts';
import {oneVariantPerKey, variantKey} from '#domain/catalogue/options.ts';
import {type FieldOwners, ownerOf} from '#domain/catalogue/owned-field.ts';
import {type OwnableField, ownableFields, toFingerprintTexts} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';

export type UpdateFacts = {
  readonly listing: KnownListing;
  readonly draft: ProductDraft;
  readonly owned: FieldOwners;
  readonly digest: (text: string) => string;
  readonly why: ChangeReason;
};

/** What to write for one product that is in the store. */
export type PlannedUpdate = {
  /** The fingerprint of the draft's fields that the sync owns. */
  readonly fingerprint: string;
  /** The fields to write: owned by the sync and different from what was written last. */
  readonly write: readonly OwnableField[];
  /** Live variants to withdraw. */
  readonly gone: readonly KnownVariant[];
  /** Whether variants must be added or withdrawn, and not only priced. */
  readonly variantsChange: boolean;
  /** Whether the listing was a draft or retired, or is to be published. */
  readonly restore: boolean;
  /** The changes for the history. */
  readonly changes: readonly FieldChange[];
};

/** Compares a draft with what the sync wrote last. Says which fields to write, and describes the changes. */
export function planUpdate({listing, draft, owned, digest, why}: UpdateFacts): PlannedUpdate {
  const owns = fieldsOwnedBySync(owned, listing);
  const fingerprint = draftFingerprint(draft, owns, digest);
  const changed = withoutUnchangedImages(changedFields(listing.fingerprint, fingerprint), listing, draft);
  const variants = compareVariants(listing, draft);
  const variantsChange = changed.has('variants') && (variants.gone.length > 0 || variants.added.length > 0);
  const write = ownableFields.filter((field) =>
    field === 'variants' ? variantsChange || changed.has('sku') : changed.has(field),
  );
  const restore = listing.state !== 'active' || listing.isToPublish;
  const gone = variantsChange ? variants.gone : [];
  const added = variantsChange ? variants.added : [];
  const changes = describeUpdate({listing, draft, write, gone, added, raised: isToRaise(listing), why});
  return {fingerprint, write, gone, variantsChange, restore, changes};
}

/**
 * Drops `images` from the changed fields if the product already has these images: fingerprints from before images were compared by identity
 * differ for every signed address. A fingerprint without images means that they were never written, so they stay in the list.
 */
function withoutUnchangedImages(
  changed: ReadonlySet<string>,
  {fingerprint, media}: KnownListing,
  {images}: ProductDraft,
): ReadonlySet<string> {
  const isKept =
    changed.has('images') &&
    hasField(fingerprint ?? '', 'images') &&
    areSameImages(
      media.map(({url}) => url),
      images,
    );
  return isKept ? new Set([...changed].filter((field) => field !== 'images')) : changed;
}

/** The fields that the sync owns on one product. @param listing null: the product will be created. */
export function fieldsOwnedBySync(owned: FieldOwners, listing: KnownListing | null): ReadonlySet<OwnableField> {
  return new Set(
    ownableFields.filter((field) => ownerOf(field, owned, listing?.ownedHere ?? {}, listing?.edits ?? {}) === 'sync'),
  );
}

/** The fingerprint of the fields in `owns`. The order of the variants does not change it. */
export function draftFingerprint(
  draft: ProductDraft,
  owns: ReadonlySet<OwnableField>,
  digest: (text: string) => string,
): string {
  const own = toFingerprintTexts(
    draft,
    ownableFields.filter((field) => owns.has(field)),
  );
  const sku: [string, string][] = owns.has('variants') ? [['sku', draft.variants[0]?.sku ?? '']] : [];
  return toFingerprint([...own, ...sku], digest);
}

/** The live variants that the draft no longer has, and those of the draft that are not live. */
function compareVariants(listing: KnownListing, draft: ProductDraft) {
  const live = listing.variants.filter(({state}) => state === 'live');
  const wanted = new Set(draft.variants.map(variantKey));
  const present = oneVariantPerKey(live, draft.variants);
  const stays = new Set([...present].flatMap(([key, {gid}]) => (wanted.has(key) ? [gid] : [])));
  return {
    gone: live.filter(({gid}) => !stays.has(gid)),
    added: draft.variants.filter((variant) => !present.has(variantKey(variant))),
  };
}
