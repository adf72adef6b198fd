// Numbers and amounts of a form: read as people type them, or the sentence that says why they cannot be saved.
import {exponentOf, parseMinor, toDecimal} from '#domain/money.ts';
import {rangeError} from '#domain/settings-limits.ts';
import {readDecimal, writeDecimal} from '../../text/decimal-input.ts';

type Range = Parameters<typeof rangeError>[0];

/** The number, or why there is none. @param unreadable said where the text is no number. */
export function readNumber(text: string, unit: string, range: Range, unreadable: string): number | string {
  const reading = readDecimal(text, unit);
  if (reading.kind === 'ambiguous') return 'Say which of the two numbers you mean.';
  if (reading.kind !== 'number') return unreadable;
  return rangeError(range, reading.value) ?? reading.value;
}

export const isEmpty = (text: string): boolean => readDecimal(text).kind === 'empty';

export const errorIn = (read: unknown): string | null => (typeof read === 'string' ? read : null);

/** The errors among what was read, by field name. */
export const errorsIn = (read: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(read).flatMap(([name, error]) => (error === null ? [] : [[name, error]])));

/** "4.5" for 450 cents. */
export const toMajor = (minor: number, currency: string): string => writeDecimal(Number(toDecimal({minor, currency})));

/** Null: the amount has more decimals than the currency. */
export function toMinor(amount: number, currency: string): number | null {
  const minor = parseMinor(amount, currency);
  const scaled = amount * 10 ** exponentOf(currency);
  return minor !== null && Math.abs(scaled - minor) < 1e-6 ? minor : null;
}
