import {expect, test} from 'vitest';
import {draftOf, isChanged, settingsOf} from '../../web/components/settings/settings-draft.ts';
import {theSettings} from './answers.ts';

test('what was loaded is what would be saved', () => {
  for (const settings of [theSettings(), theSettings({vatPercent: null, markupPercent: 0.5})]) {
    expect(settingsOf(draftOf(settings))).toEqual({settings, errors: {}});
  }
});

test('a decimal comma is read as a decimal point', () => {
  const {settings} = settingsOf({...draftOf(theSettings()), markupPercent: '42,5'});
  expect(settings?.markupPercent).toBe(42.5);
});

test.each(['', 'much', '-3', '1e3', '6 0'])(
  'a markup of "%s" is not sent to the server but asked for again',
  (typed) => {
    const {settings, errors} = settingsOf({...draftOf(theSettings()), markupPercent: typed});
    expect(settings).toBeNull();
    expect(Object.keys(errors)).toEqual(['markupPercent']);
  },
);

test('an empty VAT means that the merchant has not said, anything else that is no number is asked for again', () => {
  const draft = draftOf(theSettings());
  expect(settingsOf({...draft, vatPercent: ' '}).settings?.vatPercent).toBeNull();
  expect(Object.keys(settingsOf({...draft, vatPercent: 'a fifth'}).errors)).toEqual(['vatPercent']);
});

test('what was ticked off and on again, and spaces around a word, are no change; another number is', () => {
  const saved = theSettings({choice: {brands: ['A', 'B'], categories: []}});
  const draft = draftOf(saved);
  expect(isChanged(draft, saved)).toBe(false);
  expect(
    isChanged({...draft, choice: {brands: ['B', 'A'], categories: []}, standingColour: ' as pictured '}, saved),
  ).toBe(false);
  expect(isChanged({...draft, choice: {brands: ['B'], categories: []}}, saved)).toBe(true);
  expect(isChanged({...draft, markupPercent: '61'}, saved)).toBe(true);
});
