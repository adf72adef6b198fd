// Turns a plan into the one operation for the store; null if none is needed.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {LiveVariant, ProductOperation} from '#domain/catalogue/operation.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {Settings} from '#domain/settings/settings.ts';

export function toOperation(
  key: ArticleId,
  listing: KnownListing | null,
  plan: ListingPlan,
  settings: Pick<Settings, 'newProducts' | 'retireAs'>,
): ProductOperation | null {
  switch (plan.kind) {
    case 'create':
      return {kind: 'create', key, draft: plan.draft, publish: settings.newProducts === 'active'};
    case 'update':
      return toUpdate(key, listing, plan, settings.retireAs);
    case 'draft':
      // The product becomes a draft. If its listing is a draft or retired already, it is off sale.
      return plan.productGid !== null && listing?.state === 'active'
        ? {kind: 'off_sale', key, productGid: plan.productGid, to: 'draft'}
        : null;
    case 'unchanged':
    case 'keep':
    case 'quarantine':
      return null;
  }
}

function toUpdate(
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
    live: toLive(listing),
    variantsChange,
    raise: restore &&
      listing.takenOffSale && {from: offSaleStatus(listing, retireAs), to: listing.takenFrom ?? 'ACTIVE'},
    media: listing.media,
  };
}

function toLive({variants}: KnownListing): LiveVariant[] {
  return variants.filter(({state}) => state === 'live').map(({gid, colour, size}) => ({gid: gid, colour, size}));
}

/** The status the sync set when it took the product off sale. */
function offSaleStatus({state, written}: KnownListing, retireAs: Settings['retireAs']): 'DRAFT' | 'ARCHIVED' {
  if (written.status === 'DRAFT' || written.status === 'ARCHIVED') return written.status;
  return state === 'retired' && retireAs === 'archive' ? 'ARCHIVED' : 'DRAFT';
}
