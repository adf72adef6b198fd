// Turns a listing's plan into the operation that the store must carry out; null if none is needed.

import {isMadeOnSale, isToRaise, type KnownListing} from '#domain/catalogue/known-listing.ts';
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** The operation for one plan; null: the store need not be written. */
export function toOperation(
  key: ArticleId,
  listing: KnownListing | null,
  plan: ListingPlan,
  settings: Pick<Settings, 'newProducts' | 'retireAs'>,
): ProductOperation | null {
  switch (plan.kind) {
    case 'create':
      return {kind: 'create', key, draft: plan.draft, publish: isMadeOnSale(listing, settings.newProducts)};
    case 'update':
      return toUpdateOperation(key, listing, plan, settings.retireAs);
    case 'draft':
      // If the listing is a draft or retired already, the product is off sale, so no operation is needed.
      return plan.productGid !== null && listing?.state === 'active'
        ? {kind: 'off_sale', key, productGid: plan.productGid, to: 'draft'}
        : null;
    case 'unchanged':
    case 'keep':
    case 'quarantine':
      return null;
  }
}

/** The operation that updates a product, and puts it back on sale if the sync took it off sale. */
function toUpdateOperation(
  key: ArticleId,
  listing: KnownListing | null,
  plan: Extract<ListingPlan, {readonly kind: 'update'}>,
  retireAs: Settings['retireAs'],
): ProductOperation {
  if (listing?.productGid == null) throw new Error('an update needs a product');
  const {draft, write, variantsChange, restore} = plan;
  return {
    kind: 'update',
    key,
    productGid: listing.productGid,
    draft,
    write,
    live: toLiveVariants(listing),
    variantsChange,
    raise: restore && isToRaise(listing) && {from: offSaleStatus(listing, retireAs), to: listing.takenFrom ?? 'ACTIVE'},
    media: listing.media,
  };
}

/** The variants of ours that are on the product. */
function toLiveVariants({variants}: KnownListing): LiveVariant[] {
  return variants.filter(({state}) => state === 'live').map(({gid, colour, size}) => ({gid: gid, colour, size}));
}

/** The status the sync set when it took the product off sale. */
function offSaleStatus({state, written}: KnownListing, retireAs: Settings['retireAs']): 'DRAFT' | 'ARCHIVED' {
  if (written.status === 'DRAFT' || written.status === 'ARCHIVED') return written.status;
  return state === 'retired' && retireAs === 'archive' ? 'ARCHIVED' : 'DRAFT';
}
