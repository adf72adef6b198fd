/** Interface document, Shipping zones and Zone resolution rules. The stand-in's own table, not shared with the app. */
export type ZoneCode = 'EU' | 'GB' | 'US' | 'JP' | 'SG' | 'AE' | 'SA' | 'QA' | 'AU' | 'CA' | 'KR';

export type Zone = {label: string; feeCents: number};

export const ZONES: Readonly<Record<ZoneCode, Zone>> = {
  EU: {label: 'European Union', feeCents: 1600},
  GB: {label: 'United Kingdom', feeCents: 3000},
  US: {label: 'United States', feeCents: 3000},
  JP: {label: 'Japan', feeCents: 3000},
  SG: {label: 'Singapore', feeCents: 3000},
  AE: {label: 'United Arab Emirates', feeCents: 3000},
  SA: {label: 'Saudi Arabia', feeCents: 3000},
  QA: {label: 'Qatar', feeCents: 3000},
  AU: {label: 'Australia', feeCents: 3500},
  CA: {label: 'Canada', feeCents: 3500},
  KR: {label: 'South Korea', feeCents: 3500},
};

/** Working days from dispatch, customs holding time excluded. */
export const TRANSIT_DAYS: Readonly<Record<ZoneCode, readonly [number, number]>> = {
  EU: [5, 7],
  GB: [5, 10],
  US: [5, 10],
  JP: [7, 14],
  SG: [7, 14],
  AE: [5, 8],
  SA: [5, 8],
  QA: [5, 8],
  AU: [7, 14],
  CA: [5, 10],
  KR: [7, 14],
};

/** "the 27 EU member states" */
export const EU_MEMBERS: readonly string[] = [
  ['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'],
  ['IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
].flat();

/**
 * The four rules, to the letter: codes are compared as written, so `gb` is not in the table. `EU` is a zone but no
 * ISO-2 code; as a country it falls back to EU like any other stranger.
 */
export function resolveZone(zone: string | undefined, country: string | undefined): ZoneCode {
  if (isZone(zone)) return zone;
  if (isZone(country)) return country;
  return 'EU';
}

export function isZone(code: string | undefined): code is ZoneCode {
  return code !== undefined && Object.hasOwn(ZONES, code);
}

/** The only countries the payment session of this zone takes an address in. */
export function countriesOf(zone: ZoneCode): readonly string[] {
  return zone === 'EU' ? EU_MEMBERS : [zone];
}
