// The carriers that Shopify knows by name: the list in its schema, and how a typed name becomes one of them.
import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {carriers, toCarrierName} from '#domain/orders/tracking/carriers.ts';

/** What the schema of the Admin API says of a tracking company. */
function companyDescription(): string {
  const file = new URL('../../../../node_modules/@shopify/dev-mcp/dist/data/admin_2026-10.json.gz', import.meta.url);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const from = text.indexOf('### Supported tracking companies');
  return JSON.parse(`"${text.slice(from, text.indexOf('"', from))}"`);
}

describe('a carrier', () => {
  test('of the list stands in Shopify’s own, and none of those is left out', () => {
    const [everywhere = '', inCountries = ''] = companyDescription().split(
      'are displayed for shops located in specific',
    );
    const named = [
      ...[...everywhere.matchAll(/^ +\* (.+)$/gm)].map(([, name = '']) => name),
      ...inCountries
        .replaceAll(/\s+/g, ' ')
        .replace(/\.$/, '')
        .split(/ \* /)
        .slice(1)
        .flatMap((country) => country.replace(/^\*\*.*?\*\*: /, '').split(', ')),
    ].map((name) => name.trim());
    expect(named.length).toBeGreaterThan(170);
    expect(carriers.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test.each([
    ['dhl express', 'DHL Express'],
    [' SWISS POST ', 'Swiss Post'],
    ['ÖSTERREICHISCHE post', 'Österreichische Post'],
    ['Velo Kurier', 'Velo Kurier'],
    ['', ''],
  ])('typed as %j is written as %j', (typed, name) => {
    expect(toCarrierName(typed)).toBe(name);
  });
});
