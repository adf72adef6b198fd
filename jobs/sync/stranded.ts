// The store takes no new variants today, and a product has none left that the supplier still states: a draft until tomorrow.
import {toStatusChange} from '#domain/catalogue/changes.ts';
import {toHold} from '#domain/catalogue/hold.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {Planned} from './apply-listings.ts';

const reason =
  'The supplier no longer states any colour or size it has in the store, and the store takes no new variants today.';

/** The same article as one to be held; empty where something of it can still be sold, or where it is off sale already. */
export function toStranded({chosen, listing, plan}: Planned): readonly Planned[] {
  if (plan.kind !== 'update' || listing?.state !== 'active') return [];
  const wanted = new Set(plan.draft.variants.map(variantKey));
  const left = listing.variants.filter((variant) => variant.state === 'live' && wanted.has(variantKey(variant)));
  if (left.length > 0) return [];
  const {cost, trace} = plan;
  const changes = [toStatusChange('ACTIVE', 'DRAFT', reason)];
  const {productGid} = listing;
  return [{chosen, listing, plan: {...toHold('variants_gone', reason), productGid, cost, trace, changes}}];
}
