// The form of the import rules: what it makes of rules, and of two tabs that edit them.
import {expect, test} from 'vitest';
import {isChanged} from '../../../web/shared/form/form-kind.ts';
import {mergeSaved} from '../../../web/shared/form/merge-saved.ts';
import {draftOf, rulesOf} from '../../../web/shared/rules/rules-draft.ts';
import {rulesKind} from '../../../web/shared/rules/rules-fields.ts';
import {aRule} from './rules-answers.ts';

const one = aRule({id: 'one', brands: ['A', 'B'], costFrom: 1_050, costTo: 99_999, marginFrom: -12.5, hasImage: true});
const two = aRule({id: 'two', effect: 'exclude', categories: ['Bags'], onRequest: false});
const base = {choice: [one, two]};
const draft = draftOf(base);
const changed = (at: number, part: object) => ({
  rules: draft.rules.map((rule, index) => (index === at ? {...rule, ...part} : rule)),
});

test('what was loaded is what would be saved', () => {
  expect(rulesOf(draft)).toEqual({settings: base, errors: {}});
});

test('ticked off and on again, a number written in another way and another order of rules are no change', () => {
  for (const same of [changed(0, {brands: ['B', 'A']}), changed(0, {costFrom: '10,50'})]) {
    expect(isChanged(rulesKind, same, base)).toBe(false);
  }
  expect(isChanged(rulesKind, {rules: draft.rules.toReversed()}, base)).toBe(false);
  expect(isChanged(rulesKind, changed(1, {effect: 'include'}), base)).toBe(true);
  expect(isChanged(rulesKind, {rules: draft.rules.slice(1)}, base)).toBe(true);
});

test('every number that cannot be saved is named at its rule', () => {
  const wrong = changed(0, {costFrom: 'cheap', costTo: '1,5,0', marginFrom: '101'});
  expect(rulesOf(wrong)).toEqual({
    settings: null,
    errors: {
      'rules.one.costFrom': 'Enter an amount, such as 4.50.',
      'rules.one.costTo': 'Enter an amount, such as 4.50.',
      'rules.one.marginFrom': 'Enter at most 100 %.',
    },
  });
  const crossed = rulesOf(changed(0, {costFrom: '20', costTo: '19.99'}));
  expect(crossed.errors).toEqual({'rules.one.costTo': 'This must not be less than the cost before.'});
  expect(rulesOf(changed(0, {costFrom: '20', costTo: '20'})).errors).toEqual({});
});

test('two tabs that change different rules both count; the same rule is told with both versions', () => {
  const added = aRule({id: 'three', costTo: 500});
  const saved = {choice: [{...one, costTo: 20_000}, added]};
  const mine = changed(0, {costTo: '150'});
  const {draft: merged, elsewhere} = mergeSaved(rulesKind, mine, base, saved);
  expect(elsewhere.map(({field, isEditedHere}) => [field.key, isEditedHere])).toEqual([
    ['one', true],
    ['two', false],
    ['three', false],
  ]);
  expect(rulesOf(merged).settings?.choice.map(({id, costTo}) => [id, costTo])).toEqual([
    ['one', 15_000],
    ['three', 500],
  ]);
  const [field] = elsewhere.map((entry) => entry.field);
  expect([field?.shown(draftOf(saved)), field?.shown(merged)]).toEqual([
    '“Include: A and B · cost from 10.5 EUR · cost up to 200 EUR · margin from -12.5 % · with a picture”',
    '“Include: A and B · cost from 10.5 EUR · cost up to 150 EUR · margin from -12.5 % · with a picture”',
  ]);
});
