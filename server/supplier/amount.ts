// An amount of money as the supplier writes it: a number or decimal text.
import {highestAmount} from '#domain/catalogue/article.ts';
import {parseMinor} from '#domain/money.ts';

/** Minor units of the currency; null for what is not a number, and for what is too large to be a price. */
export function readAmount(value: unknown, currency: string): number | null {
  const minor = parseMinor(value, currency);
  return minor === null || Math.abs(minor) > highestAmount ? null : minor;
}

/** Why `readAmount` gave none; follows the name of the field. */
export const whyNoAmount = (value: unknown, currency: string): string =>
  parseMinor(value, currency) === null ? 'is not a number' : 'is over 1,000,000.00, which is not believed';
