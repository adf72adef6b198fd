// Exact fractions, for amounts between two roundings.

export type Rational = {readonly numerator: bigint; readonly denominator: bigint};

export const rational = (numerator: bigint | number, denominator: bigint | number = 1n): Rational => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

export const times = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.numerator, one.denominator * other.denominator);

export const plus = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

/** Only amounts from zero up are rounded here. */
export const roundUp = ({numerator, denominator}: Rational): bigint => (numerator + denominator - 1n) / denominator;
export const roundDown = ({numerator, denominator}: Rational): bigint => numerator / denominator;
export const roundHalfUp = ({numerator, denominator}: Rational): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** 100 % and so many per cent more; percentages have two decimals. */
export const percentOnTop = (percent: number): Rational => rational(10_000n + toBasis(percent), 10_000n);

/** Hundredths of a per cent. */
export const toBasis = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** Decimal text such as "0.85123"; null where it is none. */
export function parseRational(text: string): Rational | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
