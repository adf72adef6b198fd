// The supplier's zones that a store sells to.
import {type ZoneCode, zoneCodes, zoneFor} from '#domain/orders/zone.ts';

export type SoldZones = {
  readonly zones: readonly ZoneCode[];
  /** False: the store's countries were not read yet, so every zone counts. */
  readonly known: boolean;
};

/** @param countries ISO 3166-1 alpha-2, as Shopify states them (`shop.shipsToCountries`); null: not read yet. */
export function toSoldZones(countries: readonly string[] | null): SoldZones {
  if (countries === null) return {zones: zoneCodes, known: false};
  const sold = new Set(
    countries.flatMap((country) => {
      const destination = zoneFor(country, null);
      return destination.kind === 'zone' ? [destination.zone] : [];
    }),
  );
  return {zones: zoneCodes.filter((zone) => sold.has(zone)), known: true};
}

/** Null: the store's countries were not read yet. */
export const isSold = ({zones, known}: SoldZones, zone: ZoneCode): boolean | null =>
  known ? zones.includes(zone) : null;

export function zonesNote({zones, known}: SoldZones): string {
  if (!known) {
    return 'Shopify was not asked yet which countries the store sells to, so the fee of every zone counts. The next run asks.';
  }
  if (zones.length === 0) return 'The store sells to no country the supplier delivers to, so no shipping fee counts.';
  return `The store sells to these zones: ${zones.join(', ')}. The supplier’s shipping fee of each is counted for one piece; what the shopper pays for shipping is not.`;
}
