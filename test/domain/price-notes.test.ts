import fc from 'fast-check';
import {expect, test} from 'vitest';
import {describePriceDifferences} from '#domain/pricing/price-notes.ts';

const tiers = (price: number) => [
  {minQty: 50, price: 1},
  {minQty: 5, price},
];

test.each([
  ['all three agree', {price: 1200, listPrice: 1200, tiers: tiers(1000)}, []],
  ['a cent of rounding is no difference', {price: 1201, listPrice: null, tiers: tiers(1000)}, []],
  ['nothing to compare with', {price: 1200, listPrice: null, tiers: []}, []],
  ['the list says otherwise', {price: 1200, listPrice: 1300, tiers: tiers(1000)}, [/€12\.00.*Its list says €13\.00/]],
  ['the tier says otherwise', {price: 1500, listPrice: 1500, tiers: tiers(1000)}, [/€15\.00.*would be €12\.00/]],
  ['both do', {price: 1, listPrice: 2, tiers: tiers(1000)}, [/Its list says/, /wholesale price/]],
])('%s', (_, prices, expected) => {
  const notes = describePriceDifferences(prices);
  expect(notes).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(notes[at]).toMatch(pattern);
});

test('whatever way the fifth is rounded, it is no difference', () => {
  fc.assert(
    fc.property(
      fc.integer({min: 1, max: 10_000_000}),
      fc.constantFrom(Math.floor, Math.round, Math.ceil),
      (first, round) => {
        const price = round((first * 120) / 100);
        expect(describePriceDifferences({price, listPrice: price, tiers: tiers(first)})).toEqual([]);
      },
    ),
  );
});
