// Days in the store's time zone.
import {day} from '#domain/durations.ts';

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
export function daysUpTo(last: string, count: number): readonly string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({length: count}, (_, index) =>
    new Date(end - (count - 1 - index) * day).toISOString().slice(0, 'YYYY-MM-DD'.length),
  );
}
