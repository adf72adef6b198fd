// Finds the next instant at which a clock in the store's time zone shows a given time.
import {day, hour, minute} from '#domain/durations.ts';

/**
 * The next instant after `now` at which the clock in the time zone shows `time`.
 * @param time HH:MM, 03:30 or later: in most time zones, a change to or from summer time is over by then.
 * @returns null if this machine does not know the time zone.
 */
export function nextLocalTime(time: string, timeZone: string, now: Date): Date | null {
  const clock = createClock(timeZone);
  if (clock === null) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = clock(now.getTime());
  for (const days of [0, 1, 2]) {
    const wanted = Math.floor(today / day) * day + days * day + hours * hour + minutes * minute;
    const at = toInstant(wanted, clock);
    if (at > now.getTime()) return new Date(at);
  }
  return null;
}

/** Converts an instant to what a wall clock shows then, as milliseconds since 1970 on that wall clock. */
type Clock = (instant: number) => number;

/** Makes the clock; null: this machine does not know the time zone. */
function createClock(timeZone: string): Clock | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return (instant) => readWallClock(format.formatToParts(instant));
  } catch (err) {
    if (err instanceof RangeError) return null;
    throw err;
  }
}

/** The formatted parts as milliseconds since 1970 on the wall clock. */
function readWallClock(parts: readonly Intl.DateTimeFormatPart[]): number {
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? Number.NaN);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The instant at which the clock shows `shown`. The second step corrects a change of the time zone's offset since the guess. */
function toInstant(shown: number, clock: Clock): number {
  const guess = shown - (clock(shown) - shown);
  return guess + (shown - clock(guess));
}
