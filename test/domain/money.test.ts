// Money is whole minor units: it is read and printed without ever losing or making a cent.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {euroText, minorUnitExponent, moneyText, parseMinor, scaleMinor, toDecimal} from '#domain/money.ts';
import {amounts} from './arbitraries.ts';

const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'KRW', 'CLP', 'BHD', 'KWD', 'TND', 'CLF', 'UYW', 'XXX'];
const currency = fc.constantFrom(...currencies);
const signed = fc.tuple(amounts, fc.boolean()).map(([minor, negative]) => (negative && minor > 0 ? -minor : minor));

test.each([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  ['an unknown currency', 2],
  ['constructor', 2],
  ['__proto__', 2],
])('%s has %i decimals', (code, decimals) => {
  expect(minorUnitExponent(code)).toBe(decimals);
});

test('what was printed is read as the same amount, in every currency', () => {
  fc.assert(
    fc.property(signed, currency, (minor, code) => {
      expect(parseMinor(toDecimal({minor, currency: code}), code)).toBe(minor);
    }),
  );
});

test('a JSON number loses no cent either, as far as JSON numbers carry cents', () => {
  fc.assert(
    fc.property(signed, currency, (minor, code) => {
      expect(parseMinor(Number(toDecimal({minor, currency: code})), code)).toBe(minor);
    }),
  );
});

test('a number is read as its shortest decimal text is', () => {
  const near = fc.tuple(amounts, fc.integer({min: -3, max: 3})).map(([minor, off]) => (minor + off / 8) / 100);
  fc.assert(
    fc.property(fc.oneof(fc.double(), near), currency, (value, code) => {
      const text = String(value);
      if (!text.includes('e')) expect(parseMinor(value, code)).toBe(parseMinor(text, code));
    }),
  );
});

test('more decimals than the currency has are rounded half up on the digits as written', () => {
  const digits = fc.stringMatching(/^\d{1,14}$/);
  fc.assert(
    fc.property(fc.integer({min: 0, max: 99_999_999}), digits, currency, (whole, fraction, code) => {
      const shift = 10n ** BigInt(fraction.length);
      const scaled = (BigInt(whole) * shift + BigInt(fraction)) * 10n ** BigInt(minorUnitExponent(code));
      const expected = Number((2n * scaled + shift) / (2n * shift));
      expect(parseMinor(`${whole}.${fraction}`, code)).toBe(expected);
      expect(parseMinor(`-${whole}.${fraction}`, code)).toBe(expected === 0 ? 0 : -expected);
    }),
  );
});

describe('prices as a feed may write them', () => {
  test.each<[unknown, string, number | null]>([
    [19.9, 'EUR', 1990],
    ['19.90', 'EUR', 1990],
    [' 19.9 ', 'EUR', 1990],
    [1.005, 'EUR', 101],
    [0.615, 'EUR', 62],
    [2.675, 'EUR', 268],
    [19.999999999999996, 'EUR', 2000],
    [-0.004, 'EUR', 0],
    [-1.005, 'EUR', -101],
    [0, 'EUR', 0],
    [-0, 'EUR', 0],
    [1e-7, 'EUR', 0],
    [5e-7, 'EUR', 0],
    [1e3, 'EUR', 100_000],
    [999_999_999_999.99, 'EUR', 99_999_999_999_999],
    [1e21, 'EUR', null],
    ['9'.repeat(13), 'EUR', null],
    [999_999_999_999, 'CLF', null],
    [500, 'JPY', 500],
    ['499.5', 'JPY', 500],
    ['1.2345', 'KWD', 1235],
  ])('%j in %s is %j minor units', (value, code, minor) => {
    expect(parseMinor(value, code)).toBe(minor);
  });

  test.each<[unknown]>([
    ['19,90'],
    ['1,234.50'],
    ['1e3'],
    ['0x10'],
    ['+5'],
    ['.5'],
    ['5.'],
    ['--5'],
    ['€ 5'],
    ['٥'],
    [''],
    ['  '],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [undefined],
    [true],
    [Symbol('5')],
    [['5']],
    [{minor: 5}],
  ])('%o is no price', (value) => {
    expect(parseMinor(value, 'EUR')).toBeNull();
  });
});

test.each([
  [1990, 'EUR', '19.90'],
  [5, 'EUR', '0.05'],
  [0, 'EUR', '0.00'],
  [-5, 'EUR', '-0.05'],
  [500, 'JPY', '500'],
  [1_234, 'KWD', '1.234'],
  [7, 'CLF', '0.0007'],
])('%i minor units of %s are printed %s', (minor, code, text) => {
  expect(toDecimal({minor, currency: code})).toBe(text);
});

test('scaling is exact: the nearest whole minor unit, halves away from zero', () => {
  const minors = fc.integer({min: -9_000_000_000, max: 9_000_000_000});
  const ratio = fc.tuple(fc.integer({min: 0, max: 1_000_000}), fc.integer({min: 1, max: 1_000_000}));
  fc.assert(
    fc.property(minors, ratio, (minor, [numerator, denominator]) => {
      const by = BigInt(denominator);
      const exact = BigInt(minor) * BigInt(numerator);
      const twiceOff = 2n * (BigInt(scaleMinor(minor, numerator, denominator)) * by - exact);
      expect(twiceOff <= by && twiceOff >= -by).toBe(true);
      if (twiceOff === by) expect(minor).toBeGreaterThan(0);
      if (twiceOff === -by) expect(minor).toBeLessThan(0);
    }),
  );
});

test.each([
  [5, 1, 2, 3],
  [-5, 1, 2, -3],
  [1, 1, 3, 0],
  [2, 1, 3, 1],
  [1990, 11_900, 10_000, 2368],
])('%i times %i/%i is %i', (minor, numerator, denominator, result) => {
  expect(scaleMinor(minor, numerator, denominator)).toBe(result);
});

describe('amounts to be read', () => {
  test.each([
    [129_900, 'EUR', '€1,299.00'],
    [-420, 'EUR', '\u2212€4.20'],
    [950, 'CHF', 'CHF\u00a09.50'],
    [-500, 'JPY', '\u2212JP¥500'],
    [1_235, 'KWD', 'KWD\u00a01.235'],
  ])('%d minor units of %s are %j', (minor, code, text) => {
    expect(moneyText({minor, currency: code})).toBe(text);
  });

  test('say every minor unit, in any currency', () => {
    fc.assert(
      fc.property(
        fc.integer({min: -1_000_000_000, max: 1_000_000_000}),
        fc.constantFrom('EUR', 'CHF', 'JPY', 'KWD'),
        (minor, code) => {
          const digits = moneyText({minor, currency: code})
            .replaceAll(/[^\d.\u2212]/g, '')
            .replace('\u2212', '-');
          expect(parseMinor(digits, code)).toBe(minor);
        },
      ),
    );
    expect(euroText(7)).toBe('€0.07');
  });
});
