// The two rules that set-up makes of ticked brands and categories, beside what Import rules made of them.
import {expect, test} from 'vitest';
import {rulesDraftOf} from '../../../web/shared/rules/rules-draft.ts';
import {findSimpleRule, furtherConditions, otherRules, setNames} from '../../../web/shared/rules/simple-rules.ts';
import {aRule} from './rules-answers.ts';

const draft = (...choice: ReturnType<typeof aRule>[]) => rulesDraftOf({choice});
const cheap = draft(aRule({id: 'brands', brands: ['A'], categories: ['Bags'], costTo: 2_000}));

test('other conditions of the rule are named, and those of one without any are not', () => {
  expect(furtherConditions(cheap, cheap, 'brands')).toBe('Bags · cost up to €20');
  expect(furtherConditions(cheap, cheap, 'categories')).toBe('');
  const plain = draft(aRule({id: 'brands', brands: ['A']}));
  expect(furtherConditions(plain, plain, 'brands')).toBe('');
});

test('with its last name the rule goes, named until it is saved; with another name it comes back as it was', () => {
  const without = setNames(cheap, cheap, 'brands', []);
  expect(without.rules).toEqual([]);
  expect(furtherConditions(without, cheap, 'brands')).toBe('Bags · cost up to €20');
  const again = setNames(without, cheap, 'brands', ['B']);
  expect(again.rules).toEqual([{...cheap.rules[0], brands: ['B']}]);
  expect(setNames(again, cheap, 'brands', ['A'])).toEqual(cheap);
});

test.each([
  ['excludes now', aRule({id: 'brands', effect: 'exclude', brands: ['A']})],
  ['has no names now', aRule({id: 'brands', costTo: 2_000})],
])('a rule of set-up that %s stays as it is, and ticked names make another one', (_case, rule) => {
  const changed = draft(rule);
  expect(findSimpleRule(changed, 'brands')).toBeUndefined();
  const ticked = setNames(changed, changed, 'brands', ['B']);
  expect(ticked.rules[0]).toEqual(changed.rules[0]);
  expect(ticked.rules[1]).toMatchObject({effect: 'include', brands: ['B'], costTo: ''});
  expect(new Set(ticked.rules.map(({id}) => id)).size).toBe(2);
  expect(findSimpleRule(ticked, 'brands')).toBe(ticked.rules[1]);
  expect(otherRules(ticked)).toEqual(changed.rules);
  expect(setNames(ticked, changed, 'brands', [])).toEqual(changed);
});
