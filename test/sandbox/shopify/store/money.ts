// Amounts in minor units inside; on the wire a `Money` scalar has the currency's decimals ("19.90"), a `Decimal`
// (MoneyV2.amount) at least one ("19.9", "30.0").

/** Reads a decimal as Shopify's Money and Decimal scalars accept it; null when it is no amount. */
export function parseAmount(value: string | number, currency: string): number | null {
  const text = String(value).trim();
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return null;
  return Math.round(Number(text) * 10 ** exponent(currency) * (1 + Number.EPSILON));
}

/** As the shop keeps it, where it keeps fewer decimals than its currency has. */
export function rounded(
  minor: number,
  {currency, priceDecimals}: {readonly currency: string; readonly priceDecimals: number | null},
): number {
  const unit = 10 ** Math.max(0, exponent(currency) - (priceDecimals ?? exponent(currency)));
  return Math.round(minor / unit) * unit;
}

export function toMoney(minor: number, currency: string): string {
  return (minor / 10 ** exponent(currency)).toFixed(exponent(currency));
}

export function toDecimal(minor: number, currency: string): string {
  const trimmed = toMoney(minor, currency).replace(/(\.\d*?)0+$/, '$1');
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed.includes('.') ? trimmed : `${trimmed}.0`;
}

/** An amount of a currency in its minor units. */
export const minorIn = (currency: string, amount: number): number => Math.round(amount * 10 ** exponent(currency));

const exponents = new Map<string, number>();

/** Asked for every amount of every answer, and dear to find out. */
function exponent(currency: string): number {
  const known = exponents.get(currency);
  if (known !== undefined) return known;
  const {maximumFractionDigits = 2} = new Intl.NumberFormat('en', {style: 'currency', currency}).resolvedOptions();
  exponents.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}
