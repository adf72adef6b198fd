import {expect, test} from 'vitest';
import {generalSettings} from '#domain/settings/orders.ts';
import {createDescribedKind} from '../../../web/shared/form/described.ts';
import {isDraftChanged} from '../../../web/shared/form/form-kind.ts';
import {theSettings} from '../answers.ts';

const generalKind = createDescribedKind(generalSettings);
const {draftOf} = generalKind;
const settingsOf = (draft: ReturnType<typeof draftOf>) => generalKind.read(draft, theSettings());

test('what was loaded is what would be saved', () => {
  for (const settings of [theSettings(), theSettings({standingColour: null, delayMinutes: 0})]) {
    expect(settingsOf(draftOf(settings))).toEqual({settings, errors: {}});
  }
});

test('every field that cannot be saved is named at once', () => {
  const draft = {...draftOf(theSettings()), delayMinutes: 'ten', nightlyAt: '03:00'};
  expect(settingsOf(draft)).toEqual({
    settings: null,
    errors: {
      delayMinutes: 'Enter whole minutes, such as 10, or 0 to send at once.',
      nightlyAt: expect.stringContaining('03:30 or later'),
    },
  });
});

test('spaces around a word are no change; another word is', () => {
  const saved = theSettings();
  const draft = draftOf(saved);
  const changed = (part: Partial<typeof draft>) => isDraftChanged(generalKind, {...draft, ...part}, saved);
  expect(changed({})).toBe(false);
  expect(changed({standingColour: ' as pictured '})).toBe(false);
  expect(changed({standingColour: 'any'})).toBe(true);
  expect(changed({nightlyAt: ' 04:00 '})).toBe(false);
  expect(changed({nightlyAt: '05:00'})).toBe(true);
});

test('the delay is whole minutes within its limits; zeros before it are no change', () => {
  const saved = theSettings({delayMinutes: 10});
  const draft = draftOf(saved);
  const changed = (delayMinutes: string) => isDraftChanged(generalKind, {...draft, delayMinutes}, saved);
  expect(settingsOf({...draft, delayMinutes: ' 0 '}).settings?.delayMinutes).toBe(0);
  expect([changed('010'), changed('5')]).toEqual([false, true]);
  for (const wrong of ['', 'ten', '1.5', '-1', '2881']) {
    expect([wrong, Object.keys(settingsOf({...draft, delayMinutes: wrong}).errors)]).toEqual([wrong, ['delayMinutes']]);
  }
});
