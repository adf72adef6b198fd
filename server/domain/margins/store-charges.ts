// What the store's shoppers pay for shipping to each of the supplier's zones, from the store's own shipping rates. Free of zod: the page
// calculates with it.
import {euMembers, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';

export type ShippingRate = {
  /** Minor units, with tax where the store's prices have it; null: a carrier or app calculates it, or an amount is in another currency. */
  readonly price: number | null;
  /** The value of the order in minor units, both limits included; null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
};

/** One zone of a shipping profile. */
export type RateZone = {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Also every country that no other zone of its group names. */
  readonly restOfWorld: boolean;
  readonly rates: readonly ShippingRate[];
};

/** The zones for the goods of one group of locations. */
export type RateGroup = readonly RateZone[];

export type ZoneCharges = {
  /** Countries with the same rates. */
  readonly groups: readonly {readonly countries: readonly string[]; readonly rates: readonly ShippingRate[]}[];
  /** Countries the store sells to, but has no rate for, so that shoppers there cannot check out. */
  readonly withoutRate: readonly string[];
};

/** @param sold the countries the store sells to. */
export function toZoneCharges(
  groups: readonly RateGroup[],
  sold: readonly string[],
): ReadonlyMap<ZoneCode, ZoneCharges> {
  const entries = zoneCodes.map((zone) => {
    const countries = (zone === 'EU' ? euMembers : [zone]).filter((code) => sold.includes(code));
    const rated = countries.map((country) => ({country, rates: ratesFor(country, groups)}));
    const found = Map.groupBy(
      rated.filter(({rates}) => rates.length > 0),
      ({rates}) => JSON.stringify(rates),
    );
    const charges: ZoneCharges = {
      groups: [...found.values()].map((alike) => ({
        countries: alike.map(({country}) => country),
        rates: alike[0]?.rates ?? [],
      })),
      withoutRate: rated.filter(({rates}) => rates.length === 0).map(({country}) => country),
    };
    return [zone, charges] as const;
  });
  return new Map(entries);
}

function ratesFor(country: string, groups: readonly RateGroup[]): readonly ShippingRate[] {
  return groups.flatMap((group) => {
    const named = group.filter(({countries}) => countries.includes(country));
    const zones = named.length > 0 ? named : group.filter(({restOfWorld}) => restOfWorld);
    return zones.flatMap(({rates}) => rates);
  });
}

/** Each country of the zone has a cheapest rate for an order: the lowest and the highest of these. */
export type CheapestCharge = {
  readonly least: number;
  readonly most: number;
};

/** Null: no rate with a fixed price applies. @param value of the order, minor units. */
export function cheapestCharge({groups}: ZoneCharges, value: number): CheapestCharge | null {
  const cheapest = groups.flatMap(({rates}) => {
    const prices = rates.filter((rate) => applies(rate, value)).flatMap(({price}) => price ?? []);
    return prices.length === 0 ? [] : [Math.min(...prices)];
  });
  return cheapest.length === 0 ? null : {least: Math.min(...cheapest), most: Math.max(...cheapest)};
}

const applies = ({from, to}: ShippingRate, value: number): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** Whether the price of any of the zone's rates is unknown, most often because a carrier or an app calculates it. */
export const isCalculated = ({groups}: ZoneCharges): boolean =>
  groups.some(({rates}) => rates.some(({price}) => price === null));
