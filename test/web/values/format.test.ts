// Numbers, times and names on the page are written in the language of its sentences.
import {expect, test, vi} from 'vitest';
import {
  age,
  count,
  countryInSentence,
  countryName,
  dateAndTime,
  euros,
  formatDuration,
  inStoreTime,
} from '../../../web/text/format.ts';
import {countNoun} from '../../../web/text/words.ts';

test.each(['de', 'en_US', ''])('whatever language the admin names (“%s”), they are English', (locale) => {
  vi.stubGlobal('window', {shopify: {config: {locale}}});
  try {
    expect(age('2026-11-18T09:00:00.000Z', new Date('2026-11-22T12:00:00.000Z'))).toBe('4 days');
    expect(countryName('DE')).toBe('Germany');
    expect(euros(123_456)).toBe('€1,234.56');
    expect(count(1_800)).toBe('1,800');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a noun has its number in the same form', () => {
  expect(countNoun(1, 'order')).toBe('1 order');
  expect(countNoun(1_800, 'order waits', 'orders wait')).toBe('1,800 orders wait');
});

test.each([
  [0, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [7_199, '120 minutes'],
  [63_060, '18 hours'],
])('a duration of %i seconds is “%s”', (seconds, text) => {
  const from = new Date('2026-11-22T12:00:00.000Z');
  expect(formatDuration(from.toISOString(), new Date(from.getTime() + seconds * 1_000).toISOString())).toBe(text);
});

test('an age has no figure under a minute, also if the clock of the browser is behind', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  expect(age('2026-11-22T11:59:01.000Z', now)).toBe('less than a minute');
  expect(age('2026-11-22T12:00:30.000Z', now)).toBe('less than a minute');
  expect(age('2026-11-22T11:59:00.000Z', now)).toBe('1 minute');
});

test('a time can be shown in another time zone, with the day and year it has there', () => {
  const iso = '2026-12-31T20:00:00.000Z';
  const now = new Date('2026-11-22T12:00:00.000Z');
  expect(dateAndTime(iso, now, 'America/New_York')).toBe('31 Dec, 15:00');
  expect(dateAndTime(iso, now, 'Asia/Tokyo')).toBe('1 Jan 2027, 05:00');
});

test.each([
  ['Pacific/Kiritimati', '1 Jan, 17:30, your store’s local time'],
  [null, '1 Jan, 03:30, UTC'],
  ['Mars/Olympus', '1 Jan, 03:30, UTC (this browser does not know your store’s time zone, Mars/Olympus)'],
])('a time in the store’s zone %s is told in a zone the browser knows, and the zone is named', (zone, text) => {
  vi.useFakeTimers({now: new Date('2026-01-01T00:00:00.000Z')});
  try {
    expect(inStoreTime('2026-01-01T03:30:00.000Z', zone)).toBe(text);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['GB', 'the United Kingdom'],
  ['NL', 'the Netherlands'],
  ['US', 'the United States'],
  ['EU', 'the European Union'],
  ['NO', 'Norway'],
  ['CZ', 'Czechia'],
])('%s is “%s” within a sentence', (code, name) => {
  expect(countryInSentence(code)).toBe(name);
});
