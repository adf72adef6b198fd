import {expect, test} from 'vitest';
import {findCountries} from '#domain/orders/find-countries.ts';

test.each([
  ['IT', ['IT']],
  ['us', ['US']],
  [' no ', ['NO']],
  ['UK', ['GB']],
  ['USA', ['US']],
  ['uae', ['AE']],
])('the code or short form “%s” names one country, whatever names hold its letters', (typed, codes) => {
  expect(findCountries(typed)).toEqual(codes);
});

test.each([
  ['japan', ['JP']],
  ['Nether', ['NL']],
  ['kingdom', ['GB']],
  ['united k', ['GB']],
  ["cote d'iv", ['CI']],
  ['bissau', ['GW']],
])('“%s” names the country in whose name a word begins with it', (typed, codes) => {
  expect(findCountries(typed)).toEqual(expect.arrayContaining(codes));
  expect(findCountries(typed)).not.toContain('US');
});

test.each(['', 'a', '%', '--', 'ermany', '#1042', 'pw-1042-1'])('“%s” names none', (typed) => {
  expect(findCountries(typed)).toEqual([]);
});
