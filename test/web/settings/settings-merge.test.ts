// Settings that were saved in another tab while this one holds unsaved edits.
import {expect, test} from 'vitest';
import type {SettingsForm} from '#contract/settings.ts';
import {draftOf, type SettingsDraft, settingsOf} from '../../../web/pages/settings/settings-draft.ts';
import {settingsKind} from '../../../web/pages/settings/settings-fields.ts';
import {isChanged} from '../../../web/shared/form/form-kind.ts';
import {mergeSaved} from '../../../web/shared/form/merge-saved.ts';
import {theSettings} from '../answers.ts';

const base = theSettings({delayMinutes: 10});
const merge = (draft: SettingsDraft, saved: SettingsForm) => mergeSaved(settingsKind, draft, base, saved);
const namesOf = (merged: ReturnType<typeof merge>) =>
  merged.elsewhere.map(({field, isEditedHere}) => [field.label, isEditedHere]);

test('a field saved elsewhere follows, and an edit of another field stays', () => {
  const saved = theSettings({...base, nightlyAt: '05:00'});
  const merged = merge({...draftOf(base), delayMinutes: '25', sendingPaused: true}, saved);
  expect(namesOf(merged)).toEqual([['Nightly run starts at', false]]);
  expect(settingsOf(merged.draft).settings).toEqual({...saved, delayMinutes: 25, sendingPaused: true});
});

test('where both changed a field, what was typed here stays in the form, and both values can be shown', () => {
  const saved = theSettings({...base, delayMinutes: 70, standingColour: null});
  const merged = merge({...draftOf(base), delayMinutes: '62', standingColour: 'any'}, saved);
  expect(namesOf(merged)).toEqual([
    ['Minutes to wait before an order is sent', true],
    ['Colour to order where the supplier states none', true],
  ]);
  const values = merged.elsewhere.map(({field}) => [field.shown(draftOf(saved)), field.shown(merged.draft)]);
  expect(values).toEqual([
    ['70 min', '62 min'],
    ['none', '“any”'],
  ]);
  const [delay] = merged.elsewhere;
  expect(delay?.field.take(merged.draft, draftOf(saved)).delayMinutes).toBe('70');
});

test('the same change in both is nothing to tell, however it is written', () => {
  const saved = theSettings({...base, delayMinutes: 62});
  const draft = {...draftOf(base), delayMinutes: ' 062'};
  expect(namesOf(merge(draft, saved))).toEqual([]);
  expect(isChanged(settingsKind, draft, saved)).toBe(false);
});
