// Money is integer minor units plus a currency, never a fraction of a cent. The page loads this file, so it imports no zod.

/** An amount in minor units of a currency (ISO 4217 code). */
export type Money = {readonly minor: number; readonly currency: string};

/** ISO 4217 codes whose minor unit is not 1/100. https://www.iso.org/iso-4217-currency-codes.html */
const minorUnitExponents: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** How many decimals the currency has, such as 2 for EUR; 2 for an unknown currency. */
export const minorUnitExponent = (currency: string): number =>
  Object.hasOwn(minorUnitExponents, currency) ? (minorUnitExponents[currency] ?? 2) : 2;

/** Euro cents as money. */
export const eur = (cents: number): Money => ({minor: cents, currency: 'EUR'});

/**
 * A decimal number or decimal text as minor units, rounded half away from zero; null for anything else, and for more than 12 digits
 * before the point or 20 after it. Works on decimal digits, not on binary fractions: 1.005 is 101 cents.
 */
export function parseMinor(value: unknown, currency: string): number | null {
  return (typeof value === 'number' ? minorFromNumber(value, currency) : null) ?? minorFromDigits(value, currency);
}

/**
 * Fast path for a number that states a whole amount of minor units, such as 19.9. Up to fifteen digits, two amounts never have the
 * same floating-point number, so the result equals that of the written digits. Null for any other number.
 */
function minorFromNumber(value: number, currency: string): number | null {
  const scale = 10 ** minorUnitExponent(currency);
  const minor = Math.round(value * scale);
  if (Math.abs(minor) >= 1e15 || Math.abs(value) >= 1e12 || minor / scale !== value) return null;
  return minor === 0 ? 0 : minor;
}

/** Reads decimal digits exactly, in all cases that `minorFromNumber` does not take. */
function minorFromDigits(value: unknown, currency: string): number | null {
  const text = typeof value === 'number' ? decimalText(value) : typeof value === 'string' ? value.trim() : null;
  const match = text === null ? null : /^(-?)(\d{1,12})(?:\.(\d{1,20}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const exponent = minorUnitExponent(currency);
  const kept = fraction.slice(0, exponent).padEnd(exponent, '0');
  const roundUp = (fraction[exponent] ?? '0') >= '5' ? 1 : 0;
  const minor = Number(whole + kept) + roundUp;
  if (!Number.isSafeInteger(minor)) return null;
  return sign && minor !== 0 ? -minor : minor;
}

/** A JavaScript number's decimal text without an exponent; null if the number is not finite, or 1e21 or larger. */
function decimalText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20) : null;
}

/** An amount as decimal text, as Shopify and people write it: 1990 cents are "19.90", 500 yen are "500". */
export function toDecimal({minor, currency}: Money): string {
  const exponent = minorUnitExponent(currency);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const sign = minor < 0 ? '-' : '';
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The formats of amounts that were used so far, by currency: making one costs more than using it. */
const amountFormats = new Map<string, Intl.NumberFormat>();

/** An amount as a sentence or a page shows it, for everything that the merchant reads: "€1,299.00", "CHF 9.50", "−€4.20". */
export const moneyText = ({minor, currency}: Money): string =>
  withMinusSign(amountFormat(currency).format(Number(toDecimal({minor, currency}))));

/** Euro cents as an amount to be read. */
export const euroText = (cents: number): string => moneyText(eur(cents));

/** A number in English with the sign of a minus instead of a hyphen. */
export const withMinusSign = (text: string): string => text.replace('-', '\u2212');

function amountFormat(currency: string): Intl.NumberFormat {
  const known = amountFormats.get(currency);
  if (known !== undefined) return known;
  // English like the sentences around it.
  const made = new Intl.NumberFormat('en-GB', {style: 'currency', currency});
  amountFormats.set(currency, made);
  return made;
}

/** An amount times numerator/denominator, rounded half away from zero to whole minor units; exact for safe integers. */
export function scaleMinor(minor: number, numerator: number, denominator: number): number {
  const product = BigInt(minor) * BigInt(numerator);
  const by = BigInt(denominator);
  const half = by / 2n;
  const rounded = product >= 0n ? (product + half) / by : (product - half) / by;
  return Number(rounded);
}
