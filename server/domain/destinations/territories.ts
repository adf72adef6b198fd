// Territories that an address may state as part of a country, but that the supplier does not serve, or may not serve, or that are taxed
// differently: one table of the codes and postcodes that identify them. Sources: ISO 3166-1 and -2; Shopify's province codes; the postal
// services' postcode ranges; for VAT:
// https://taxation-customs.ec.europa.eu/territorial-status-eu-countries-and-certain-territories_en
import {isCompletePostcode, toPostcode} from '#domain/destinations/postcode.ts';

export type Territory = {
  /** Blocked: not served. Held: the merchant asks the supplier first. Warned: sent, but taxed otherwise. */
  readonly outcome: 'blocked' | 'held' | 'warned';
  /** ISO 3166-1 code of the country in whose name it may be addressed, and by whose zone it is sent. */
  readonly country: string;
  /** Its own ISO 3166-1 code. */
  readonly code?: string;
  /** What follows "the address is", if it has no code of its own. */
  readonly is?: string;
  /** Codes of the country's provinces, without the country. */
  readonly provinces?: readonly string[];
  /** Of complete postcodes without blanks: postcode.ts. */
  readonly postcodes?: RegExp;
};

type Ways = Omit<Territory, 'outcome' | 'country'>;

const all = (outcome: Territory['outcome'], country: string, ways: readonly Ways[]): readonly Territory[] =>
  ways.map((way) => ({outcome, country, ...way}));

const noVat = (country: string): string => `in a part of ${country} outside the EU's VAT area`;

/** Of two rows that the same postcode matches, the first counts. */
export const territories: readonly Territory[] = [
  ...all('blocked', 'GB', [
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
  ...all('held', 'GB', [{is: "British forces' mail (BFP)", provinces: ['BFP'], postcodes: /^BF/}]),
  ...all('blocked', 'FR', [
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
  ...all('held', 'FR', [{is: "French forces' mail", postcodes: /^00/}]),
  ...all('blocked', 'FI', [{code: 'AX', provinces: ['AX', '01'], postcodes: /^22/}]),
  ...all('blocked', 'DK', [{code: 'GL', postcodes: /^39/}]),
  ...all('blocked', 'IT', [
    {code: 'SM', postcodes: /^4789/},
    {code: 'VA', postcodes: /^00120/},
  ]),
  ...all('blocked', 'AU', [
    {code: 'NF', postcodes: /^2899/},
    {code: 'CX', postcodes: /^6798/},
    {code: 'CC', postcodes: /^6799/},
  ]),
  // Addressed as US provinces, but perhaps not in the supplier's "United States".
  ...all('held', 'US', [
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
  ...all('warned', 'ES', [{is: noVat('Spain'), provinces: ['GC', 'TF', 'CE', 'ML'], postcodes: /^(?:35|38|51|52)/}]),
  ...all('warned', 'IT', [{is: noVat('Italy'), postcodes: /^(?:23041|22061)/}]),
  ...all('warned', 'DE', [{is: noVat('Germany'), postcodes: /^(?:27498|78266)/}]),
  ...all('warned', 'GR', [{is: noVat('Greece'), postcodes: /^6308[67]/}]),
];

const severity = ['warned', 'held', 'blocked'] as const satisfies readonly Territory['outcome'][];

type Found = {readonly territory: Territory; readonly by: 'code' | 'province' | 'postcode'};

/** The territory an address is in, and what shows it; of several the one with the gravest outcome. Null where it is in none. */
export function findTerritory(country: string, province: string | null, postcode: string | null): Found | null {
  const zone = (province ?? '').trim().toUpperCase().replace(`${country}-`, '');
  const code = toPostcode(country, postcode);
  const isComplete = isCompletePostcode(country, code);
  const here = territories.filter((territory) => territory.country === country);
  const own = territories.find((territory) => territory.code === country);
  const byProvince = here.find(({provinces}) => provinces?.includes(zone));
  const byPostcode = isComplete ? here.find(({postcodes}) => postcodes?.test(code)) : undefined;
  const found: readonly Found[] = [
    ...(own === undefined ? [] : [{territory: own, by: 'code'} as const]),
    ...(byProvince === undefined ? [] : [{territory: byProvince, by: 'province'} as const]),
    ...(byPostcode === undefined ? [] : [{territory: byPostcode, by: 'postcode'} as const]),
  ];
  const grave = ({territory}: Found): number => severity.indexOf(territory.outcome);
  return found.toSorted((one, other) => grave(other) - grave(one))[0] ?? null;
}
