// The time that a report is about, and its days, weeks or months by the calendar of the store's time zone. The page loads this file, so it
// imports no zod.
import {day} from '#domain/durations.ts';
import {createLocalDayFormat, daysAfter, startOfLocalDay} from '#domain/local-days.ts';
import type {DayRange, PeriodName} from '#domain/reports/report-names.ts';

/** Several days that are summed: a day, a week from Monday or a month, without the days outside the report's range. */
export type Period = DayRange;

const mostDays = 731;
const mostSingleDays = 92;
const [firstDay, lastDay] = ['2000-01-01', '2100-12-31'];

/** Why there is no report of that time; null: there is. */
export function findRangeProblem(
  {from, to}: DayRange,
  by: string,
): {readonly field: 'from' | 'to' | 'by'; readonly message: string} | null {
  if (from < firstDay) return {field: 'from', message: 'There are no orders of that time.'};
  if (to > lastDay) return {field: 'to', message: 'There are no orders of that time.'};
  if (to < from) return {field: 'to', message: 'The last day is before the first one.'};
  const days = countDays({from, to});
  if (days > mostDays) return {field: 'from', message: `A report is of two years at most (${mostDays} days).`};
  if (by === 'day' && days > mostSingleDays) {
    return {field: 'by', message: `Single days are shown of ${mostSingleDays} days at most. Choose weeks or months.`};
  }
  return null;
}

export const countDays = ({from, to}: DayRange): number => (Date.parse(to) - Date.parse(from)) / day + 1;

/** The periods of the range, the earliest first, also those without orders. */
export function listPeriods({from, to}: DayRange, by: PeriodName): readonly Period[] {
  const periods: Period[] = [];
  for (let start = from; start <= to; ) {
    const end = lastDayOf(start, by);
    periods.push({from: start, to: end < to ? end : to});
    start = daysAfter(end, 1);
  }
  return periods;
}

/** The last day of the period that the day is in. */
function lastDayOf(start: string, by: PeriodName): string {
  const date = new Date(`${start}T00:00:00Z`);
  switch (by) {
    case 'day':
      return start;
    case 'week':
      return daysAfter(start, (7 - date.getUTCDay()) % 7);
    case 'month':
      return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
  }
}

/** The first instant of each period, and last the end of them all. */
export function boundariesOf(periods: readonly Period[], timeZone: string): readonly Date[] {
  const dayOf = createLocalDayFormat(timeZone);
  const last = periods.at(-1);
  return [...periods.map(({from}) => from), ...(last === undefined ? [] : [daysAfter(last.to, 1)])].map((one) =>
    startOfLocalDay(one, dayOf),
  );
}
