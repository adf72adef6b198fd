// The table of territories that an address may state as part of a country although the supplier does not serve them, may not serve them,
// or they are taxed differently. Sources: ISO 3166-1 and -2; Shopify's province codes; the postal services' postcode ranges; for VAT:
// https://taxation-customs.ec.europa.eu/territorial-status-eu-countries-and-certain-territories_en
import {isCompletePostcode, toPostcode} from '#domain/destinations/postcode.ts';

export type Territory = {
  /** `blocked`: not served. `held`: the merchant asks the supplier first. `warned`: the order is sent, with a warning about import tax. */
  readonly outcome: 'blocked' | 'held' | 'warned';
  /** ISO 3166-1 code of the country that an address may state for the territory, and whose zone is used. */
  readonly country: string;
  /** The territory's own ISO 3166-1 code. */
  readonly code?: string;
  /** The words after "the address is" in texts, for a territory without a code of its own. */
  readonly is?: string;
  /** Codes of the country's provinces, without the country. */
  readonly provinces?: readonly string[];
  /** Matches the territory's complete postcodes as `toPostcode` writes them (postcode.ts). */
  readonly postcodes?: RegExp;
};

/** How an address in the territory is recognised, and how the territory is called. */
type TerritoryMarks = Omit<Territory, 'outcome' | 'country'>;

/** Gives the same outcome and country to several territories. */
const territoriesWith = (
  outcome: Territory['outcome'],
  country: string,
  ways: readonly TerritoryMarks[],
): readonly Territory[] => ways.map((way) => ({outcome, country, ...way}));

const outsideVatText = (country: string): string => `in a part of ${country} outside the EU's VAT area`;

/** If two territories match the same postcode, the first one counts. */
export const territories: readonly Territory[] = [
  ...territoriesWith('blocked', 'GB', [
    {code: 'JE', postcodes: /^JE/},
    {code: 'GG', postcodes: /^GY/},
    {code: 'IM', postcodes: /^IM/},
    {code: 'GI', postcodes: /^GX/},
    {code: 'FK', postcodes: /^FIQQ/},
    {code: 'GS', postcodes: /^SIQQ/},
    {code: 'IO', postcodes: /^BBND/},
    {code: 'PN', postcodes: /^PCRN/},
    {code: 'SH', postcodes: /^(?:ASCN|STHL|TDCU)/},
    {code: 'TC', postcodes: /^TKCA/},
  ]),
  ...territoriesWith('held', 'GB', [{is: "British forces' mail (BFP)", provinces: ['BFP'], postcodes: /^BF/}]),
  ...territoriesWith('blocked', 'FR', [
    {code: 'BL', provinces: ['BL', '977'], postcodes: /^(?:97133|977)/},
    {code: 'MF', provinces: ['MF', '978'], postcodes: /^(?:97150|978)/},
    {code: 'GP', provinces: ['GP', '971'], postcodes: /^971/},
    {code: 'MQ', provinces: ['MQ', '972'], postcodes: /^972/},
    {code: 'GF', provinces: ['GF', '973'], postcodes: /^973/},
    {code: 'RE', provinces: ['RE', '974'], postcodes: /^974/},
    {code: 'PM', provinces: ['PM', '975'], postcodes: /^975/},
    {code: 'YT', provinces: ['YT', '976'], postcodes: /^976/},
    {code: 'MC', postcodes: /^980/},
    {code: 'TF', provinces: ['TF', '984'], postcodes: /^984/},
    {code: 'WF', provinces: ['WF', '986'], postcodes: /^986/},
    {code: 'PF', provinces: ['PF', '987'], postcodes: /^987/},
    {code: 'NC', provinces: ['NC', '988'], postcodes: /^988/},
    {is: 'in a French territory overseas', postcodes: /^9[78]/},
  ]),
  ...territoriesWith('held', 'FR', [{is: "French forces' mail", postcodes: /^00/}]),
  ...territoriesWith('blocked', 'FI', [{code: 'AX', provinces: ['AX', '01'], postcodes: /^22/}]),
  ...territoriesWith('blocked', 'DK', [{code: 'GL', postcodes: /^39/}]),
  ...territoriesWith('blocked', 'IT', [
    {code: 'SM', postcodes: /^4789/},
    {code: 'VA', postcodes: /^00120/},
  ]),
  ...territoriesWith('blocked', 'AU', [
    {code: 'NF', postcodes: /^2899/},
    {code: 'CX', postcodes: /^6798/},
    {code: 'CC', postcodes: /^6799/},
  ]),
  // An address states these as US states, but the supplier's "United States" may not include them.
  ...territoriesWith('held', 'US', [
    {code: 'PR', provinces: ['PR'], postcodes: /^00[679]/},
    {code: 'VI', provinces: ['VI'], postcodes: /^008/},
    {code: 'AS', provinces: ['AS'], postcodes: /^96799/},
    {code: 'PW', provinces: ['PW'], postcodes: /^969(?:39|40)/},
    {code: 'FM', provinces: ['FM'], postcodes: /^9694[1-4]/},
    {code: 'MP', provinces: ['MP'], postcodes: /^9695[0-2]/},
    {code: 'MH', provinces: ['MH'], postcodes: /^969[67]/},
    {code: 'GU', provinces: ['GU'], postcodes: /^969/},
    {is: "US forces' mail (AA)", provinces: ['AA'], postcodes: /^340/},
    {is: "US forces' mail (AE)", provinces: ['AE'], postcodes: /^09/},
    {is: "US forces' mail (AP)", provinces: ['AP'], postcodes: /^96[2-6]/},
  ]),
  // The Canary Islands, Ceuta and Melilla; Livigno and Campione d'Italia; Helgoland and Büsingen; Mount Athos.
  ...territoriesWith('warned', 'ES', [
    {is: outsideVatText('Spain'), provinces: ['GC', 'TF', 'CE', 'ML'], postcodes: /^(?:35|38|51|52)/},
  ]),
  ...territoriesWith('warned', 'IT', [{is: outsideVatText('Italy'), postcodes: /^(?:23041|22061)/}]),
  ...territoriesWith('warned', 'DE', [{is: outsideVatText('Germany'), postcodes: /^(?:27498|78266)/}]),
  ...territoriesWith('warned', 'GR', [{is: outsideVatText('Greece'), postcodes: /^6308[67]/}]),
];

/** The outcomes, the gravest last. */
const severity = ['warned', 'held', 'blocked'] as const satisfies readonly Territory['outcome'][];

/** The territory, and whether the country code, the province or the postcode shows it. */
type FoundTerritory = {readonly territory: Territory; readonly by: 'code' | 'province' | 'postcode'};

/** The territory an address is in, and what shows it: `by`. If several match, the one with the gravest outcome; null: none. */
export function findTerritory(
  country: string,
  province: string | null,
  postcode: string | null,
): FoundTerritory | null {
  const zone = (province ?? '').trim().toUpperCase().replace(`${country}-`, '');
  const code = toPostcode(country, postcode);
  const isComplete = isCompletePostcode(country, code);
  const here = territories.filter((territory) => territory.country === country);
  const own = territories.find((territory) => territory.code === country);
  const byProvince = here.find(({provinces}) => provinces?.includes(zone));
  const byPostcode = isComplete ? here.find(({postcodes}) => postcodes?.test(code)) : undefined;
  const found: readonly FoundTerritory[] = [
    ...(own === undefined ? [] : [{territory: own, by: 'code'} as const]),
    ...(byProvince === undefined ? [] : [{territory: byProvince, by: 'province'} as const]),
    ...(byPostcode === undefined ? [] : [{territory: byPostcode, by: 'postcode'} as const]),
  ];
  const grave = ({territory}: FoundTerritory): number => severity.indexOf(territory.outcome);
  return found.toSorted((one, other) => grave(other) - grave(one))[0] ?? null;
}
