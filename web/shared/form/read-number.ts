// Reads numbers and amounts of a form as people type them. A string as result is the sentence that says why the text cannot be saved.
import {minorUnitExponent, parseMinor, toDecimal} from '#domain/money.ts';
import {type Range, rangeError} from '#domain/settings/describe.ts';
import {readDecimal, writeDecimal} from '../../text/decimal-input.ts';

/** The number, or a sentence that says why there is none. @param unreadable the sentence for a text that is no number. */
export function readNumber(text: string, unit: string, range: Range, unreadable: string): number | string {
  const reading = readDecimal(text, unit);
  if (reading.kind === 'ambiguous') return 'Say which of the two numbers you mean.';
  if (reading.kind !== 'number') return unreadable;
  return rangeError(range, reading.value) ?? reading.value;
}

/** Whether the field of a number is empty. */
export const isEmptyNumber = (text: string): boolean => readDecimal(text).kind === 'empty';

/** The sentence that says why the text cannot be saved; null: it was read. */
export const errorOf = (read: unknown): string | null => (typeof read === 'string' ? read : null);

/** The fields that have an error, each with its error. */
export const collectErrors = (read: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(read).flatMap(([name, error]) => (error === null ? [] : [[name, error]])));

/** An amount in minor units as text in major units: "4.5" for 450 cents. */
export const writeMajorUnits = (minor: number, currency: string): string =>
  writeDecimal(Number(toDecimal({minor, currency})));

/** An amount in minor units; null: it has more decimals than the currency. */
export function toMinorUnits(amount: number, currency: string): number | null {
  const minor = parseMinor(amount, currency);
  return minor !== null && minor / 10 ** minorUnitExponent(currency) === amount ? minor : null;
}
