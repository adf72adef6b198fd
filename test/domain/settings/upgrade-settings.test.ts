// Settings that any earlier release stored can be read.
import {readdirSync, readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {describe, expect, it, test} from 'vitest';
import {defaultSettings, newShopSettings, readSettings, withSettingsVersion} from '#domain/settings/settings.ts';
import {settingsVersion, upgradeSettings} from '#domain/settings/upgrade-settings.ts';

const dumps = new URL('../../support/releases/dumps/', import.meta.url);

/** The settings of the one shop in a dump. */
function settingsIn(file: string): Record<string, unknown> {
  const sql = gunzipSync(readFileSync(new URL(file, dumps))).toString();
  const [, text = ''] = /'(\{"owned":(?:[^']|'')*)'/.exec(sql) ?? [];
  return JSON.parse(text.replaceAll("''", "'"));
}

describe('a row that has no version', () => {
  it.each(readdirSync(dumps))('of %s is read, with all that was set', (file) => {
    const stored = settingsIn(file);
    const {settings, isReadable} = readSettings(stored);
    expect(isReadable).toBe(true);
    expect(settings).toMatchObject({choice: stored['choice'], orders: stored['orders']});
    expect(settings.choice.length).toBeGreaterThan(0);
  });

  it('of a shop that set nothing is the defaults, of a new shop its own', () => {
    expect(readSettings({})).toEqual({settings: defaultSettings, isReadable: true});
    expect(readSettings(newShopSettings).settings.orders).toMatchObject({delayMinutes: 10, sendingPaused: false});
  });

  it.each([
    ['3:15', '03:30'],
    ['02:00', '03:30'],
    ['4:05', '04:05'],
    ['23:59', '23:59'],
  ])('and a night at %s starts at %s', (nightlyAt, starts) => {
    expect(readSettings({nightlyAt})).toMatchObject({settings: {nightlyAt: starts}, isReadable: true});
  });
});

test('a version is kept with the settings, and its form is not upgraded again', () => {
  const stored = withSettingsVersion({nightlyAt: '02:00'});
  expect(stored).toEqual({nightlyAt: '02:00', version: settingsVersion});
  expect(readSettings(stored).isReadable).toBe(false);
  expect(upgradeSettings(stored)).toEqual({nightlyAt: '02:00'});
});

test.each<[string, unknown]>([
  ['null', null],
  ['a list', []],
  ['a newer version', {version: settingsVersion + 1}],
  ['no version there is', {version: -1}],
  ['a version that is no number', {version: 'one'}],
  ['one wrong value', {pricing: {markupPercent: -1}}],
])('%s pauses the shop and is not guessed at', (_title, stored) => {
  expect(readSettings(stored)).toEqual({
    settings: {...defaultSettings, orders: {...defaultSettings.orders, sendingPaused: true}},
    isReadable: false,
    wrong: expect.any(Array),
  });
});

test('the operator is told which settings are wrong, and none of their values', () => {
  const stored = {pricing: {markupPercent: -1}, orders: {storeEmail: 'ada at home'}};
  expect(readSettings(stored)).toMatchObject({wrong: ['pricing.markupPercent', 'orders.storeEmail']});
});
