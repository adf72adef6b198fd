// Which location an order's line goes to. https://help.shopify.com/en/manual/fulfillment/setup/order-routing: one that stocks it. Which
// one, where the merchant and a fulfilment service both do, is not documented for what is not tracked: it is a setting.

import {stockedAt} from './inventory.ts';
import {locationOf} from './locations.ts';
import type {LocationRecord} from './records.ts';
import type {ShopStore} from './shop-store.ts';

/** What the shop has no product for, and what is stocked nowhere, goes to the shop's own location. */
export function locationFor(store: ShopStore, {variantId}: {readonly variantId: number | null}): LocationRecord {
  const found = variantId === null ? undefined : store.variants.get(variantId);
  const stocked = found === undefined ? [] : stockedAt(store, found.variant);
  const isFirst = ({manager}: LocationRecord) => (manager === 'merchant') === (store.settings.routesTo === 'merchant');
  return stocked.find(isFirst) ?? stocked[0] ?? locationOf(store);
}
