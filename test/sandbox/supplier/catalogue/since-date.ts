/**
 * `since` is "any date format that parses, such as an ISO date". Returns ms, or undefined where nothing parses.
 * Read as UTC where the text names no zone, whatever zone the machine is in. Beside ISO and what the JavaScript engine
 * reads ("15 Nov 2026", RFC 2822, 2026/11/15) this takes 20261115, 15.11.2026 and epoch seconds as @1794700800.
 */
export function parseSince(text: string): number | undefined {
  const trimmed = text.trim();
  const epoch = /^@(\d{1,11})$/.exec(trimmed);
  if (epoch !== null) return Number(epoch[1]) * 1000;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  if (compact !== null) return dayOf(compact[1], compact[2], compact[3]);
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  if (dayFirst !== null) return dayOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  // A plus sign that was not encoded arrives as a space.
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|([+ -])(\d{2}):?(\d{2}))?)?$/i.exec(
      trimmed,
    );
  if (iso !== null) return isoOf(iso);
  return known(Date.parse(`${trimmed} UTC`)) ?? known(Date.parse(trimmed));
}

function isoOf([, date = '', time, , sign, hours, minutes]: RegExpExecArray): number | undefined {
  if (time === undefined) return known(Date.parse(date));
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes ?? '00'}`;
  return known(Date.parse(`${date}T${time}${offset}`));
}

function dayOf(year = '', month = '', day = ''): number | undefined {
  return known(Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`));
}

function known(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : ms;
}
