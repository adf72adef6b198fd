// The rates a checkout asks for: of each delivery profile in the basket the cheapest method that fits, all profiles added up.
// https://help.shopify.com/en/manual/fulfillment/setup/shipping-profiles/combined-shipping-rates: rates of several profiles are combined
// into one; conditions on the price look at the whole basket, those on the weight at the profile's own lines.
// https://help.shopify.com/manual/shipping/customer-experience: the cheapest one is chosen where the buyer does not choose.

import {
  type DeliveryCondition,
  type DeliveryMethod,
  type DeliveryProfile,
  type DeliveryZone,
  generalOf,
  merchantRates,
  type ProfileHolder,
  profileOf,
  profilesNow,
} from './delivery-profiles.ts';
import {converted} from './exchange-rates.ts';
import type {LocationRecord} from './records.ts';
import type {ShopStore} from './shop-store.ts';

/** `amount`: minor units of the store's currency for all pieces. `variantId` null: the store has no product for it. */
export type BasketLine = {readonly variantId: number | null; readonly quantity: number; readonly amount: number};

/** Minor units of the store's currency. */
export type ShippingOffer = {readonly price: number; readonly title: string};

type Assignment = (variantId: number | null) => DeliveryProfile;

/**
 * Null where one of the profiles delivers nothing there: then there is no rate at all (recorded of draft orders).
 * @param unset what stands for the rates of a general profile that has none.
 */
export function shippingTo(
  store: ShopStore,
  country: string,
  basket: readonly BasketLine[],
  unset: ShippingOffer,
): ShippingOffer | null {
  const checkout = {store, country, unset, total: basket.reduce((sum, {amount}) => sum + amount, 0)};
  const offers = assignments(store).map((assign) => {
    const parts = Map.groupBy(basket, ({variantId}) => assign(variantId));
    return sumOf([...parts].map(([profile, lines]) => cheapest(checkout, profile, lines)));
  });
  return cheapestOf(offers);
}

/**
 * In a market-driven store an app's rates stand beside the merchant's. How both go together in a basket with other goods is not
 * documented: here either all lines go by the merchant's rates, or those of an app by the app's.
 */
function assignments(store: ShopStore): readonly Assignment[] {
  const merchants = merchantRates(store);
  const byMerchant = assignIn(merchants);
  if (merchants === store) return [byMerchant];
  const inAll = assignIn(store);
  const byApp: Assignment = (id) => (inAll(id).owner === 'merchant' ? byMerchant(id) : inAll(id));
  return [byMerchant, byApp];
}

/** The rates of a profile that covers all items overrule those of the profile a variant is in (schema description of the field). */
function assignIn(holder: ProfileHolder): Assignment {
  const covering = profilesNow(holder).find(({coversAllItems}) => coversAllItems);
  if (covering !== undefined) return () => covering;
  return (id) => (id === null ? generalOf(holder) : profileOf(holder, id));
}

type Checkout = {
  readonly store: ShopStore;
  readonly country: string;
  readonly unset: ShippingOffer;
  readonly total: number;
};

/** A group of locations may ship what one of them stocks; lines of one profile that no group stocks together are added up. */
function cheapest(checkout: Checkout, profile: DeliveryProfile, lines: readonly BasketLine[]): ShippingOffer | null {
  const parts = Map.groupBy(lines, (line) =>
    shippersOf(checkout.store, line)
      .map(({id}) => id)
      .join(),
  );
  return sumOf([...parts.values()].map((part) => cheapestFor(checkout, profile, part)));
}

function cheapestFor(checkout: Checkout, profile: DeliveryProfile, lines: readonly BasketLine[]): ShippingOffer | null {
  const {store, country} = checkout;
  const [first] = lines;
  const shippers = first === undefined ? [] : shippersOf(store, first);
  const isUnset = profile.groups.every(({zones}) => zones.every(({methods}) => methods.length === 0));
  if (profile.isDefault && isUnset && shippers.some(({manager}) => manager === 'merchant')) return checkout.unset;
  const groups = profile.groups.filter(({locationIds}) => shippers.some(({id}) => locationIds.includes(id)));
  const weight = lines.reduce((sum, line) => sum + gramsOf(store, line), 0);
  const methods = groups
    .flatMap(({zones}) => zoneOf(zones, country)?.methods ?? [])
    .filter(({active, conditions}) => active && conditions.every((one) => fits(checkout, weight, one)));
  return cheapestOf(methods.map((method) => offerOf(store, method)));
}

/** What the shop has no product for, and what is where it was at first, ships from any location of the merchant. */
function shippersOf({locations, stock, variants}: ShopStore, {variantId}: BasketLine): readonly LocationRecord[] {
  const item = variants.get(variantId ?? -1)?.variant.inventoryItemId;
  const levels = item === undefined ? undefined : stock.get(item);
  if (levels === undefined) return locations.filter(({manager, isActive}) => manager === 'merchant' && isActive);
  return [...levels.values()].flatMap(({isActive, location}) => (isActive && location.isActive ? [location] : []));
}

/** The rest of the world is what no other zone of the group names. */
const zoneOf = (zones: readonly DeliveryZone[], country: string): DeliveryZone | undefined =>
  [country, null].flatMap((code) => zones.filter(({countries}) => countries.some((one) => one.code === code)))[0];

/** Null: a carrier calculates it, and no carrier answers here. */
const offerOf = ({settings}: ShopStore, {name, price, currency}: DeliveryMethod): ShippingOffer | null =>
  price === null ? null : {title: name, price: converted(price, currency, settings.currency)};

function fits({store, total}: Checkout, weight: number, {operator, criteria}: DeliveryCondition): boolean {
  const [value, limit] =
    criteria.kind === 'weight'
      ? [weight, inGrams(criteria)]
      : [total, converted(criteria.amount, criteria.currency, store.settings.currency)];
  return operator === 'GREATER_THAN_OR_EQUAL_TO' ? value >= limit : value <= limit;
}

const grams: Readonly<Record<string, number>> = {GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237};

const inGrams = ({value, unit}: {readonly value: number; readonly unit: string}): number => value * (grams[unit] ?? 1);

function gramsOf({variants}: ShopStore, {variantId, quantity}: BasketLine): number {
  const weight = variants.get(variantId ?? -1)?.variant.weight ?? null;
  return weight === null ? 0 : quantity * inGrams(weight);
}

const cheapestOf = (offers: readonly (ShippingOffer | null)[]): ShippingOffer | null =>
  offers.filter((offer) => offer !== null).toSorted((one, other) => one.price - other.price)[0] ?? null;

/** Rates of one name keep it; "Shipping" for those of several is invented. */
function sumOf(parts: readonly (ShippingOffer | null)[]): ShippingOffer | null {
  const found = parts.filter((part) => part !== null);
  if (found.length < parts.length) return null;
  const titles = [...new Set(found.map(({title}) => title))];
  return {
    price: found.reduce((sum, {price}) => sum + price, 0),
    title: titles.length === 1 ? (titles[0] ?? '') : 'Shipping',
  };
}
