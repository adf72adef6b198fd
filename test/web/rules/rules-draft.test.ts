// The form of the import rules: what it makes of rules, and of two tabs that edit them.
import {expect, test} from 'vitest';
import {findDifferingFields, isDraftChanged} from '../../../web/shared/form/form-kind.ts';
import {readRules, rulesDraftOf} from '../../../web/shared/rules/rules-draft.ts';
import {rulesKind} from '../../../web/shared/rules/rules-fields.ts';
import {aRule} from './rules-answers.ts';

const one = aRule({id: 'one', brands: ['A', 'B'], costFrom: 1_050, costTo: 99_999, marginFrom: -12.5, hasImage: true});
const two = aRule({id: 'two', effect: 'exclude', categories: ['Bags'], onRequest: false});
const base = {choice: [one, two]};
const draft = rulesDraftOf(base);
const changed = (at: number, part: object) => ({
  rules: draft.rules.map((rule, index) => (index === at ? {...rule, ...part} : rule)),
});

test('what was loaded is what would be saved', () => {
  expect(readRules(draft)).toEqual({settings: base, errors: {}});
});

test('ticked off and on again, a number written in another way and another order of rules are no change', () => {
  for (const same of [changed(0, {brands: ['B', 'A']}), changed(0, {costFrom: '10,50'})]) {
    expect(isDraftChanged(rulesKind, same, base)).toBe(false);
  }
  expect(isDraftChanged(rulesKind, {rules: draft.rules.toReversed()}, base)).toBe(false);
  expect(isDraftChanged(rulesKind, changed(1, {effect: 'include'}), base)).toBe(true);
  expect(isDraftChanged(rulesKind, {rules: draft.rules.slice(1)}, base)).toBe(true);
});

test('every number that cannot be saved is named at its rule', () => {
  const wrong = changed(0, {costFrom: 'cheap', costTo: '1,5,0', marginFrom: '101'});
  expect(readRules(wrong)).toEqual({
    settings: null,
    errors: {
      'rules.one.costFrom': 'Enter an amount, such as 4.50.',
      'rules.one.costTo': 'Enter an amount, such as 4.50.',
      'rules.one.marginFrom': 'Enter at most 100 %.',
    },
  });
  const crossed = readRules(changed(0, {costFrom: '20', costTo: '19.99'}));
  expect(crossed.errors).toEqual({'rules.one.costTo': 'This must not be less than the cost before.'});
  expect(readRules(changed(0, {costFrom: '20', costTo: '20'})).errors).toEqual({});
});

test('each rule that another tab saved otherwise is named with both versions', () => {
  const added = aRule({id: 'three', costTo: 500});
  const saved = rulesDraftOf({choice: [{...one, costTo: 20_000}, added]});
  const mine = changed(0, {costTo: '150'});
  const fields = findDifferingFields(rulesKind, mine, saved);
  expect(fields.map(({key}) => key)).toEqual(['one', 'two', 'three']);
  expect([fields[0]?.textOf(saved), fields[0]?.textOf(mine)]).toEqual([
    '“Include: A and B · cost from €10.5 · cost up to €200 · margin from -12.5 % · with a picture”',
    '“Include: A and B · cost from €10.5 · cost up to €150 · margin from -12.5 % · with a picture”',
  ]);
});
