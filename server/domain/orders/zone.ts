// Maps a destination to a shipping zone as the supplier does (interface document, "Shipping zones" and "Zone resolution rules"), but blocks
// a country outside the table, which the supplier would treat as EU and refuse at payment. Territories have a table of their own.
import {isBrokenPostcode} from '#domain/destinations/postcode.ts';
import {findTerritory} from '#domain/destinations/territories.ts';
import {countryName, inSentence} from '#domain/words/country-names.ts';

/** One shipping zone of the supplier. */
export type Zone = {
  readonly code: ZoneCode;
  /** Shipping fee per dropship order, euro cents; used if `a=stock` does not state the zone. */
  readonly fee: number;
  /** The zone's countries, in words. */
  readonly deliversTo: string;
  /** Working days from dispatch, customs holding time excluded. */
  readonly transit: string;
};

export const zoneCodes = ['EU', 'GB', 'US', 'JP', 'SG', 'AE', 'SA', 'QA', 'AU', 'CA', 'KR'] as const;
export type ZoneCode = (typeof zoneCodes)[number];

/** The zones with their fees and transit times, by code (interface document, "Shipping zones"). */
export const zones: Readonly<Record<ZoneCode, Zone>> = {
  EU: {code: 'EU', fee: 1600, deliversTo: 'the 27 EU member states', transit: '5–7'},
  GB: {code: 'GB', fee: 3000, deliversTo: 'United Kingdom', transit: '5–10'},
  US: {code: 'US', fee: 3000, deliversTo: 'United States', transit: '5–10'},
  JP: {code: 'JP', fee: 3000, deliversTo: 'Japan', transit: '7–14'},
  SG: {code: 'SG', fee: 3000, deliversTo: 'Singapore', transit: '7–14'},
  AE: {code: 'AE', fee: 3000, deliversTo: 'United Arab Emirates', transit: '5–8'},
  SA: {code: 'SA', fee: 3000, deliversTo: 'Saudi Arabia', transit: '5–8'},
  QA: {code: 'QA', fee: 3000, deliversTo: 'Qatar', transit: '5–8'},
  AU: {code: 'AU', fee: 3500, deliversTo: 'Australia', transit: '7–14'},
  CA: {code: 'CA', fee: 3500, deliversTo: 'Canada', transit: '5–10'},
  KR: {code: 'KR', fee: 3500, deliversTo: 'South Korea', transit: '7–14'},
};

type StatedFees = {readonly shipping: Readonly<Record<string, {readonly fee: number}>>};

/** The fee of one dropship order in euro cents: from `a=stock` if it states the zone, else from the table. */
export function shippingFee(stock: StatedFees, zone: ZoneCode): number {
  const stated = stock.shipping[zone]?.fee ?? -1;
  return stated >= 0 ? stated : zones[zone].fee;
}

/** ISO 3166-1 alpha-2 codes of the member states. https://european-union.europa.eu/principles-countries-history/eu-countries_en */
export const euMembers = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

/** Whether an address can be delivered to. `held`: the merchant asks the supplier first. */
export type Destination =
  | {readonly kind: 'zone'; readonly zone: ZoneCode; readonly warning: string | null}
  | {readonly kind: 'blocked'; readonly reason: string}
  | {readonly kind: 'held'; readonly zone: ZoneCode; readonly reason: string};

/**
 * Whether and in which zone the supplier delivers to an address. `reason` and `warning` do not repeat the postcode.
 * @param country ISO 3166-1 alpha-2. @param province Shopify's province code, if the country has provinces.
 * @param postcode As the buyer wrote it; null or left out: not known.
 */
export function resolveDestination(
  country: string,
  province: string | null,
  postcode: string | null = null,
): Destination {
  const found = findTerritory(country, province, postcode);
  const zone = zoneOfCountry(found?.territory.country ?? country);
  if (zone === null || (found?.by === 'code' && found.territory.outcome === 'blocked')) {
    return {
      kind: 'blocked',
      reason: `The supplier does not deliver to ${inSentence(country, countryName(country))}. Nothing was sent.`,
    };
  }
  if (found === null)
    return {kind: 'zone', zone, warning: isBrokenPostcode(country, postcode) ? brokenPostcodeWarning : null};
  const {territory, by} = found;
  const {outcome, code, is = `in ${inSentence(code ?? '', countryName(code ?? ''))}`} = territory;
  const where = `${by === 'postcode' ? 'By its postcode, the' : 'The'} address is ${is}`;
  if (outcome === 'blocked') {
    return {kind: 'blocked', reason: `${where}, and the supplier does not deliver there. Nothing was sent.`};
  }
  if (outcome === 'held') return {kind: 'held', zone, reason: `${where}; ask the supplier before sending.`};
  return {kind: 'zone', zone, warning: `${where}: import tax may be due on delivery.`};
}

const brokenPostcodeWarning =
  'The postcode of the address is not complete, so it does not show whether the address is in a territory that the supplier serves differently. Look at it before you pay.';

/** The zone of a country; null: the supplier does not deliver there. */
const zoneOfCountry = (country: string): ZoneCode | null =>
  euMembers.some((member) => member === country) ? 'EU' : zoneWithCode(country);

/** The zone with the country's own code; "EU" is a zone but not a country. */
function zoneWithCode(country: string): ZoneCode | null {
  return zoneCodes.find((code) => code === country && code !== 'EU') ?? null;
}
