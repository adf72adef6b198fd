// Which articles are imported: the hand is stronger than any rule, leaving out stronger than taking in.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {z} from 'zod';
import {type ArticleForChoice, ChoiceRule, createChooser} from '#domain/catalogue/choice-rule.ts';

const rules = (...given: Partial<z.input<typeof ChoiceRule>>[]) =>
  given.map((rule, index) => ChoiceRule.parse({id: `rule ${index + 1}`, effect: 'include', ...rule}));
const facts = (given: Partial<ArticleForChoice> = {}): ArticleForChoice => ({
  brand: 'Nordwind',
  category: 'Shirts',
  cost: 1_800,
  marginPercent: 37.5,
  hasImage: true,
  onRequest: false,
  hand: null,
  ...given,
});
const chosen = (given: ReturnType<typeof rules>, of: Partial<ArticleForChoice> = {}) => createChooser(given)(facts(of));

test('without a rule nothing is chosen; a rule without conditions chooses everything', () => {
  expect(chosen([])).toEqual({chosen: false, by: null});
  expect(chosen(rules({}))).toEqual({chosen: true, by: 'rule 1'});
});

describe('a condition', () => {
  test.each<[Partial<z.input<typeof ChoiceRule>>, Partial<ArticleForChoice>, boolean]>([
    [{brands: ['NORDWIND', 'Other']}, {}, true],
    [{brands: ['Nord']}, {}, false],
    [{brands: ['Nordwind'], categories: ['Shoes']}, {}, false],
    [{categories: ['shirts']}, {}, true],
    [{brands: ['__proto__']}, {brand: 'Nordwind'}, false],
    [{brands: ['__proto__']}, {brand: '__proto__'}, true],
    [{costFrom: 1_800, costTo: 1_800}, {}, true],
    [{costFrom: 1_801}, {}, false],
    [{costTo: 1_799}, {}, false],
    [{costTo: 5_000}, {cost: null}, false],
    [{marginFrom: 37.5}, {}, true],
    [{marginFrom: 37.51}, {}, false],
    [{marginFrom: -100}, {marginPercent: null}, false],
    [{hasImage: true}, {hasImage: false}, false],
    [{hasImage: false}, {hasImage: false}, true],
    [{onRequest: false}, {onRequest: true}, false],
  ])('%j on %j: %s', (rule, of, is) => {
    expect(chosen(rules(rule), of).chosen).toBe(is);
  });
});

test('what one rule leaves out no other rule takes in, in whatever order they stand', () => {
  const both = rules({brands: ['Nordwind']}, {effect: 'exclude', categories: ['Shirts']});
  expect(chosen(both)).toEqual({chosen: false, by: 'rule 2'});
  expect(chosen(both.toReversed())).toEqual({chosen: false, by: 'rule 2'});
});

test('the hand decides alone, against any rules', () => {
  const rule = fc.record({
    effect: fc.constantFrom('include' as const, 'exclude' as const),
    hasImage: fc.option(fc.boolean()),
  });
  fc.assert(
    fc.property(fc.array(rule, {maxLength: 5}), (given) => {
      expect(chosen(rules(...given), {hand: 'picked'})).toEqual({chosen: true, by: 'hand'});
      expect(chosen(rules(...given), {hand: 'left_out'})).toEqual({chosen: false, by: 'hand'});
    }),
  );
});

test('a hundred thousand articles are chosen by five thousand brands in no time', () => {
  const choose = createChooser(rules({brands: Array.from({length: 5_000}, (_, index) => `Brand ${index}`)}));
  const began = performance.now();
  const count = Array.from({length: 100_000}, (_, index) => choose(facts({brand: `BRAND ${index % 10_000}`}))).filter(
    (choice) => choice.chosen,
  ).length;
  expect(count).toBe(50_000);
  expect(performance.now() - began).toBeLessThan(2_000);
});
