// Finds what shoppers pay for shipping to each of the supplier's zones, from the store's own shipping rates. The page loads this file, so
// it imports no zod.
import {euMembers, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';

/** One shipping rate of the store. */
export type ShippingRate = {
  /** The rate in minor units, with tax if the store's prices have it; null: a carrier or app calculates it, or its currency differs. */
  readonly price: number | null;
  /** The lowest value of an order to which the rate applies, in minor units; null: no limit. */
  readonly from: number | null;
  /** The highest value of an order to which the rate applies, in minor units; null: no limit. */
  readonly to: number | null;
};

/** One zone of a shipping profile. */
export type RateZone = {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Whether the zone also covers every country that no other zone of its group names. */
  readonly restOfWorld: boolean;
  readonly rates: readonly ShippingRate[];
};

/** The zones of a shipping profile that apply to goods from one group of locations. */
export type RateGroup = readonly RateZone[];

/** The store's shipping rates for one of the supplier's zones. */
export type ZoneCharges = {
  /** The zone's countries, grouped by equal rates. */
  readonly groups: readonly {readonly countries: readonly string[]; readonly rates: readonly ShippingRate[]}[];
  /** Countries that the store sells to but has no rate for, so that shoppers there cannot check out. */
  readonly withoutRate: readonly string[];
};

/** The store's rates for each of the supplier's zones. @param sold the countries the store sells to. */
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

/** The rates for a country: those of the zones that name it, else those for the rest of the world, of each group. */
function ratesFor(country: string, groups: readonly RateGroup[]): readonly ShippingRate[] {
  return groups.flatMap((group) => {
    const named = group.filter(({countries}) => countries.includes(country));
    const zones = named.length > 0 ? named : group.filter(({restOfWorld}) => restOfWorld);
    return zones.flatMap(({rates}) => rates);
  });
}

/** Each country of a zone has a cheapest rate for an order. `least` is the lowest of these, `most` the highest, in minor units. */
export type CheapestCharge = {
  readonly least: number;
  readonly most: number;
};

/** The cheapest rates for an order; null: no rate with a known price applies. @param value of the order, minor units. */
export function cheapestCharge({groups}: ZoneCharges, value: number): CheapestCharge | null {
  const cheapest = groups.flatMap(({rates}) => {
    const prices = rates.filter((rate) => rateApplies(rate, value)).flatMap(({price}) => price ?? []);
    return prices.length === 0 ? [] : [Math.min(...prices)];
  });
  return cheapest.length === 0 ? null : {least: Math.min(...cheapest), most: Math.max(...cheapest)};
}

/** Whether the rate applies to an order of this value. */
const rateApplies = ({from, to}: ShippingRate, value: number): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** Whether a carrier or an app calculates a rate that applies to an order of this value, so that it may be the cheapest. */
const isCalculated = ({groups}: ZoneCharges, value: number): boolean =>
  groups.some(({rates}) => rates.some((rate) => rate.price === null && rateApplies(rate, value)));

/** Whether the price of any of the zone's rates is unknown, most often because a carrier or an app calculates it. */
export const hasUnknownRate = ({groups}: ZoneCharges): boolean =>
  groups.some(({rates}) => rates.some(({price}) => price === null));

/**
 * What shipping costs the shopper for orders from this value on, until the next band begins, in minor units. `charge` null: not known,
 * because no rate applies or one of those that apply is calculated by a carrier or an app.
 */
export type ChargeBand = {readonly from: number; readonly charge: number | null};

/** By zone, the least a shopper there pays for shipping; the first band begins at 0. */
export type StoreShipping = ReadonlyMap<ZoneCode, readonly ChargeBand[]>;

/** The least that shipping costs a shopper in each zone. @param sold the countries the store sells to. */
export const toStoreShipping = (groups: readonly RateGroup[], sold: readonly string[]): StoreShipping =>
  new Map([...toZoneCharges(groups, sold)].map(([zone, charges]) => [zone, toBands(charges)]));

/** The bands of a zone. What the zone charges can change only at the limits of its rates, so these are where bands begin. */
function toBands(charges: ZoneCharges): readonly ChargeBand[] {
  const limits = charges.groups
    .flatMap(({rates}) => rates)
    .flatMap(({from, to}) => [from ?? 0, to === null ? 0 : to + 1]);
  const starts = [...new Set([0, ...limits.map((limit) => Math.max(0, limit))])].toSorted((one, other) => one - other);
  return starts
    .map((from) => ({
      from,
      charge: isCalculated(charges, from) ? null : (cheapestCharge(charges, from)?.least ?? null),
    }))
    .filter(({charge}, at, all) => at === 0 || charge !== all[at - 1]?.charge);
}

/** The least that a shopper in the zone pays for shipping, in minor units; null: not known. @param value of the order, minor units. */
export function chargeFor(shipping: StoreShipping | null, zone: ZoneCode, value: number): number | null {
  let charge: number | null = null;
  for (const band of shipping?.get(zone) ?? []) {
    if (band.from > value) break;
    charge = band.charge;
  }
  return charge;
}

/**
 * The same bands, but each with the least that this band or a later one charges: what an order of this or any higher value surely brings.
 */
export const surelyCharged = (shipping: StoreShipping): StoreShipping =>
  new Map(
    [...shipping].map(([zone, bands]) => [zone, bands.map((band, at) => ({...band, charge: leastFrom(bands, at)}))]),
  );

/** The least charge of the bands from index `at` on; an unknown one counts as 0. */
const leastFrom = (bands: readonly ChargeBand[], at: number): number =>
  Math.min(...bands.slice(at).map(({charge}) => charge ?? 0));
