// Days in the store's time zone.
import {day, hour} from '#domain/durations.ts';

/** Returns a function that formats an instant as the local day, "2026-11-22". A time zone that this machine does not know counts as UTC. */
export function createLocalDayFormat(timeZone: string): (at: Date) => string {
  const format = formatFor(timeZone, dayParts) ?? formatFor('UTC', dayParts);
  return (at) => format?.format(at) ?? '';
}

/** The local day and time of an instant, "2026-11-22 07:05". A time zone that this machine does not know counts as UTC. */
export function localTimeOf(timeZone: string, at: Date): string {
  const format = formatFor(timeZone, timeParts) ?? formatFor('UTC', timeParts);
  return format?.format(at) ?? '';
}

const dayParts: Intl.DateTimeFormatOptions = {year: 'numeric', month: '2-digit', day: '2-digit'};
const timeParts: Intl.DateTimeFormatOptions = {...dayParts, hour: '2-digit', minute: '2-digit'};

/** The format; null: this machine does not know the time zone. The Swedish format of a date is the ISO form. */
function formatFor(timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {timeZone, ...parts});
  } catch (err) {
    if (err instanceof RangeError) return null;
    throw err;
  }
}

/** Lists `count` days that end with `last`, the earliest first. @param last a day like "2026-11-22". */
export const daysUpTo = (last: string, count: number): readonly string[] =>
  Array.from({length: count}, (_, index) => daysAfter(last, index + 1 - count));

/** The day so many days later; a negative number: earlier. */
export const daysAfter = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The first instant of a local day; of a day that the time zone left out, the first one after it. */
export function startOfLocalDay(localDay: string, dayOf: (at: Date) => string): Date {
  const midnight = Date.parse(`${localDay}T00:00:00Z`);
  // No time zone is further from UTC.
  let before = midnight - 16 * hour;
  let after = midnight + 16 * hour;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(new Date(middle)) < localDay) before = middle;
    else after = middle;
  }
  return new Date(after);
}
