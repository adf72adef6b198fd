// A territory has one outcome, however the buyer or the store writes it; and no address of the mainland is taken for one.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {resolveDestination} from '#domain/orders/zone.ts';
import {territoryTable as table, type Way} from './territory-table.ts';

const outcomeOf = (...way: Way): string => {
  const destination = resolveDestination(...way);
  if (destination.kind !== 'zone') return destination.kind;
  if (destination.warning === null) return destination.zone;
  return destination.warning.includes('VAT') ? 'VAT' : 'incomplete';
};

/** The same postcode as people and systems write it. */
const spellings = (country: string): fc.Arbitrary<(postcode: string) => string> =>
  fc.constantFrom<((postcode: string) => string)[]>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => ` ${text}\u00a0`,
    (text) => text.replaceAll(/[ -]/g, ''),
    (text) => text.replaceAll(/[ -]/g, '').split('').join(' '),
    (text) => text.replace(/^(.{2})/, '$1-'),
    (text) => text.replaceAll(/[0-9A-Za-z]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
    (text) => `${text.slice(0, 2)}\u200b${text.slice(2)}`,
    (text) => (/^\d/.test(text) || country === 'GB' ? `${country}-${text}` : text),
    (text) => (/^\d/.test(text) ? `${country.slice(0, 1)}-${text}` : text),
    (text) => (/^\d/.test(text) || country === 'GB' ? `${country} ${text}` : text),
  );

describe('a territory', () => {
  test.each(table)('%s: %s, in every way it is written', (_what, outcome, ways) => {
    expect(ways.map((way) => outcomeOf(...way))).toEqual(ways.map(() => outcome));
  });

  test('is the same with its postcode in any spelling', () => {
    const written = table.flatMap(([, outcome, ways]) =>
      ways.flatMap(([country, , postcode]) => (postcode === null ? [] : [{country, outcome, postcode}])),
    );
    const spelt = fc.constantFrom(...written).chain((one) => spellings(one.country).map((spell) => ({...one, spell})));
    fc.assert(
      fc.property(spelt, ({country, outcome, postcode, spell}) => {
        expect([country, spell(postcode), outcomeOf(country, null, spell(postcode))]).toEqual([
          country,
          spell(postcode),
          outcome,
        ]);
      }),
      {numRuns: 1_000},
    );
  });

  test.each<[Way, string]>([
    [
      ['FR', null, '97300'],
      'By its postcode, the address is in French Guiana (GF), and the supplier does not deliver there. Nothing was sent.',
    ],
    [
      ['FR', 'FR-972', null],
      'The address is in Martinique (MQ), and the supplier does not deliver there. Nothing was sent.',
    ],
    [['JE', null, null], 'The supplier does not deliver to Jersey (JE). Nothing was sent.'],
    [['US', 'PR', null], 'The address is in Puerto Rico (PR); ask the supplier before sending.'],
    [['US', 'FL', '34055'], "By its postcode, the address is US forces' mail (AA); ask the supplier before sending."],
    [
      ['GB', null, 'BFPO 105'],
      "By its postcode, the address is British forces' mail (BFP); ask the supplier before sending.",
    ],
  ])('%j says what it is', (way, reason) => {
    expect(resolveDestination(...way)).toMatchObject({reason});
  });

  test('is named, and its postcode is not: the sentence is stored', () => {
    for (const [, , ways] of table) {
      for (const [country, province, postcode] of ways) {
        if (postcode !== null)
          expect(JSON.stringify(resolveDestination(country, province, postcode))).not.toContain(postcode);
      }
    }
  });

  test('held or warned keeps the zone of its country, for when the merchant sends it', () => {
    expect(resolveDestination('US', null, '00901')).toMatchObject({zone: 'US'});
    expect(resolveDestination('PR', null, null)).toMatchObject({zone: 'US'});
    expect(resolveDestination('GB', null, 'BF1 2AA')).toMatchObject({zone: 'GB'});
    expect(resolveDestination('DE', null, '27498')).toMatchObject({zone: 'EU'});
  });
});

/** Towns next to a territory's range, with its digits elsewhere, or whose province is the code of a territory of another country. */
const mainland: readonly [zone: string, country: string, postcodes: string][] = [
  ['EU', 'FR', '01000 06000 13001 20000 20200 33000 59000 69002 75001 75116 95000 96000 09700 09800'],
  ['EU', 'ES', '01001 03500 07001 08001 28013 33500 34001 36001 37001 39001 41001 50001 03580 15380'],
  ['EU', 'IT', '00100 00118 00144 20121 22060 22062 23030 23042 47838 47900 47921 98122 90121'],
  ['EU', 'DE', '01067 10115 22100 27497 27499 27568 78224 78262 78267 80331 97070 98527 99084'],
  ['EU', 'FI', '00100 02100 21100 20100 23500 32200 92200'],
  ['EU', 'DK', '1050 2100 3700 3790 4000 8000 9990'],
  ['EU', 'GR', '10431 54621 63075 63085 63088 63100'],
  ['EU', 'IE', 'D02AF30 A65F4E2 T12XY00'],
  ['EU', 'AT', '1010 6691 9720'],
  ['EU', 'BE', '1000 9700 9800'],
  [
    'GB',
    'GB',
    'BT1|5GS BT92|0AA SW1A|1AA M1|1AE LS1|4AP EC1A|1BB B33|8TH CR2|6XH DN55|1PT GU1|1AA IP1|1AA IV1|1AA G1|1AA GL1|1AA JE',
  ],
  [
    'US',
    'US',
    '00501 01001 02108 06390 10001 33101 33999 34101 43004 90210 96161 96701 96813 96898 97001 98101 99501 10001-0900',
  ],
  ['AU', 'AU', '0800 2000 2898 2900 6000 6797 6800 7000'],
  ['JP', 'JP', '460-0001 970-8026 980-0014'],
  ['CA', 'CA', 'K1A0B6 V6B4Y8'],
  ['KR', 'KR', '00901 03045 35001'],
  ['AE', 'AE', '00000'],
];

describe('an address of the mainland', () => {
  test.each(mainland)('in the zone %s: %s', (zone, country, postcodes) => {
    for (const postcode of postcodes.replaceAll('|', ' ').split(country === 'GB' ? / (?=[A-Z])/ : ' ')) {
      const known = postcode === 'JE' ? 'incomplete' : zone;
      expect([postcode, outcomeOf(country, null, postcode)]).toEqual([postcode, known]);
    }
  });

  test.each<Way>([
    ['IT', 'VA', '21100'],
    ['IT', 'PR', '43121'],
    ['IT', 'SM', null],
    ['IE', null, null],
    ['IE', 'D', ''],
    ['GB', 'NIR', 'BT1 5GS'],
    ['US', 'CA', null],
    ['FR', null, ' '],
  ])('%j is served without a word', (...way) => {
    expect(resolveDestination(...way)).toMatchObject({kind: 'zone', warning: null});
  });

  test.each<Way>([
    // Benidorm's 03500 without its zero, and other postcodes that lost or gained a sign.
    ['ES', 'A', '3500'],
    ['ES', null, '350010'],
    ['FR', null, '9711'],
    ['US', null, '901'],
    ['US', 'NY', '9012'],
    ['DE', null, '2749'],
    ['FI', null, '2210'],
    ['GB', null, 'JE2'],
    ['GB', null, '97110'],
    ['IT', null, '23O41'],
  ])('%j is not complete: it is sent with a warning, and not taken for a territory', (...way) => {
    const {country, province} = {country: way[0], province: way[1]};
    const plain = resolveDestination(country, province, null);
    expect(resolveDestination(...way)).toEqual({...plain, warning: expect.stringContaining('is not complete')});
  });

  test('never becomes a territory by a postcode that is not complete', () => {
    const countries = fc.constantFrom('ES', 'FR', 'IT', 'DE', 'FI', 'GR');
    const short = fc.stringMatching(/^[0-9]{1,4}$|^[0-9]{6,8}$/);
    fc.assert(
      fc.property(countries, short, (country, postcode) => {
        expect([postcode, outcomeOf(country, null, postcode)]).toEqual([postcode, 'incomplete']);
      }),
    );
  });
});
