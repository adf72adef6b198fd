// The merchant's shipping settings: the countries the store ships to, its markets, and the rates of its general profile.

import {countryCodes} from '../countries.ts';
import {
  type DeliveryCondition,
  type DeliveryProfile,
  type DeliveryZone,
  draftOfProfile,
  generalOf,
  type LocationGroup,
  merchantRates,
  profileById,
} from '../store/delivery-profiles.ts';
import {gid, idOf} from '../store/gid.ts';
import type {MarketRecord} from '../store/markets.ts';
import {parseAmount, toMoney} from '../store/money.ts';
import {saveProfile} from '../store/profile-changes.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {type Basket, shippingFor} from './checkout.ts';

/** Amounts as decimal text in the store's currency, unless another is named; `price` null: a carrier or an app calculates it. */
export type SetRate = {
  readonly name?: string;
  readonly price: string | null;
  /** Of `price`; by default the store's. */
  readonly currency?: string;
  readonly active?: boolean;
  /** The value of an order it is for. */
  readonly from?: string;
  readonly to?: string;
  /** Of `from` and `to`; by default the store's. */
  readonly limitsIn?: string;
  /** Kilograms it is for. */
  readonly fromWeight?: number;
};

/** `countries` with null: the rest of the world too. */
export type SetRates = {
  readonly name: string;
  readonly countries: readonly (string | null)[];
  readonly rates: readonly SetRate[];
};

/** What a checkout says about shipping; the price as decimal text in the store's currency. */
export type ShippingSnapshot =
  | {readonly kind: 'none needed'}
  | {readonly kind: 'refused'; readonly message: string}
  | {readonly kind: 'rate'; readonly title: string; readonly price: string; readonly currency: string};

/** A market of countries, or of parts of them; `countries` null: of every country. */
type SetMarket = {
  readonly name: string;
  readonly countries: readonly string[] | null;
  readonly subdivisions?: MarketRecord['subdivisions'];
  readonly isActive?: boolean;
};

export type ShippingControl = {
  /** The countries of the store's active markets. */
  readonly shipsTo: () => readonly string[];
  /** The markets are then those that a store has at first. */
  readonly setShipsTo: (countries: readonly string[]) => void;
  /** The markets as the merchant makes them: the store then sells to the countries of the active ones. Their gids. */
  readonly setMarkets: (markets: readonly SetMarket[]) => readonly string[];
  /** Replaces all rates of the general profile; tells profiles/update. */
  readonly setShippingRates: (zones: readonly SetRates[]) => void;
  readonly shippingFor: (basket: Basket) => ShippingSnapshot;
};

export function createShippingControl(store: ShopStore): ShippingControl {
  return {
    shipsTo: () => [...store.settings.shipsTo],
    setShipsTo(countries) {
      store.settings.shipsTo = [...countries];
      store.markets = null;
    },
    setMarkets(markets) {
      store.markets = markets.map(({isActive = true, subdivisions = [], ...market}) => ({
        id: store.newId(),
        isActive,
        subdivisions,
        ...market,
      }));
      store.settings.shipsTo = countriesOf(store.markets.filter(({isActive}) => isActive));
      return store.markets.map(({id}) => gid('Market', id));
    },
    setShippingRates: (zones) =>
      changeProfile(store, null, (general) => {
        general.groups = toGroups(store, zones);
      }),
    shippingFor(basket) {
      const shipping = shippingFor(store, basket);
      if (shipping === null) return {kind: 'none needed'};
      if ('refused' in shipping) return {kind: 'refused', message: shipping.refused};
      const {currency} = store.settings;
      return {kind: 'rate', title: shipping.title, price: toMoney(shipping.price, currency), currency};
    },
  };
}

const countriesOf = (markets: readonly MarketRecord[]): readonly string[] => [
  ...new Set(
    markets.flatMap(({countries, subdivisions}) => [
      ...(countries ?? countryCodes()),
      ...subdivisions.map(({country}) => country),
    ]),
  ),
];

/** The merchant's own change; `id` null: of the general profile. In a market-driven store it changes the markets, not the profile. */
export function changeProfile(store: ShopStore, id: string | null, change: (draft: DeliveryProfile) => void): void {
  const found = findProfile(store, id);
  const draft = draftOfProfile(found);
  change(draft);
  if (store.marketShipping?.get(draft.id) === found) store.marketShipping.set(draft.id, draft);
  else saveProfile(store, draft);
}

/** The one that counts at the checkout. */
export function findProfile(store: ShopStore, id: string | null): DeliveryProfile {
  const merchants = merchantRates(store);
  if (id === null) return generalOf(merchants);
  const number = idOf('DeliveryProfile', id);
  const found = profileById(merchants, number) ?? profileById(store, number);
  if (found === undefined) throw new Error(`${store.domain} has no delivery profile ${id}.`);
  return found;
}

/** Shipped from every location of the merchant. */
export const toGroups = (store: ShopStore, zones: readonly SetRates[]): LocationGroup[] => [
  {
    id: store.newId(),
    locationIds: store.locations.filter(({manager}) => manager === 'merchant').map(({id}) => id),
    zones: zones.map((zone) => toZone(store, zone)),
  },
];

export const toZone = (store: ShopStore, {name, countries, rates}: SetRates): DeliveryZone => ({
  id: store.newId(),
  name,
  countries: countries.map((code) => ({id: store.newId(), code})),
  methods: rates.map((rate) => ({
    id: store.newId(),
    name: rate.name ?? 'Standard',
    description: null,
    active: rate.active ?? true,
    rateId: store.newId(),
    price: rate.price === null ? null : minorOf(rate.price, rate.currency ?? store.settings.currency),
    currency: rate.currency ?? store.settings.currency,
    conditions: toConditions(store, rate),
  })),
});

export function minorOf(text: string, currency: string): number {
  const amount = parseAmount(text, currency);
  if (amount === null) throw new Error(`"${text}" is no amount.`);
  return amount;
}

function toConditions(store: ShopStore, {from, to, limitsIn, fromWeight}: SetRate): DeliveryCondition[] {
  const currency = limitsIn ?? store.settings.currency;
  const condition = (
    field: DeliveryCondition['field'],
    isLeast: boolean,
    criteria: DeliveryCondition['criteria'],
  ): DeliveryCondition => ({
    id: store.newId(),
    field,
    operator: isLeast ? 'GREATER_THAN_OR_EQUAL_TO' : 'LESS_THAN_OR_EQUAL_TO',
    criteria,
  });
  const value = (text: string, isLeast: boolean) =>
    condition('TOTAL_PRICE', isLeast, {kind: 'money', amount: minorOf(text, currency), currency});
  return [
    ...(from === undefined ? [] : [value(from, true)]),
    ...(to === undefined ? [] : [value(to, false)]),
    ...(fromWeight === undefined
      ? []
      : [condition('TOTAL_WEIGHT', true, {kind: 'weight', value: fromWeight, unit: 'KILOGRAMS'})]),
  ];
}
