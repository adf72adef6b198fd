// Markets: groups of countries that a store sells to. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/Market

export type MarketRecord = {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  /** Null: the market is for every country. */
  readonly countries: readonly string[] | null;
  /** Parts of countries, such as {country: 'NO', code: 'NO-50'}. */
  readonly subdivisions: readonly {readonly country: string; readonly code: string}[];
};

const names = new Intl.DisplayNames('en', {type: 'region'});
export const countryName = (code: string): string => names.of(code) ?? code;

type MarketHolder = {
  readonly id: number;
  /** Null: the merchant has not changed them. */
  readonly markets: readonly MarketRecord[] | null;
  readonly settings: {readonly countryCode: string; readonly shipsTo: readonly string[]};
};

/** Until the merchant makes others: one for the store's own country, and "International" for all others that it sells to. */
export function marketsOf({id, markets, settings}: MarketHolder): readonly MarketRecord[] {
  if (markets !== null) return markets;
  const {countryCode: home, shipsTo} = settings;
  const others = shipsTo.filter((code) => code !== home);
  const part = {isActive: true, subdivisions: []};
  return [
    ...(shipsTo.includes(home) ? [{...part, id: id + 2, name: countryName(home), countries: [home]}] : []),
    ...(others.length > 0 ? [{...part, id: id + 3, name: 'International', countries: others}] : []),
  ];
}
