// The supplier's zones that a store sells to.
import {resolveDestination, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';

export type SoldZones = {
  /** The zones with a country that the store sells to. */
  readonly zones: readonly ZoneCode[];
  /** Whether the store's countries were read; false: not yet, so `zones` has all zones. */
  readonly known: boolean;
};

/** The zones of a store's countries. @param countries ISO 3166-1 alpha-2 codes (`shop.shipsToCountries`); null: not read yet. */
export function toSoldZones(countries: readonly string[] | null): SoldZones {
  if (countries === null) return {zones: zoneCodes, known: false};
  const sold = new Set(
    countries.flatMap((country) => {
      const destination = resolveDestination(country, null);
      return destination.kind === 'zone' ? [destination.zone] : [];
    }),
  );
  return {zones: zoneCodes.filter((zone) => sold.has(zone)), known: true};
}

/** Whether the store sells to the zone; null: its countries were not read yet. */
export const isZoneSold = ({zones, known}: SoldZones, zone: ZoneCode): boolean | null =>
  known ? zones.includes(zone) : null;

/** The sentence for the merchant about which zones count. */
export function soldZonesNote({zones, known}: SoldZones): string {
  if (!known) {
    return 'Shopify was not asked yet which countries the store sells to, so the fee of every zone counts. The next update asks.';
  }
  if (zones.length === 0) return 'The store sells to no country the supplier delivers to, so no shipping fee counts.';
  return `The store sells to these zones: ${zones.join(', ')}. The supplier’s shipping fee of each is counted for one piece.`;
}
