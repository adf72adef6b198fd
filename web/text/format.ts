// Formats numbers, money, times, lists and names of countries in English, the language of the page's sentences.
import {minute} from '#domain/durations.ts';
import {euroText, moneyText, toDecimal, withMinusSign} from '#domain/money.ts';
import {inSentence} from '#domain/words/country-names.ts';

/**
 * The language of all formats. It is not the admin's, because the page's sentences are English, and Intl throws for a language tag that is
 * not valid.
 */
const locale = 'en-GB';

/** Shown in the place of a figure that is not known. */
export const notKnownMark = '–';

/** A number with thousands separators. */
export const count = (value: number): string => new Intl.NumberFormat(locale).format(value);

/** An amount in euro, from euro cents: the supplier charges everything in euro. */
export const euros = euroText;

/** An amount in a currency, from its minor units. */
export const money = (minor: number, currency: string): string => moneyText({minor, currency});

/** An amount beside another one that names the currency: "6.90". */
export const amount = (minor: number, currency: string): string =>
  new Intl.NumberFormat(locale, {style: 'currency', currency})
    .formatToParts(Number(toDecimal({minor, currency})))
    .filter(({type}) => type !== 'currency' && type !== 'literal')
    .map(({value}) => value)
    .join('');

/** An amount in a currency, from a decimal number such as "79.90". */
export const decimalMoney = (decimal: string, currency: string): string =>
  withMinusSign(new Intl.NumberFormat(locale, {style: 'currency', currency}).format(Number(decimal)));

/** "37.5 %": with one decimal at most. */
export const percent = (value: number): string =>
  `${withMinusSign(new Intl.NumberFormat(locale, {maximumFractionDigits: 1}).format(value))} %`;

/**
 * Day and time; with the year if it is not the current one. @param now decides which year is current. @param timeZone the browser's own
 * if left out.
 */
export const dateAndTime = (iso: string, now = new Date(), timeZone?: string): string =>
  formatInCalendar(iso, now, {hour: '2-digit', minute: '2-digit', ...(timeZone === undefined ? {} : {timeZone})});

/** The day alone, in the browser's time zone; with the year if it is not the current one. */
export const dayOf = (iso: string, now = new Date()): string => formatInCalendar(iso, now, {});

/** The day, with the year if it is not that of `now`, and whatever else `time` asks for. */
function formatInCalendar(iso: string, now: Date, time: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  const zone = time.timeZone === undefined ? {} : {timeZone: time.timeZone};
  const calendar = new Intl.DateTimeFormat(locale, {year: 'numeric', ...zone});
  const year = calendar.format(date) === calendar.format(now) ? {} : ({year: 'numeric'} as const);
  return new Intl.DateTimeFormat(locale, {day: 'numeric', month: 'short', ...year, ...time}).format(date);
}

/** Day and time in the store's time zone; in UTC if Shopify has not named the zone (null), or the browser does not know it. */
export function inStoreTime(iso: string, timeZone: string | null): string {
  const inUtc = () => `${dateAndTime(iso, undefined, 'UTC')}, UTC`;
  if (timeZone === null) return inUtc();
  try {
    return `${dateAndTime(iso, undefined, timeZone)}, your store’s local time`;
  } catch {
    return `${inUtc()} (this browser does not know your store’s time zone, ${timeZone})`;
  }
}

/** The age of a time, such as "2 days": in minutes below an hour, in hours below two days, else in days. */
export function age(iso: string, now: Date): string {
  const {value, unit} = ageInUnit(iso, now);
  if (value === 0) return 'less than a minute';
  return new Intl.NumberFormat(locale, {style: 'unit', unit, unitDisplay: 'long'}).format(value);
}

/** A duration: "41 seconds", "2 minutes", "17 hours". */
export function formatDuration(fromIso: string, toIso: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(toIso) - Date.parse(fromIso)) / 1000));
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return new Intl.NumberFormat(locale, {style: 'unit', unit, unitDisplay: 'long'}).format(value);
}

type AgeUnit = 'minute' | 'hour' | 'day';

/** The age in whole minutes, hours or days; 0 for a time in the future. */
function ageInUnit(iso: string, now: Date): {value: number; unit: AgeUnit} {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / minute));
  if (minutes < 60) return {value: minutes, unit: 'minute'};
  if (minutes < 48 * 60) return {value: Math.floor(minutes / 60), unit: 'hour'};
  return {value: Math.floor(minutes / (24 * 60)), unit: 'day'};
}

/** The country's name; the code if there is no name. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(locale, {type: 'region'}).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The country's name within a sentence: "the United Kingdom", "Norway". */
export const countryInSentence = (code: string): string => inSentence(code, countryName(code));

/** The names as a list: "A, B and 3 more". @param more how many are not named. */
export const joinNames = (names: readonly string[], more = 0): string =>
  new Intl.ListFormat(locale).format(more > 0 ? [...names, `${count(more)} more`] : names);

/** The first names as a list, and how many more there are. */
export const joinFirstNames = (names: readonly string[], shown = 3): string =>
  joinNames(names.slice(0, shown), names.length - shown);

/** "22 Nov 2026" for a day of the calendar, or for a time as its day in UTC; a text that is no date stays as it is. */
export function calendarDay(day: string): string {
  const date = new Date(day);
  if (Number.isNaN(date.getTime())) return day;
  const parts = {day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC'} as const;
  return new Intl.DateTimeFormat(locale, parts).format(date);
}

/** "22 Nov" for a day of the calendar such as "2026-11-22". */
export const dayAndMonth = (day: string): string =>
  new Intl.DateTimeFormat(locale, {day: 'numeric', month: 'short', timeZone: 'UTC'}).format(new Date(day));

/** Scripts that are written from right to left. */
const rightToLeftScript = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Isolates a supplier's right-to-left text in a sentence, so that the words around it keep their order. */
export const isolateRightToLeft = (word: string): string =>
  rightToLeftScript.test(word) ? `\u2068${word}\u2069` : word;

/** Words of the supplier as a list with commas, each isolated if it is written from right to left. */
export const joinWords = (words: readonly string[]): string => words.map(isolateRightToLeft).join(', ');
