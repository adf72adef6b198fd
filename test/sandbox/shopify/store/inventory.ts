// Which locations stock which variant. What is new is at the shop's own location; one that is not tracked is stocked at locations too, with
// a quantity of nothing (recorded).

import {gid} from './gid.ts';
import {locationOf} from './locations.ts';
import type {LocationRecord, VariantRecord} from './records.ts';
import type {InventoryLevel} from './service-records.ts';
import type {ShopStore} from './shop-store.ts';

type Item = Pick<VariantRecord, 'createdAt' | 'inventoryItemId'>;

/** The active and the inactive ones, in the order in which the variant came to the locations. */
export function levelsOf(store: ShopStore, item: Item): readonly InventoryLevel[] {
  const known = store.stock.get(item.inventoryItemId);
  return known === undefined ? [firstLevel(store, item)] : [...known.values()];
}

const firstLevel = (store: ShopStore, {createdAt}: Item): InventoryLevel => ({
  location: locationOf(store),
  isActive: true,
  available: 0,
  createdAt,
  updatedAt: createdAt,
});

export const levelAt = (store: ShopStore, item: Item, {id}: LocationRecord): InventoryLevel | undefined =>
  levelsOf(store, item).find(({location}) => location.id === id);

/** The locations that are open and stock the variant. */
export const stockedAt = (store: ShopStore, item: Item): readonly LocationRecord[] =>
  levelsOf(store, item).flatMap(({isActive, location}) => (isActive && location.isActive ? [location] : []));

/** Puts the variant at a location, or sets what is available of it there. */
export function stock(store: ShopStore, item: Item, location: LocationRecord, available?: number): InventoryLevel {
  const levels = ownLevels(store, item);
  const now = store.now();
  const level = levels.get(location.id) ?? {location, isActive: true, available: 0, createdAt: now, updatedAt: now};
  level.isActive = true;
  level.available = available ?? level.available;
  level.updatedAt = now;
  levels.set(location.id, level);
  return level;
}

/** What was available there is remembered, and comes back with the location (recorded). */
export function unstock(store: ShopStore, item: Item, {id}: LocationRecord): void {
  const level = ownLevels(store, item).get(id);
  if (level === undefined) return;
  level.isActive = false;
  level.updatedAt = store.now();
}

/** The variant is at these locations and at no other, and never was. */
export function stockOnly(store: ShopStore, item: Item, locations: readonly LocationRecord[]): void {
  store.stock.set(item.inventoryItemId, new Map());
  for (const location of locations) stock(store, item, location);
}

/** Everything at the location goes to another one, or is gone; what no other location stocks is then stocked nowhere. */
export function clearLocation(store: ShopStore, from: LocationRecord, to: LocationRecord | null): void {
  for (const {variant} of store.variants.values()) {
    const level = levelAt(store, variant, from);
    if (level === undefined) continue;
    if (level.isActive && to !== null) stock(store, variant, to);
    ownLevels(store, variant).delete(from.id);
  }
}

function ownLevels(store: ShopStore, item: Item): Map<number, InventoryLevel> {
  const known = store.stock.get(item.inventoryItemId);
  if (known !== undefined) return known;
  const first = firstLevel(store, item);
  const levels = new Map([[first.location.id, first]]);
  store.stock.set(item.inventoryItemId, levels);
  return levels;
}

/** Recorded: the number is that of the location, the same for all items. */
export const levelGid = ({inventoryItemId}: Item, {location}: InventoryLevel): string =>
  `${gid('InventoryLevel', location.id + 1)}?inventory_item_id=${inventoryItemId}`;

/** What open orders have ordered and their location has not shipped; only what is tracked is counted. */
export function committedAt(store: ShopStore, variant: VariantRecord, location: LocationRecord): number {
  if (!variant.tracked) return 0;
  let committed = 0;
  for (const {lines, fulfillmentOrders} of store.orders.values()) {
    for (const fulfillmentOrder of fulfillmentOrders) {
      if (fulfillmentOrder.location !== location || fulfillmentOrder.status === 'CLOSED') continue;
      for (const {lineId, remaining} of fulfillmentOrder.lines) {
        if (lines.find(({id}) => id === lineId)?.variantId === variant.id) committed += remaining;
      }
    }
  }
  return committed;
}
