import {describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {nextLocalTime} from '#domain/next-local-time.ts';
import {nightlyStart, startDelayMinutes} from '#domain/nightly-start.ts';

const next = (time: string, timeZone: string, now: string) =>
  nextLocalTime(time, timeZone, new Date(now))?.toISOString() ?? null;

describe('the next time a clock in the store shows', () => {
  it.each([
    // Before and after four in the morning, in winter and in summer.
    ['04:00', 'Europe/Berlin', '2026-11-22T02:59:59Z', '2026-11-22T03:00:00.000Z'],
    ['04:00', 'Europe/Berlin', '2026-11-22T03:00:00Z', '2026-11-23T03:00:00.000Z'],
    ['04:00', 'Europe/Berlin', '2026-07-01T12:00:00Z', '2026-07-02T02:00:00.000Z'],
    // The clocks change in the night between: https://www.timeanddate.com/time/change/germany/berlin?year=2026
    ['03:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['03:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T02:30:00.000Z'],
    // The store's day is another than Greenwich's.
    ['04:00', 'Pacific/Auckland', '2026-11-22T20:00:00Z', '2026-11-23T15:00:00.000Z'],
    ['23:30', 'America/Los_Angeles', '2026-11-22T05:00:00Z', '2026-11-22T07:30:00.000Z'],
    ['04:15', 'Asia/Kolkata', '2026-11-22T00:00:00Z', '2026-11-22T22:45:00.000Z'],
  ])('%s in %s, asked at %s, is %s', (time, timeZone, now, expected) => {
    expect(next(time, timeZone, now)).toBe(expected);
  });

  it('is not known where the time zone is not', () => {
    expect(next('04:00', 'Mars/Olympus', '2026-11-22T00:00:00Z')).toBeNull();
  });
});

const shops = Array.from({length: 6_000}, (_, at) => ShopDomain.parse(`store-${at}.myshopify.com`));

it('a thousand shops with the same time do not start in the same minute: each minute of an hour has its share', () => {
  const starts = Map.groupBy(shops, (shop) => nightlyStart('04:00', shop, 'Europe/Berlin'));
  expect([...starts.keys()].toSorted()).toEqual(
    Array.from({length: 60}, (_, minute) => `04:${String(minute).padStart(2, '0')}`),
  );
  // 100 on average.
  for (const alike of starts.values()) expect(alike.length).toBeGreaterThan(50);
  for (const alike of starts.values()) expect(alike.length).toBeLessThan(200);
});

it('a shop always starts at the same minute, also in another process and another release', () => {
  expect(['one', 'two', 'three'].map((name) => startDelayMinutes(ShopDomain.parse(`${name}.myshopify.com`)))).toEqual([
    6, 24, 58,
  ]);
});

it.each(['03:30', '04:00', '22:59', '23:20', '23:59'])('with %s no shop starts earlier, or on the next day', (time) => {
  for (const shop of shops.slice(0, 500)) {
    const start = nightlyStart(time, shop, 'UTC');
    expect(start >= time && start <= '23:59').toBe(true);
  }
});

it.each([
  ['04:00', '04:30'],
  ['04:45', '04:45'],
])('where clocks change by half an hour, runs set to %s start in the second half of that hour', (time, earliest) => {
  const starts = shops.slice(0, 500).map((shop) => nightlyStart(time, shop, 'Australia/Lord_Howe'));
  for (const start of starts) expect(start >= earliest && start <= '04:59').toBe(true);
  expect(new Set(starts).size).toBeGreaterThan(10);
});
