// Where productSet stocks variants. Recorded of the merchant's locations: a new variant is stocked exactly where quantities are named, also
// one that is not tracked. Of a fulfilment service's location that is not known for one that is not tracked: it is a setting.

import {levelAt, stock, stockOnly} from '../store/inventory.ts';
import {locationById, locationOf} from '../store/locations.ts';
import type {LocationRecord, VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import type {Stocking, StockOf} from './product-set-variants.ts';
import {refuse} from './user-error.ts';

export type PlannedLevels = {
  readonly variant: VariantRecord;
  /** The only ones from then on; null: the variant stays where it is. */
  readonly only: readonly LocationRecord[] | null;
  readonly available: readonly (readonly [LocationRecord, number])[];
};

export const toLevels = (store: ShopStore, stocking: Stocking): readonly PlannedLevels[] =>
  stocking.map((given) => planned(store, given));

export function setLevels(store: ShopStore, plans: readonly PlannedLevels[]): void {
  for (const {variant, only, available} of plans) {
    if (only !== null) stockOnly(store, variant, only);
    for (const [location, quantity] of available) stock(store, variant, location, quantity);
  }
}

function planned(store: ShopStore, {variant, isNew, index, quantities}: StockOf): PlannedLevels {
  const available = quantities.map(({locationId, quantity}, at) => {
    const field = ['input', 'variants', String(index), 'inventoryQuantities', String(at), 'locationId'];
    const location = locationById(store, locationId);
    // The words are invented, as those below.
    if (location?.isActive !== true) throw refuse('INVALID_VARIANT', field, 'Location does not exist');
    // "You can only update the quantities at locations where the variant is already stocked" (schema description).
    if (!isNew && levelAt(store, variant, location)?.isActive !== true) {
      throw refuse('INVALID_VARIANT', field, `The variant is not stocked at ${location.name}`);
    }
    return [location, quantity] as const;
  });
  if (!isNew || available.length === 0) return {variant, only: null, available};
  const named = available.map(([location]) => location);
  const {untrackedAtService} = store.settings;
  const isUnsure = !variant.tracked && named.some(({manager}) => manager !== 'merchant');
  if (!isUnsure || untrackedAtService === 'as named') return {variant, only: named, available};
  const own = locationOf(store);
  if (untrackedAtService === 'at the shop location too') return {variant, only: [own, ...named], available};
  const ofMerchant = available.filter(([{manager}]) => manager === 'merchant');
  return {variant, only: [own, ...ofMerchant.map(([location]) => location)], available: ofMerchant};
}
