// From cost to price: never below cost once the tax is taken out, compare-at only where it is a real one, else held.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type PriceRules, toPrice} from '#domain/catalogue/price.ts';
import {amounts, costs, priceRules} from './arbitraries.ts';
import {euroRules} from './builders.ts';

const basis = 10_000n;
const inBasis = (percent: number) => BigInt(Math.round(percent * 100));
const taxOf = ({taxesIncluded, vatPercent}: PriceRules) => (taxesIncluded ? inBasis(vatPercent ?? 0) : 0n);

test.each([
  [1_000, {markupPercent: 60, vatPercent: 22}, 1_952],
  [1_000, {markupPercent: 60, vatPercent: 0}, 1_600],
  [1_000, {markupPercent: 60, vatPercent: null, taxesIncluded: false}, 1_600],
  [1_000, {markupPercent: 60, vatPercent: 22, taxesIncluded: false}, 1_600],
  [1_111, {markupPercent: 33.33, vatPercent: 19}, 1_763],
  [1, {markupPercent: 0, vatPercent: 0}, 1],
  // 1002 + 19 % is 1192.38: the half-up price would be 1001.68 without tax.
  [1_002, {markupPercent: 0, vatPercent: 19}, 1_193],
  [1, {markupPercent: 0, vatPercent: 19}, 2],
])('a cost of %i cents with %j sells at %i cents', (cost, rules, price) => {
  expect(toPrice(cost, null, {...euroRules, ...rules})).toEqual({kind: 'price', price, cost, compareAt: null});
});

test('without its tax no price is below cost, for any cost, markup and VAT', () => {
  fc.assert(
    fc.property(costs, priceRules, (cost, rules) => {
      const priced = toPrice(cost, null, rules);
      if (priced.kind !== 'price') throw new Error(priced.reason);
      expect(BigInt(priced.price) * basis >= BigInt(cost) * (basis + taxOf(rules))).toBe(true);
      expect(priced.cost).toBe(cost);
    }),
  );
});

test('the price is the marked-up cost with tax, rounded once, or one cent above where that would fall below cost', () => {
  fc.assert(
    fc.property(costs, priceRules, (cost, rules) => {
      const priced = toPrice(cost, null, rules);
      if (priced.kind !== 'price') throw new Error(priced.reason);
      const exact = BigInt(cost) * (basis + inBasis(rules.markupPercent)) * (basis + taxOf(rules));
      const rounded = (2n * exact + basis * basis) / (2n * basis * basis);
      const isBelowCost = rounded * basis < BigInt(cost) * (basis + taxOf(rules));
      expect(BigInt(priced.price)).toBe(isBelowCost ? rounded + 1n : rounded);
    }),
  );
});

test('a compare-at price is the recommended one, above the price, and only where prices contain tax like it', () => {
  fc.assert(
    fc.property(costs, fc.option(amounts), priceRules, (cost, rrp, rules) => {
      const priced = toPrice(cost, rrp, rules);
      if (priced.kind !== 'price') throw new Error(priced.reason);
      const shown = rrp !== null && rules.taxesIncluded && rrp > priced.price;
      expect(priced.compareAt).toBe(shown ? rrp : null);
    }),
  );
});

test.each([
  [3_427, null],
  [3_428, 3_428],
  [0, null],
  [-1, null],
])('at a price of 3427 a recommended price of %i is shown as %j', (rrp, compareAt) => {
  expect(toPrice(1_800, rrp, euroRules)).toMatchObject({price: 3_427, compareAt});
});

describe('held, with the reason', () => {
  test.each<[string, number, Partial<PriceRules>, RegExp]>([
    ['a price of zero', 0, {}, /no price above zero/],
    ['a negative price', -100, {}, /no price above zero/],
    ['a fraction of a cent', 10.5, {}, /no price above zero/],
    ['no number at all', Number.NaN, {}, /no price above zero/],
    ['a price over a million', 100_000_001, {}, /over 1,000,000\.00/],
    ['a store in another currency', 1_000, {currency: 'USD'}, /sells in USD.*exchange rate/],
    ['VAT not stated', 1_000, {vatPercent: null}, /VAT/],
    ['a markup that loses money', 1_000, {markupPercent: -5}, /below cost/],
  ])('%s', (_what, cost, rules, reason) => {
    expect(toPrice(cost, null, {...euroRules, ...rules})).toEqual({
      kind: 'hold',
      reason: expect.stringMatching(reason),
    });
  });

  test('a million euro exactly is still believed', () => {
    expect(toPrice(100_000_000, null, euroRules).kind).toBe('price');
  });

  test('VAT of zero is a statement, not a missing one', () => {
    expect(toPrice(1_000, null, {...euroRules, vatPercent: 0}).kind).toBe('price');
  });
});
