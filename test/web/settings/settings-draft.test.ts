import {expect, test} from 'vitest';
import {draftOf, settingsOf} from '../../../web/components/settings/settings-draft.ts';
import {isChanged} from '../../../web/components/settings/settings-merge.ts';
import {theSettings} from '../answers.ts';

test('what was loaded is what would be saved', () => {
  for (const settings of [theSettings(), theSettings({vatPercent: null, markupPercent: 0.5})]) {
    expect(settingsOf(draftOf(settings))).toEqual({settings, errors: {}});
  }
});

test('a decimal comma is read as a decimal point', () => {
  const {settings} = settingsOf({...draftOf(theSettings()), markupPercent: '42,5'});
  expect(settings?.markupPercent).toBe(42.5);
});

test.each(['', 'much', '-3', '1e3', '6 0', '1.234', '1001'])(
  'a markup of "%s" is not sent to the server but asked for again',
  (typed) => {
    const {settings, errors} = settingsOf({...draftOf(theSettings()), markupPercent: typed});
    expect(settings).toBeNull();
    expect(Object.keys(errors)).toEqual(['markupPercent']);
  },
);

test('every field that cannot be saved is named at once, a number with two meanings among them', () => {
  const draft = {...draftOf(theSettings()), markupPercent: '62,500', vatPercent: '51', nightlyAt: '03:00'};
  expect(settingsOf(draft)).toEqual({
    settings: null,
    errors: {
      markupPercent: 'Say which of the two numbers you mean.',
      vatPercent: 'Enter at most 50 %.',
      nightlyAt: expect.stringContaining('03:30 or later'),
    },
  });
});

test('a number with three decimals is shown so that it has one meaning', () => {
  const saved = theSettings({markupPercent: 62.125});
  expect(draftOf(saved).markupPercent).toBe('62.1250');
  expect(settingsOf(draftOf(saved)).settings).toEqual(saved);
});

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
  expect(isChanged({...draft, markupPercent: '60,0', vatPercent: '19 %'}, saved)).toBe(false);
  expect(isChanged({...draft, markupPercent: '61'}, saved)).toBe(true);
  expect(isChanged({...draft, markupPercent: ''}, saved)).toBe(true);
});

test('the delay is whole minutes within its limits; zeros before it are no change', () => {
  const saved = theSettings({delayMinutes: 10});
  const draft = draftOf(saved);
  expect(settingsOf({...draft, delayMinutes: ' 0 '}).settings?.delayMinutes).toBe(0);
  expect(isChanged({...draft, delayMinutes: '010'}, saved)).toBe(false);
  expect(isChanged({...draft, delayMinutes: '5'}, saved)).toBe(true);
  for (const wrong of ['', 'ten', '1.5', '-1', '2881']) {
    expect([wrong, Object.keys(settingsOf({...draft, delayMinutes: wrong}).errors)]).toEqual([wrong, ['delayMinutes']]);
  }
});
