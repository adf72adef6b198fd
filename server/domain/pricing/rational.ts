// Arithmetic with exact fractions, for amounts that are not rounded yet.

/** A fraction; the denominator is above zero. */
export type Rational = {readonly numerator: bigint; readonly denominator: bigint};

/** Makes a fraction; without a denominator, a whole number. */
export const rational = (numerator: bigint | number, denominator: bigint | number = 1n): Rational => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

/** The product of two fractions. */
export const times = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.numerator, one.denominator * other.denominator);

/** The sum of two fractions. */
export const plus = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

/** Rounds up to a whole number; only for amounts of zero or more. */
export const roundUp = ({numerator, denominator}: Rational): bigint => (numerator + denominator - 1n) / denominator;
/** Rounds down to a whole number; only for amounts of zero or more. */
export const roundDown = ({numerator, denominator}: Rational): bigint => numerator / denominator;
/** Rounds to the nearest whole number, a half up; only for amounts of zero or more. */
export const roundHalfUp = ({numerator, denominator}: Rational): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** The factor for this percentage on top of 100 %; percentages have two decimals. */
export const percentOnTop = (percent: number): Rational => rational(10_000n + toBasis(percent), 10_000n);

/** A percentage as whole hundredths of a per cent. */
export const toBasis = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** Parses decimal text such as "0.85123"; null for any other text. */
export function parseRational(text: string): Rational | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
