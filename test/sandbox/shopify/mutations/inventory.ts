// inventoryBulkToggleActivation, inventoryActivate and inventoryDeactivate: at which locations a variant is stocked. Refusals that name no
// source are recorded; the others follow their words.

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {idOf} from '../store/gid.ts';
import {committedAt, levelAt, levelGid, levelsOf, stock, unstock} from '../store/inventory.ts';
import {locationById} from '../store/locations.ts';
import type {LocationRecord, VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {inventoryItemView, levelView} from '../views/inventory.ts';
import {asUserErrors, refuse, workOnAll} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const Updates = z.array(z.strictObject({locationId: z.string(), activate: z.boolean()}));

/** All of them or none. */
export function inventoryBulkToggleActivation(store: ShopStore, args: Args): View {
  const updates = parseInput('InventoryBulkToggleActivationInput', Updates, args['inventoryItemUpdates']);
  return asUserErrors<View>(
    () => {
      const variant = variantOfItem(store, args['inventoryItemId']);
      if (variant === undefined) {
        const message = "The variant couldn't be updated because the inventory item was not found.";
        throw refuse('INVENTORY_ITEM_NOT_FOUND', ['inventoryItemId'], message);
      }
      const toggles = workOnAll(updates, ({locationId, activate}, index) => {
        const field = ['inventoryItemUpdates', String(index), 'locationId'];
        const location = locationById(store, locationId);
        if (location?.isActive !== true) {
          const message = "The quantity couldn't be updated because the location was not found.";
          throw refuse('LOCATION_NOT_FOUND', field, message);
        }
        if (activate) checkStockable(variant, location, field);
        else
          checkUnstockable(store, variant, location, {field, others: othersAfter(store, variant, location, updates)});
        return {location, activate};
      });
      const levels = toggles.flatMap(({location, activate}) => {
        if (activate) return [stock(store, variant, location)];
        unstock(store, variant, location);
        return [];
      });
      return {
        inventoryItem: inventoryItemView(store, variant),
        inventoryLevels: levels.map((level) => levelView(store, variant, level)),
        userErrors: [],
      };
    },
    (userErrors) => ({inventoryItem: null, inventoryLevels: null, userErrors}),
  );
}

export function inventoryActivate(store: ShopStore, args: Args, key: string | null): View {
  requireKey(store, args, key);
  return asUserErrors<View>(
    () => {
      const variant = variantOfItem(store, args['inventoryItemId']);
      if (variant === undefined) {
        throw refuse(
          null,
          ['inventoryItemId'],
          "The product couldn't be stocked because the inventory item wasn't found.",
        );
      }
      const location = locationById(store, String(args['locationId']));
      if (location?.isActive !== true) {
        throw refuse(null, ['locationId'], "The product couldn't be stocked because the location wasn't found.");
      }
      checkStockable(variant, location, ['locationId']);
      return {inventoryLevel: levelView(store, variant, stock(store, variant, location)), userErrors: []};
    },
    (userErrors) => ({inventoryLevel: null, userErrors}),
  );
}

export function inventoryDeactivate(store: ShopStore, args: Args): View {
  return asUserErrors<View>(
    () => {
      const {variant, level} = levelOf(store, args['inventoryLevelId']) ?? {};
      if (variant === undefined || level === undefined) {
        throw refuse(null, null, "The product couldn't be unstocked because the inventory level wasn't found.");
      }
      checkUnstockable(store, variant, level.location, {
        field: null,
        others: othersNow(store, variant, level.location),
      });
      unstock(store, variant, level.location);
      return {userErrors: []};
    },
    (userErrors) => ({userErrors}),
  );
}

export const variantOfItem = ({items}: ShopStore, id: unknown): VariantRecord | undefined =>
  items.get(idOf('InventoryItem', String(id)) ?? -1);

/** Recorded ids: `gid://shopify/InventoryLevel/1?inventory_item_id=2`. */
export function levelOf(store: ShopStore, id: unknown) {
  const item = /\?inventory_item_id=(\d+)$/.exec(String(id))?.[1];
  const variant = variantOfItem(store, `gid://shopify/InventoryItem/${item ?? ''}`);
  const level = variant && levelsOf(store, variant).find((one) => levelGid(variant, one) === id);
  return variant === undefined || level === undefined ? undefined : {variant, level};
}

/** A location of the merchant takes variants without a SKU (recorded); the code is the schema's. */
function checkStockable({sku}: VariantRecord, {name, manager}: LocationRecord, field: readonly string[]): void {
  if (manager === 'merchant' || sku !== '') return;
  throw refuse(
    'MISSING_SKU',
    field,
    `The variant couldn't be stocked at ${name} because the variant is missing a SKU.`,
  );
}

type Unstocking = {readonly field: readonly string[] | null; readonly others: readonly LocationRecord[]};

/** The codes are recorded for the only location, and the schema's for what is committed. */
function checkUnstockable(store: ShopStore, variant: VariantRecord, location: LocationRecord, to: Unstocking): void {
  if (levelAt(store, variant, location)?.isActive !== true) return;
  const what = to.field === null ? 'product' : 'variant';
  const words = (why: string) => `The ${what} couldn't be unstocked from ${location.name} because ${why}.`;
  if (to.others.length === 0) {
    const why = 'products need to be stocked at a minimum of 1 location';
    throw refuse('CANNOT_DEACTIVATE_FROM_ONLY_LOCATION', to.field, words(why));
  }
  if (committedAt(store, variant, location) > 0) {
    throw refuse('COMMITTED_INVENTORY_AT_LOCATION', to.field, words('it has committed quantities'));
  }
}

const othersNow = (store: ShopStore, variant: VariantRecord, {id}: LocationRecord): readonly LocationRecord[] =>
  levelsOf(store, variant).flatMap(({isActive, location}) => (isActive && location.id !== id ? [location] : []));

/** Where else the variant is stocked: before the call, or where the shop is set so, after it. Undecided. */
function othersAfter(
  store: ShopStore,
  variant: VariantRecord,
  location: LocationRecord,
  updates: z.infer<typeof Updates>,
): readonly LocationRecord[] {
  const now = othersNow(store, variant, location);
  const named = (activate: boolean) =>
    updates.flatMap((update) => (update.activate === activate ? [locationById(store, update.locationId)] : []));
  const left = now.filter((other) => !named(false).includes(other));
  if (store.settings.togglesTogether === 'refused') return left;
  return [...left, ...named(true).filter((other) => other !== undefined)];
}

/** Needed since 2026-04 (schema description). The words are invented; a key that comes again with something else is refused (docs). */
function requireKey({activations}: ShopStore, args: Args, key: string | null): void {
  const refused = (message: string) => new GraphQLError(message, {extensions: {code: 'BAD_REQUEST'}});
  if (key === null || key.trim() === '') {
    throw refused('The @idempotent directive is required for this mutation but was not provided.');
  }
  const print = JSON.stringify(args);
  const known = activations.get(key) ?? print;
  if (known !== print) throw refused('The same idempotency key cannot be used with different operation parameters.');
  activations.set(key, print);
}
