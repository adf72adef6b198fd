// The days, weeks and months of a report, by the calendar of the store's time zone.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createLocalDayFormat, daysAfter, daysUpTo, startOfLocalDay} from '#domain/local-days.ts';
import {boundariesOf, countDays, findRangeProblem, listPeriods} from '#domain/reports/periods.ts';
import {periodNames} from '#domain/reports/report-names.ts';

/** With and without summer time, far from UTC on both sides, with half hours, and one whose summer time begins at midnight. */
const timeZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'America/Santiago',
];
const aDay = fc.integer({min: 0, max: 9_000}).map((days) => daysAfter('2005-01-01', days));
const aRange = fc
  .tuple(aDay, fc.integer({min: 0, max: 730}))
  .map(([from, days]) => ({from, to: daysAfter(from, days)}));

describe('the periods of a report', () => {
  it('each day of the range is in exactly one, in order, and no other day is', () => {
    fc.assert(
      fc.property(aRange, fc.constantFrom(...periodNames), (range, by) => {
        const days = listPeriods(range, by).flatMap((period) => daysUpTo(period.to, countDays(period)));
        expect(days).toEqual(daysUpTo(range.to, countDays(range)));
      }),
    );
  });

  it('a week goes from Monday to Sunday and a month to its last day, but for the ends of the range', () => {
    expect(listPeriods({from: '2026-10-29', to: '2026-11-11'}, 'week')).toEqual([
      {from: '2026-10-29', to: '2026-11-01'},
      {from: '2026-11-02', to: '2026-11-08'},
      {from: '2026-11-09', to: '2026-11-11'},
    ]);
    expect(listPeriods({from: '2027-12-31', to: '2028-03-01'}, 'month')).toEqual([
      {from: '2027-12-31', to: '2027-12-31'},
      {from: '2028-01-01', to: '2028-01-31'},
      {from: '2028-02-01', to: '2028-02-29'},
      {from: '2028-03-01', to: '2028-03-01'},
    ]);
  });

  it('an instant is in the period of the day that the store’s clock shows', () => {
    fc.assert(
      fc.property(
        aRange,
        fc.constantFrom(...timeZones),
        fc.constantFrom(...periodNames),
        fc.double({min: 0, max: 1, noNaN: true}),
        (range, zone, by, at) => {
          const periods = listPeriods(range, by);
          const boundaries = boundariesOf(periods, zone).map((one) => one.getTime());
          const [first = 0, last = 0] = [boundaries[0], boundaries.at(-1)];
          const instant = Math.min(last - 1, first + Math.floor(at * (last - first)));
          const place = boundaries.findLastIndex((boundary) => boundary <= instant);
          const day = createLocalDayFormat(zone)(new Date(instant));
          expect(periods[place]?.from.localeCompare(day), `${day} in ${zone}`).toBeLessThanOrEqual(0);
          expect(periods[place]?.to.localeCompare(day), `${day} in ${zone}`).toBeGreaterThanOrEqual(0);
        },
      ),
      {numRuns: 200},
    );
  });

  it('the days of the change to and from summer time have 23 and 25 hours; a day that the zone left out has none', () => {
    const hoursOf = (day: string, zone: string) => {
      const dayOf = createLocalDayFormat(zone);
      const [start, end] = [day, daysAfter(day, 1)].map((one) => startOfLocalDay(one, dayOf).getTime());
      return ((end ?? 0) - (start ?? 0)) / 3_600_000;
    };
    expect(hoursOf('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hoursOf('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hoursOf('2026-11-22', 'Europe/Berlin')).toBe(24);
    expect(hoursOf('2026-04-24', 'Africa/Cairo')).toBe(23);
    expect(hoursOf('2011-12-30', 'Pacific/Apia')).toBe(0);
    expect(startOfLocalDay('2026-04-24', createLocalDayFormat('Africa/Cairo')).toISOString()).toBe(
      '2026-04-23T22:00:00.000Z',
    );
  });

  it('a range that no report can show is refused with the field to correct', () => {
    const fieldOf = (from: string, to: string, by = 'week') => findRangeProblem({from, to}, by)?.field ?? null;
    expect(fieldOf('2026-11-02', '2026-11-01')).toBe('to');
    expect(fieldOf('1999-12-31', '2000-01-02')).toBe('from');
    expect(fieldOf('2100-12-31', '2101-01-01')).toBe('to');
    expect(fieldOf('2025-01-01', daysAfter('2025-01-01', 730))).toBeNull();
    expect(fieldOf('2025-01-01', daysAfter('2025-01-01', 731))).toBe('from');
    expect(fieldOf('2025-01-01', daysAfter('2025-01-01', 91), 'day')).toBeNull();
    expect(fieldOf('2025-01-01', daysAfter('2025-01-01', 92), 'day')).toBe('by');
  });
});
