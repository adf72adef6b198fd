import {describe, expect, it} from 'vitest';
import {nextLocalTime} from '#domain/next-local-time.ts';

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
