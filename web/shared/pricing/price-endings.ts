// Reads and writes what prices end in, as a merchant types it: ".99", ".95 or .99", "9.99", or "80" in a currency without decimals.
import type {Pricing} from '#contract/settings.ts';
import {minorUnitExponent} from '#domain/money.ts';

/** The rounding of prices in one currency: the endings, and the step at which they repeat. */
type Rounding = Pricing['pricing']['rounding'][number];

/** The endings as text; empty: prices end as they are calculated. */
export function writeEndings(rounding: Rounding | null, currency: string): string {
  if (rounding === null) return '';
  const {endings, step} = rounding;
  const digits = endingDigitsOf(step);
  if (digits === null) return `as set, every ${step}`;
  const unit = 10 ** minorUnitExponent(currency);
  const text = endings.map((ending) => writeEnding(ending, digits, minorUnitExponent(currency))).join(' or ');
  // "0.99" alone would be read as ".99", which is an ending of every unit.
  const isMisread = unit > 1 && step > unit && endings.every((ending) => ending < unit);
  return isMisread ? `${text} every ${step / unit}` : text;
}

/** Reads typed endings. Null: none; a string: why they cannot be read. @param saved returned as it is if its own text was not changed. */
export function readEndings(text: string, currency: string, saved: Rounding | null): Rounding | string | null {
  const typed = text.trim();
  if (typed === writeEndings(saved, currency)) return saved;
  if (typed === '') return null;
  const parts = typed.split(/\s*(?:\bor\b|\band\b|;|\s)\s*/).filter((part) => part !== '');
  const exponent = minorUnitExponent(currency);
  // People write "0.99" for ".99". Beside an ending such as "5.99" the zero counts.
  const isOfUnit = parts.every((part) => /^0?[.,]/.test(part));
  const read = parts.map((part) => readEnding(isOfUnit ? part.replace(/^0/, '') : part, exponent));
  const [first] = read;
  if (first === undefined || read.some((one) => one === null)) return unreadableText(exponent);
  const endings = read.flatMap((one) => one ?? []);
  if (endings.some(({digits}) => digits !== first?.digits)) return 'Write all endings with the same number of digits.';
  if (endings.length > 10) return 'Enter at most ten endings.';
  return {currency, step: 10 ** (first?.digits ?? 0), endings: endings.map(({ending}) => ending)};
}

const unreadableText = (exponent: number): string =>
  exponent === 0 ? 'Enter an ending such as 80, or 80 or 00.' : 'Enter an ending such as .99, or .95 or .99.';

/** One ending in minor units, and its number of digits: 99 with 2 digits for ".99". */
type Ending = {readonly ending: number; readonly digits: number};

/** Reads one ending, with one separator at most and all the currency's decimals behind it; null if it is none. */
function readEnding(part: string, exponent: number): Ending | null {
  const match = /^(\d*)(?:[.,](\d+))?$/.exec(part);
  const [, whole = '', decimals = ''] = match ?? [];
  if (match === null || (decimals !== '' && decimals.length !== exponent)) return null;
  const digits = whole + decimals;
  return digits.length >= 1 && digits.length <= 5 ? {ending: Number(digits), digits: digits.length} : null;
}

/** One ending as a merchant would type it, with its zeros. */
function writeEnding(ending: number, digits: number, exponent: number): string {
  const text = String(ending).padStart(digits, '0');
  return exponent === 0 || digits < exponent ? text : `${text.slice(0, -exponent)}.${text.slice(-exponent)}`;
}

/** How many digits an ending has for a rounding step: 2 for 100; null for 1, and for a step that is no power of ten. */
function endingDigitsOf(step: number): number | null {
  const digits = Math.round(Math.log10(step));
  return step > 1 && 10 ** digits === step ? digits : null;
}
