// The merchant's shipping settings: the countries the store ships to, and the rates of its general profile.
import type {DeliveryCondition, DeliveryZone} from '../store/delivery-profiles.ts';
import {parseAmount} from '../store/money.ts';
import type {ShopStore} from '../store/shop-store.ts';

/** Amounts as decimal text in the store's currency; `price` null: a carrier or an app calculates it. */
export type SetRate = {
  readonly name?: string;
  readonly price: string | null;
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

export type ShippingControl = {
  readonly shipsTo: () => readonly string[];
  /** Shopify tells a change of shipping by profiles/update, which the app does not ask for: it gets no webhook. */
  readonly setShipsTo: (countries: readonly string[]) => void;
  /** Replaces all rates of the general profile. */
  readonly setShippingRates: (zones: readonly SetRates[]) => void;
};

export function createShippingControl(store: ShopStore): ShippingControl {
  return {
    shipsTo: () => [...store.settings.shipsTo],
    setShipsTo(countries) {
      store.settings.shipsTo = [...countries];
    },
    setShippingRates(zones) {
      const general = [...store.deliveryProfiles.values()].find(({isDefault}) => isDefault);
      if (general === undefined) throw new Error('The store has no general profile.');
      const locationIds = store.locations.map(({id}) => id);
      general.groups = [{id: store.newId(), locationIds, zones: zones.map((zone) => toZone(store, zone))}];
      general.version += 1;
    },
  };
}

const toZone = (store: ShopStore, {name, countries, rates}: SetRates): DeliveryZone => ({
  id: store.newId(),
  name,
  countries: countries.map((code) => ({id: store.newId(), code})),
  methods: rates.map((rate) => ({
    id: store.newId(),
    name: rate.name ?? 'Standard',
    description: null,
    active: rate.active ?? true,
    rateId: store.newId(),
    price: rate.price === null ? null : minorOf(rate.price, store.settings.currency),
    currency: store.settings.currency,
    conditions: toConditions(store, rate),
  })),
});

function minorOf(text: string, currency: string): number {
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
