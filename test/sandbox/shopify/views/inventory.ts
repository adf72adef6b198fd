// Inventory items and what is stocked where, as the API shows them. A sale does not change what is available: only what was set is shown.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {gid} from '../store/gid.ts';
import {committedAt, levelAt, levelGid, levelsOf} from '../store/inventory.ts';
import {locationById} from '../store/locations.ts';
import {toDecimal} from '../store/money.ts';
import type {VariantRecord} from '../store/records.ts';
import type {InventoryLevel} from '../store/service-records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';
import {locationView} from './location.ts';

export function inventoryItemView(store: ShopStore, variant: VariantRecord): View {
  const {currency} = store.settings;
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.inventoryItemId),
    legacyResourceId: String(variant.inventoryItemId),
    sku: variant.sku === '' ? null : variant.sku,
    tracked: variant.tracked,
    requiresShipping: variant.requiresShipping,
    unitCost: variant.cost === null ? null : {amount: toDecimal(variant.cost, currency), currencyCode: currency},
    measurement: {weight: variant.weight},
    countryCodeOfOrigin: variant.countryOfOrigin,
    harmonizedSystemCode: variant.hsCode,
    createdAt: toDateTime(variant.createdAt),
    updatedAt: toDateTime(variant.updatedAt),
    inventoryLevels: withArgs([...pageArgs, 'includeInactive'], ({includeInactive, ...args}) =>
      connection(
        {
          items: levelsOf(store, variant).filter(({isActive}) => isActive || includeInactive === true),
          position: ({location}) => [location.id, location.id],
          view: (level) => levelView(store, variant, level),
        },
        args,
      ),
    ),
    inventoryLevel: withArgs(['locationId', 'includeInactive'], ({locationId, includeInactive}) => {
      const location = locationById(store, String(locationId));
      const level = location === undefined ? undefined : levelAt(store, variant, location);
      const isShown = level !== undefined && (level.isActive || includeInactive === true);
      return isShown ? levelView(store, variant, level) : null;
    }),
    locationsCount: {count: levelsOf(store, variant).filter(({isActive}) => isActive).length, precision: 'EXACT'},
  };
}

export function levelView(store: ShopStore, variant: VariantRecord, level: InventoryLevel): View {
  return {
    __typename: 'InventoryLevel',
    id: levelGid(variant, level),
    isActive: level.isActive,
    createdAt: toDateTime(level.createdAt),
    updatedAt: toDateTime(level.updatedAt),
    location: locationView(store, level.location),
    quantities: withArgs(['names'], ({names}) =>
      (Array.isArray(names) ? names : []).map((name) => quantityView(store, variant, level, String(name))),
    ),
    get item() {
      return inventoryItemView(store, variant);
    },
  };
}

function quantityView(store: ShopStore, variant: VariantRecord, level: InventoryLevel, name: string): View {
  const committed = committedAt(store, variant, level.location);
  const known: Readonly<Record<string, number>> = {
    available: level.available,
    committed,
    incoming: 0,
    on_hand: level.available + committed,
  };
  const quantity = known[name];
  if (quantity === undefined) throw notImplemented(`the inventory quantity ${name}`);
  // Recorded: only what is available has a time.
  return {name, quantity, updatedAt: name === 'available' ? toDateTime(level.updatedAt) : null};
}

/** What is available of it at all active locations. */
export const quantityOf = (store: ShopStore, variant: VariantRecord): number =>
  levelsOf(store, variant).reduce((sum, {isActive, available}) => sum + (isActive ? available : 0), 0);
