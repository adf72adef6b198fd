// Every country of the world has one answer: its zone, or "blocked" with its name. Nothing falls back to the EU.
import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {euMembers, resolveDestination, type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import {countryName} from '#domain/words/country-names.ts';

// Written out here once more, from the interface document's table and the treaties, so that the code is not its own witness.
const unionMembers = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
const ownZones = 'GB US JP SG AE SA QA AU CA KR'.split(' ');
/** Asked about first, like the same places addressed as US provinces. Shopify knows none of them as a country. */
const usTerritories = new Set('PR GU VI AS MP FM MH PW'.split(' '));
const served = new Set([...unionMembers, ...ownZones]);

const Schema = z.object({
  data: z.object({
    __schema: z.object({
      types: z.array(z.object({name: z.string(), enumValues: z.array(z.object({name: z.string()})).nullish()})),
    }),
  }),
});

function shopifyCountries(): readonly string[] {
  const packed = readFileSync('node_modules/@shopify/dev-mcp/dist/data/admin_2026-10.json.gz');
  const schema = Schema.parse(JSON.parse(gunzipSync(packed).toString('utf8')));
  const codes = schema.data.__schema.types.find(({name}) => name === 'CountryCode')?.enumValues ?? [];
  return codes.map(({name}) => name);
}

const letters = 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z'.split(' ');
const names = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'});
const isoCountries = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => names.of(code) !== undefined);

describe.each([
  ['Shopify knows', shopifyCountries(), 240],
  ['ISO 3166 knows', isoCountries, 249],
  ['two letters can spell', letters.flatMap((first) => letters.map((second) => first + second)), 676],
])('of all countries %s', (_who, countries, atLeast) => {
  test('exactly the 27 member states and the ten of the table have a zone', () => {
    expect(countries.length).toBeGreaterThanOrEqual(atLeast);
    const zoned = countries.filter((code) => resolveDestination(code, null).kind === 'zone');
    expect(zoned.toSorted()).toEqual([...served].toSorted());
  });

  test('every other one is blocked, and the reason names it', () => {
    const others = countries.filter((code) => !served.has(code) && !usTerritories.has(code));
    for (const code of others) {
      expect(resolveDestination(code, null)).toEqual({
        kind: 'blocked',
        reason: expect.stringContaining(countryName(code)),
      });
      expect(countryName(code)).toContain(code);
    }
  });
});

test('each member state is in the zone EU, each country of the table in its own', () => {
  for (const code of unionMembers)
    expect(resolveDestination(code, null)).toEqual({kind: 'zone', zone: 'EU', warning: null});
  for (const code of ownZones)
    expect(resolveDestination(code, null)).toEqual({kind: 'zone', zone: code, warning: null});
  expect([...euMembers].toSorted()).toEqual(unionMembers.toSorted());
});

test.each([
  ['NO', 'Norway (NO)'],
  ['CH', 'Switzerland (CH)'],
  ['AX', 'the Åland Islands (AX)'],
  ['GP', 'Guadeloupe (GP)'],
  ['RE', 'Réunion (RE)'],
  ['MC', 'Monaco (MC)'],
  ['IM', 'the Isle of Man (IM)'],
  ['JE', 'Jersey (JE)'],
  ['XK', 'Kosovo (XK)'],
  // Still on Shopify's list; the islands have other codes since 2010, and must not be named as one of them.
  ['AN', 'the Netherlands Antilles (AN)'],
  ['EU', 'the European Union (EU)'],
])('%s is blocked as %s', (code, name) => {
  expect(resolveDestination(code, null)).toEqual({
    kind: 'blocked',
    reason: `The supplier does not deliver to ${name}. Nothing was sent.`,
  });
});

test.each(['', 'de', 'DEU', 'Germany', '__proto__', 'D\u0000', '\ud83d', 'x'.repeat(10_000)])(
  '%j is no country, and the reason stays short and readable',
  (code) => {
    const destination = resolveDestination(code, null);
    if (destination.kind !== 'blocked') throw new Error(destination.kind);
    expect(destination.reason.length).toBeLessThan(100);
    expect(destination.reason).not.toMatch(/\p{Cc}/u);
    expect(destination.reason.isWellFormed()).toBe(true);
  },
);

describe('provinces', () => {
  test.each('PR GU VI AS MP FM MH PW AA AE AP'.split(' '))('US %s is held for the merchant, and named', (province) => {
    expect(resolveDestination('US', province)).toEqual({
      kind: 'held',
      zone: 'US',
      reason: expect.stringContaining(`(${province})`),
    });
  });

  test.each('CA NY AK HI DC TX'.split(' '))('US %s is the United States', (province) => {
    expect(resolveDestination('US', province)).toEqual({kind: 'zone', zone: 'US', warning: null});
  });

  test('British forces are held', () => {
    expect(resolveDestination('GB', 'BFP')).toEqual({kind: 'held', zone: 'GB', reason: expect.stringContaining('BFP')});
  });

  test.each('ENG SCT WLS NIR'.split(' '))('GB %s is the United Kingdom', (province) => {
    expect(resolveDestination('GB', province)).toEqual({kind: 'zone', zone: 'GB', warning: null});
  });

  test.each('GC TF CE ML'.split(' '))('ES %s is sent with a warning about import tax', (province) => {
    expect(resolveDestination('ES', province)).toEqual({
      kind: 'zone',
      zone: 'EU',
      warning: expect.stringContaining('VAT'),
    });
  });

  test.each('M B PM'.split(' '))('ES %s is sent without one', (province) => {
    expect(resolveDestination('ES', province)).toEqual({kind: 'zone', zone: 'EU', warning: null});
  });

  test('a province counts only in its own country', () => {
    expect(resolveDestination('IT', 'PR')).toEqual({kind: 'zone', zone: 'EU', warning: null});
    expect(resolveDestination('CA', 'AA').kind).toBe('zone');
    expect(resolveDestination('US', 'BFP').kind).toBe('zone');
    expect(resolveDestination('AE', 'AE').kind).toBe('zone');
    expect(resolveDestination('NO', 'PR').kind).toBe('blocked');
  });
});

test.each<[ZoneCode, number, string]>([
  ['EU', 1600, '5–7'],
  ['GB', 3000, '5–10'],
  ['US', 3000, '5–10'],
  ['JP', 3000, '7–14'],
  ['SG', 3000, '7–14'],
  ['AE', 3000, '5–8'],
  ['SA', 3000, '5–8'],
  ['QA', 3000, '5–8'],
  ['AU', 3500, '7–14'],
  ['CA', 3500, '5–10'],
  ['KR', 3500, '7–14'],
])('zone %s costs %i cents and takes %s working days', (code, fee, transit) => {
  expect(zones[code]).toMatchObject({code, fee, transit});
});

test('there are eleven zones and no other', () => {
  expect(zoneCodes).toHaveLength(11);
  expect(Object.keys(zones)).toEqual([...zoneCodes]);
});
