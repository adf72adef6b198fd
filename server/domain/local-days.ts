// Days of the store's own calendar.
import {day} from '#domain/durations.ts';

/** "2026-11-22" for an instant. A time zone that this machine does not know counts as UTC. */
export function openCalendar(timeZone: string): (at: Date) => string {
  // The Swedish format of a date is the ISO form.
  const format = formatFor(timeZone) ?? formatFor('UTC');
  return (at) => format?.format(at) ?? '';
}

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {timeZone, year: 'numeric', month: '2-digit', day: '2-digit'});
  } catch (err) {
    if (err instanceof RangeError) return null;
    throw err;
  }
}

/** `count` days up to `last`, the earliest first. @param last a day as `openCalendar` returns it. */
export function daysUpTo(last: string, count: number): readonly string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({length: count}, (_, index) =>
    new Date(end - (count - 1 - index) * day).toISOString().slice(0, 'YYYY-MM-DD'.length),
  );
}
