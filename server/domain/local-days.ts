// Days in the store's time zone.
import {day} from '#domain/durations.ts';

/** Returns a function that formats an instant as the local day, "2026-11-22". A time zone that this machine does not know counts as UTC. */
export function createLocalDayFormat(timeZone: string): (at: Date) => string {
  // The Swedish format of a date is the ISO form.
  const format = dateFormatFor(timeZone) ?? dateFormatFor('UTC');
  return (at) => format?.format(at) ?? '';
}

/** The format; null: this machine does not know the time zone. */
function dateFormatFor(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {timeZone, year: 'numeric', month: '2-digit', day: '2-digit'});
  } catch (err) {
    if (err instanceof RangeError) return null;
    throw err;
  }
}

/** Lists `count` days that end with `last`, the earliest first. @param last a day like "2026-11-22". */
export function daysUpTo(last: string, count: number): readonly string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({length: count}, (_, index) =>
    new Date(end - (count - 1 - index) * day).toISOString().slice(0, 'YYYY-MM-DD'.length),
  );
}
