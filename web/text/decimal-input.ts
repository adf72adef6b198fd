// Reads numbers as people type them, with a decimal point or a decimal comma. A text that can mean two numbers is reported as ambiguous, so
// that the merchant is asked.
import {normalForm} from '#domain/text.ts';

/** What a typed text means as a number; `ambiguous` gives the two numbers that it can mean. */
export type DecimalReading =
  | {readonly kind: 'empty'}
  | {readonly kind: 'number'; readonly value: number}
  /** One separator and exactly three digits behind it: `1.234` is a whole number to one reader and a fraction to another. */
  | {readonly kind: 'ambiguous'; readonly whole: number; readonly decimal: number}
  | {readonly kind: 'unreadable'};

/** Reads a typed number. @param unit may stand behind the number, as in `62,5 %`. */
export function readDecimal(text: string, unit = ''): DecimalReading {
  const typed = toLatinDigits(withoutUnit(text, unit));
  if (typed === '') return {kind: 'empty'};
  const isNegative = /^[-\u2212]/.test(typed);
  const reading = readPositive(typed.replace(/^[-\u2212+]\s*/, ''));
  if (!isNegative) return reading;
  if (reading.kind === 'number') return {kind: 'number', value: -reading.value};
  return reading.kind === 'ambiguous'
    ? {...reading, whole: -reading.whole, decimal: -reading.decimal}
    : {kind: 'unreadable'};
}

/** The number as text that `readDecimal` reads as this number: three decimals get a zero where they would be ambiguous. */
export function writeDecimal(value: number): string {
  const text = withoutExponent(String(value));
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/**
 * Writes a number without an exponent, because JavaScript writes numbers below 0.000001 as `1e-7`:
 * https://tc39.es/ecma262/#sec-numeric-types-number-tostring
 */
function withoutExponent(text: string): string {
  const [digits = '', zeros] = text.split('e-');
  if (zeros === undefined) return text;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits.replaceAll(/[-.]/g, '')}`;
}

/** Reads a number without a sign. */
function readPositive(typed: string): DecimalReading {
  const [separator, ...others] = new Set(typed.match(/[.,]/g));
  const parts = separator === undefined ? null : typed.split(separator);
  if (separator === undefined) return readWhole(typed);
  if (others.length > 0) return readTwoSeparators(typed);
  // The same separator twice groups thousands.
  if (parts === null || parts.length > 2) return readWhole(typed.replaceAll(/[.,]/g, ' '));
  const reading = readWithDecimals(parts[0] ?? '', parts[1] ?? '');
  const asThousands = readWhole(typed.replace(separator, ' '));
  if (reading.kind !== 'number' || asThousands.kind !== 'number' || /\s/.test(typed)) return reading;
  return {kind: 'ambiguous', whole: asThousands.value, decimal: reading.value};
}

/** Reads a number with both separators: the last one is the decimal one and occurs once, as in `1.234,56`. */
function readTwoSeparators(typed: string): DecimalReading {
  const at = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','));
  const whole = typed.slice(0, at);
  if (whole.includes(typed.charAt(at))) return {kind: 'unreadable'};
  return readWithDecimals(whole.replaceAll(/[.,]/g, ' '), typed.slice(at + 1));
}

/** Reads a number from the text before its decimal separator and the digits after it. */
function readWithDecimals(before: string, decimals: string): DecimalReading {
  const whole = readWhole(before === '' ? '0' : before);
  if (whole.kind !== 'number' || !/^\d+$/.test(decimals)) return {kind: 'unreadable'};
  return readExactNumber(`${withoutSpaces(before)}.${decimals}`);
}

/** Reads a whole number: digits alone, or in groups of three. */
function readWhole(typed: string): DecimalReading {
  return /^\d+$/.test(typed) || /^[1-9]\d{0,2}(\s\d{3})+$/.test(typed)
    ? readExactNumber(withoutSpaces(typed))
    : {kind: 'unreadable'};
}

const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '');

/**
 * The number of a plain text; unreadable with more than 15 digits, which may not be kept exactly:
 * https://tc39.es/ecma262/#sec-ecmascript-language-types-number-type
 */
function readExactNumber(text: string): DecimalReading {
  const value = Number(text);
  const isExact = text.replace('.', '').replace(/^0+/, '').length <= 15;
  return isExact ? {kind: 'number', value} : {kind: 'unreadable'};
}

/** The typed text without the unit behind the number and without blanks around it. */
function withoutUnit(text: string, unit: string): string {
  const typed = text.trim();
  return unit !== '' && typed.endsWith(unit) ? typed.slice(0, -unit.length).trim() : typed;
}

/** The zeros of the Arabic, Persian and Devanagari digits. */
const digitZeros = [0x06_60, 0x06_f0, 0x09_66];

/** Writes full-width, Arabic, Persian and Devanagari digits as Latin ones, and Swiss and Arabic thousands separators as spaces. */
function toLatinDigits(text: string): string {
  return normalForm(text, 'NFKC')
    .replaceAll('\u066b', ',')
    .replaceAll(/[\u066c'’]/g, ' ')
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = digitZeros.find((first) => code >= first && code < first + 10);
      return zero === undefined ? digit : String(code - zero);
    });
}
