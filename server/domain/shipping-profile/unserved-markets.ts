// In which markets of the store the countries are to which the supplier does not deliver: there the merchant takes them out.
import {resolveDestination} from '#domain/orders/zone.ts';

/** An active market of the store. */
export type StoreMarket = {
  readonly gid: string;
  readonly name: string;
  /** Country codes; null: it is for every country. Of a country of which it has only a part, it has the country. */
  readonly countries: readonly string[] | null;
};

export type ReadMarkets = {
  readonly markets: readonly StoreMarket[];
  /** False: the store has more markets, or one of them more regions, than were read. */
  readonly isComplete: boolean;
};

/** Whether the supplier does not deliver to the country. */
export const isUnserved = (country: string): boolean => resolveDestination(country, null).kind === 'blocked';

/** Without the countries that are served, and without the markets that have no others. */
export const unservedPart = ({markets, isComplete}: ReadMarkets): ReadMarkets => ({
  markets: markets.flatMap((market) => {
    const countries = market.countries?.filter(isUnserved) ?? null;
    return countries?.length === 0 ? [] : [{...market, countries}];
  }),
  isComplete,
});

export type UnservedMarkets = {
  /** Each with those of the countries that it has. */
  readonly markets: readonly (StoreMarket & {readonly countries: readonly string[]})[];
  /** The countries that none of them has. */
  readonly inNone: readonly string[];
};

/** The markets of these countries; a country may be in several. */
export function marketsOf(countries: readonly string[], {markets}: ReadMarkets): UnservedMarkets {
  const found = markets.flatMap((market) => {
    const own = countries.filter((country) => market.countries?.includes(country) !== false);
    return own.length === 0 ? [] : [{...market, countries: own}];
  });
  const named = new Set(found.flatMap((market) => market.countries));
  return {markets: found, inNone: countries.filter((country) => !named.has(country))};
}
