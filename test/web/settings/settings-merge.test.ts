// Settings that were saved in another tab while this one holds unsaved edits.
import {expect, test} from 'vitest';
import {draftOf, settingsOf} from '../../../web/components/settings/settings-draft.ts';
import {isChanged, mergeSaved} from '../../../web/components/settings/settings-merge.ts';
import {theSettings} from '../answers.ts';

const base = theSettings({choice: {brands: ['A', 'B'], categories: []}, markupPercent: 60, vatPercent: 19});
const namesOf = (merged: ReturnType<typeof mergeSaved>) =>
  merged.elsewhere.map(({field, isEditedHere}) => [field.label, isEditedHere]);

test('a field saved elsewhere follows, and an edit of another field stays', () => {
  const saved = theSettings({...base, vatPercent: 22, choice: {brands: ['A', 'B', 'C'], categories: ['Bags']}});
  const merged = mergeSaved({...draftOf(base), markupPercent: '62,5', sendingPaused: true}, base, saved);
  expect(namesOf(merged)).toEqual([
    ['Brands', false],
    ['Categories', false],
    ['VAT contained in your prices', false],
  ]);
  expect(settingsOf(merged.draft).settings).toEqual({...saved, markupPercent: 62.5, sendingPaused: true});
});

test('where both changed a field, what was typed here stays in the form, and both values can be shown', () => {
  const saved = theSettings({...base, markupPercent: 70, standingColour: null});
  const merged = mergeSaved({...draftOf(base), markupPercent: '62.5', standingColour: 'any'}, base, saved);
  expect(namesOf(merged)).toEqual([
    ['Markup on cost', true],
    ['Colour to order where the supplier states none', true],
  ]);
  const values = merged.elsewhere.map(({field}) => [field.shown(draftOf(saved)), field.shown(merged.draft)]);
  expect(values).toEqual([
    ['70 %', '62.5 %'],
    ['none', '“any”'],
  ]);
  const [markup] = merged.elsewhere;
  expect(markup?.field.take(merged.draft, draftOf(saved)).markupPercent).toBe('70');
});

test('the same change in both is nothing to tell, however it is written', () => {
  const saved = theSettings({...base, markupPercent: 62.5, choice: {brands: ['C', 'B'], categories: []}});
  const draft = {...draftOf(base), markupPercent: '62,5 %', choice: {brands: ['B', 'C'], categories: []}};
  expect(namesOf(mergeSaved(draft, base, saved))).toEqual([]);
  expect(isChanged(draft, saved)).toBe(false);
});

test('of many brands only some are named', () => {
  const brands = Array.from({length: 12}, (_, index) => `Brand ${index + 10}`);
  const [brandField] = mergeSaved(
    draftOf(base),
    base,
    theSettings({...base, choice: {brands, categories: []}}),
  ).elsewhere;
  expect(brandField?.field.shown(draftOf(theSettings({choice: {brands, categories: []}})))).toBe(
    'Brand 10, Brand 11, Brand 12, Brand 13, Brand 14 and 7 more',
  );
});
