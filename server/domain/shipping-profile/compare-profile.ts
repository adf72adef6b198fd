// Compares the shipping profile as Shopify shows it with what the app wrote: what differs was changed by the merchant, and stays.

import type {ZoneCode} from '#domain/orders/zone.ts';
import {countriesOf, type ProfileRate} from '#domain/shipping-profile/profile-terms.ts';

/** A rate as the app wrote it, with Shopify's ids. */
export type WrittenRate = {
  readonly zone: ZoneCode;
  readonly zoneGid: string;
  readonly methodGid: string;
  readonly rateGid: string;
  readonly name: string;
  readonly method: string;
  /** Minor units of `currency`. */
  readonly price: number;
  readonly currency: string;
  /** The price that is being written over it; null: none. Its answer may have been lost. */
  readonly intended: PriceShown | null;
};

/** A price, in minor units of its currency. */
export type PriceShown = {readonly minor: number; readonly currency: string};

/** A method of a zone as Shopify shows it. */
export type ShownMethod = {
  readonly gid: string;
  /** Null: a carrier or an app calculates the price. */
  readonly rateGid: string | null;
  readonly name: string;
  readonly isActive: boolean;
  /** Whether it applies to some orders only, by their value or weight. */
  readonly hasConditions: boolean;
  readonly price: PriceShown | null;
};

export type ShownZone = {
  readonly gid: string;
  readonly name: string;
  /** Country codes; null: the rest of the world. */
  readonly countries: readonly (string | null)[];
  readonly methods: readonly ShownMethod[];
};

/** The profile as Shopify shows it. */
export type ShownProfile = {
  readonly gid: string;
  /** Rises with each change. */
  readonly version: number;
  readonly groups: readonly {
    readonly gid: string;
    readonly locations: readonly string[];
    readonly zones: readonly ShownZone[];
  }[];
};

/** What the merchant changed of a zone. `removed`: the zone is gone. `methods`: there are others, or some are switched off or limited. */
export type ZoneChange = {
  readonly zone: ZoneCode;
  readonly what: 'removed' | 'countries' | 'price' | 'methods';
  /** What Shopify shows now, for `price`. */
  readonly price: {readonly minor: number; readonly currency: string} | null;
};

/** The zones that the merchant changed; the others are as they were written. Names are the merchant's to change. */
export function findChanges(written: readonly WrittenRate[], shown: ShownProfile): readonly ZoneChange[] {
  const zones = new Map(shown.groups.flatMap((group) => group.zones.map((zone) => [zone.gid, zone] as const)));
  return written.flatMap((rate) => findChange(rate, zones.get(rate.zoneGid)) ?? []);
}

function findChange(rate: WrittenRate, shown: ShownZone | undefined): ZoneChange | null {
  const {zone} = rate;
  if (shown === undefined) return {zone, what: 'removed', price: null};
  if (!hasCountries(shown, zone)) return {zone, what: 'countries', price: null};
  const [method, ...others] = shown.methods;
  const isOurs = method?.gid === rate.methodGid && others.length === 0 && method.isActive && !method.hasConditions;
  if (!isOurs || method.price === null) return {zone, what: 'methods', price: null};
  const {minor, currency} = method.price;
  return minor === rate.price && currency === rate.currency ? null : {zone, what: 'price', price: {minor, currency}};
}

/** Whether the zone is for exactly the countries of the supplier's zone. */
const hasCountries = ({countries}: Pick<ShownZone, 'countries'>, zone: ZoneCode): boolean =>
  JSON.stringify(countries.map((code) => code ?? '').toSorted()) === JSON.stringify(countriesOf(zone));

/**
 * What the app has written, after an answer that may have been lost. A zone of the supplier that is not among the written ones counts as
 * written where the profile has one with its countries; a price where Shopify shows the planned one, or the one that was being written.
 */
export function findWritten(
  known: readonly WrittenRate[],
  planned: readonly ProfileRate[],
  shown: ShownProfile,
): readonly WrittenRate[] {
  const zones = shown.groups.flatMap((group) => group.zones);
  const taken = new Set(known.map(({zoneGid}) => zoneGid));
  const found = planned.flatMap(({zone, name, method}) => {
    if (known.some((rate) => rate.zone === zone)) return [];
    const same = zones.find((one) => !taken.has(one.gid) && hasCountries(one, zone));
    const [first] = same?.methods ?? [];
    if (same === undefined || first === undefined || first.price === null || first.rateGid === null) return [];
    const {minor: price, currency} = first.price;
    const ids = {zoneGid: same.gid, methodGid: first.gid, rateGid: first.rateGid};
    return [{zone, name, method, price, currency, ...ids, intended: null}];
  });
  return [...known.map((rate) => withShownPrice(rate, planned, zones)), ...found];
}

/** The rate with the price that Shopify shows, if the app wrote that one or was about to. */
function withShownPrice(rate: WrittenRate, planned: readonly ProfileRate[], zones: readonly ShownZone[]): WrittenRate {
  const plan = planned.find(({zone}) => zone === rate.zone);
  const shown = shownPrice(rate, zones);
  const isOf = (minor: number | undefined, currency: string | undefined) =>
    shown !== null && shown.minor === minor && shown.currency === currency;
  const isOurs = isOf(plan?.price, plan?.currency) || isOf(rate.intended?.minor, rate.intended?.currency);
  return isOurs && shown !== null ? {...rate, price: shown.minor, currency: shown.currency, intended: null} : rate;
}

/** The price that Shopify shows for a written rate; null: there is no such rate any more, or it has no price. */
export const shownPrice = (
  {zoneGid, methodGid}: Pick<WrittenRate, 'zoneGid' | 'methodGid'>,
  zones: readonly ShownZone[],
): PriceShown | null =>
  zones.find(({gid}) => gid === zoneGid)?.methods.find(({gid}) => gid === methodGid)?.price ?? null;
