// Which fields of a product in the store must be written: fields the sync owns there whose values differ from those written last.

import type {FieldChange} from '#domain/catalogue/changes.ts';
import {type ChangeReason, toChanges} from '#domain/catalogue/changes.ts';
import {changedFields, hasField, toFingerprint} from '#domain/catalogue/fingerprint.ts';
import {areSameImages} from '#domain/catalogue/image-identity.ts';
import type {KnownListing, KnownVariant} from '#domain/catalogue/known-listing.ts';
import {oneOfEach, variantKey} from '#domain/catalogue/options.ts';
import {type OwnedFields, ownerOf} from '#domain/catalogue/owned-field.ts';
import {type OwnableField, ownableFields, toPrints} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';

export type UpdateFacts = {
  readonly listing: KnownListing;
  readonly draft: ProductDraft;
  readonly owned: OwnedFields;
  readonly digest: (text: string) => string;
  readonly why: ChangeReason;
};

export type Update = {
  readonly fingerprint: string;
  readonly write: readonly OwnableField[];
  readonly gone: readonly KnownVariant[];
  readonly variantsChange: boolean;
  readonly restore: boolean;
  readonly changes: readonly FieldChange[];
};

export function planUpdate({listing, draft, owned, digest, why}: UpdateFacts): Update {
  const owns = fieldsOwned(owned, listing);
  const fingerprint = fingerprintOf(draft, owns, digest);
  const changed = withoutKeptImages(changedFields(listing.fingerprint, fingerprint), listing, draft);
  const variants = compareVariants(listing, draft);
  const variantsChange = changed.has('variants') && (variants.gone.length > 0 || variants.added.length > 0);
  const write = ownableFields.filter((field) =>
    field === 'variants' ? variantsChange || changed.has('sku') : changed.has(field),
  );
  const restore = listing.state !== 'active';
  const gone = variantsChange ? variants.gone : [];
  const added = variantsChange ? variants.added : [];
  const changes = toChanges({listing, draft, write, gone, added, raised: restore && listing.takenOffSale, why});
  return {fingerprint, write, gone, variantsChange, restore, changes};
}

/**
 * Older fingerprints, from before images were compared by identity, differ for a signed address although the product has these
 * images. If a fingerprint has no images part, the images count as never written, so they must be written.
 */
function withoutKeptImages(
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

/** @param listing null: a product that will be created. */
export function fieldsOwned(owned: OwnedFields, listing: KnownListing | null): ReadonlySet<OwnableField> {
  return new Set(
    ownableFields.filter((field) => ownerOf(field, owned, listing?.ownedHere ?? {}, listing?.edits ?? {}) === 'sync'),
  );
}

/** Covers the owned fields; the order of variants does not matter. */
export function fingerprintOf(
  draft: ProductDraft,
  owns: ReadonlySet<OwnableField>,
  digest: (text: string) => string,
): string {
  const own = toPrints(
    draft,
    ownableFields.filter((field) => owns.has(field)),
  );
  const sku: [string, string][] = owns.has('variants') ? [['sku', draft.variants[0]?.sku ?? '']] : [];
  return toFingerprint([...own, ...sku], digest);
}

function compareVariants(listing: KnownListing, draft: ProductDraft) {
  const live = listing.variants.filter(({state}) => state === 'live');
  const wanted = new Set(draft.variants.map(variantKey));
  const present = oneOfEach(live, draft.variants);
  const stays = new Set([...present].flatMap(([key, {gid}]) => (wanted.has(key) ? [gid] : [])));
  return {
    gone: live.filter(({gid}) => !stays.has(gid)),
    added: draft.variants.filter((variant) => !present.has(variantKey(variant))),
  };
}
