// Country to shipping zone, as the supplier maps it (interface document, "Shipping zones" and "Zone resolution rules"), except: a country
// outside the table would fall back to EU and be refused at payment, so it is blocked here; US territories and forces' mail are held.

export type Zone = {
  readonly code: ZoneCode;
  /** Shipping fee per dropship order, euro cents; used if `a=stock` does not state the zone. */
  readonly fee: number;
  readonly deliversTo: string;
  /** Working days from dispatch, customs holding time excluded. */
  readonly transit: string;
};

export const zoneCodes = ['EU', 'GB', 'US', 'JP', 'SG', 'AE', 'SA', 'QA', 'AU', 'CA', 'KR'] as const;
export type ZoneCode = (typeof zoneCodes)[number];

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
export function feeOf(stock: StatedFees, zone: ZoneCode): number {
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

/** US territories, Pacific states and military mail: addressed as US provinces, but perhaps not in the supplier's "United States". */
const usOutlying = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP']);
/** Canaries, Ceuta, Melilla: no EU VAT. https://taxation-customs.ec.europa.eu/territorial-status-eu-countries-and-certain-territories_en */
const spanishOutsideVat = new Set(['GC', 'TF', 'CE', 'ML']);

export type Destination =
  | {readonly kind: 'zone'; readonly zone: ZoneCode; readonly warning: string | null}
  | {readonly kind: 'blocked'; readonly reason: string}
  | {readonly kind: 'held'; readonly reason: string};

/** @param country ISO 3166-1 alpha-2. @param province Shopify's province code, if the country has provinces. */
export function zoneFor(country: string, province: string | null): Destination {
  const zone = euMembers.some((member) => member === country) ? 'EU' : ownZone(country);
  if (zone === null) {
    return {kind: 'blocked', reason: `The supplier does not deliver to ${countryName(country)}. Nothing was sent.`};
  }
  if (country === 'US' && province !== null && usOutlying.has(province)) {
    return {
      kind: 'held',
      reason: `The address is a US territory or forces' mail (${province}); ask the supplier before sending.`,
    };
  }
  if (country === 'GB' && province === 'BFP') {
    return {kind: 'held', reason: "The address is British forces' mail (BFP); ask the supplier before sending."};
  }
  const outsideVat = country === 'ES' && province !== null && spanishOutsideVat.has(province);
  return {
    kind: 'zone',
    zone,
    warning: outsideVat
      ? "This Spanish province is outside the EU's VAT area: import tax may be due on delivery."
      : null,
  };
}

/** The zone with the country's own code; "EU" is a zone but not a country. */
function ownZone(country: string): ZoneCode | null {
  return zoneCodes.find((code) => code === country && code !== 'EU') ?? null;
}

const names = new Intl.DisplayNames('en', {type: 'region', fallback: 'code'});
/** Withdrawn codes that Shopify still lists. Intl would name them after one of their successor countries. */
const withdrawn: Readonly<Record<string, string>> = {AN: 'Netherlands Antilles'};

/** "Norway (NO)". An unknown code is returned unchanged; a malformed one is cut to 20 characters and quoted, without control characters. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code))
    return `"${code
      .slice(0, 20)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')}"`;
  const name = withdrawn[code] ?? names.of(code);
  return name === undefined || name === code ? code : `${name} (${code})`;
}
