// Numbers, times and names on the page are written in the language of its sentences.
import {expect, test, vi} from 'vitest';
import {age, count, countryName, euros} from '../../../web/format.ts';
import {counted} from '../../../web/words.ts';

test.each(['de', 'en_US', ''])('whatever language the admin names (“%s”), they are English', (locale) => {
  vi.stubGlobal('window', {shopify: {config: {locale}}});
  try {
    expect(age('2026-11-18T09:00:00.000Z', new Date('2026-11-22T12:00:00.000Z'))).toBe('4 days');
    expect(countryName('DE')).toBe('Germany');
    expect(euros(123_456)).toBe('€1,234.56');
    expect(count(1_800)).toBe('1,800');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a noun has its number in the same form', () => {
  expect(counted(1, 'order')).toBe('1 order');
  expect(counted(1_800, 'order waits', 'orders wait')).toBe('1,800 orders wait');
});
