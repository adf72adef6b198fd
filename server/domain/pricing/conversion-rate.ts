// Converts the supplier's amounts in euro to the store's currency, by the merchant's rate.
import {minorUnitExponent} from '#domain/money.ts';
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {parseRational, percentOnTop, type Rational, rational, roundDown, times} from '#domain/pricing/rational.ts';

/** The rate from euro cents to the store's currency, with and without the merchant's buffer. */
export type ConversionRate = {
  /** Minor units of the store's currency for one euro cent; `buffered`: with the merchant's buffer on top. */
  readonly plain: Rational;
  readonly buffered: Rational;
  /** The rate as the trace shows it. */
  readonly shown: Omit<Extract<PriceStep, {readonly step: 'rate'}>, 'step' | 'amount'>;
};

/** The rate from euro cents to the currency's minor units; null: the store sells in euro; a text: why there is no rate. */
export function findConversionRate(
  {rate}: Pick<PricingSettings, 'rate'>,
  currency: string,
): ConversionRate | string | null {
  if (currency === 'EUR') return null;
  if (rate === null) return `The store sells in ${currency}; prices need an exchange rate, which is not set.`;
  if (rate.currency !== currency) {
    return `The store sells in ${currency}, but the exchange rate you set is for ${rate.currency}.`;
  }
  const perEuro = parseRational(rate.perEuro);
  if (perEuro === null || perEuro.numerator === 0n) return `The exchange rate "${rate.perEuro}" is not above zero.`;
  const plain = times(perEuro, rational(10n ** BigInt(minorUnitExponent(currency)), 100n));
  const {perEuro: text, asOf, bufferPercent} = rate;
  return {
    plain,
    buffered: times(plain, percentOnTop(bufferPercent)),
    shown: {currency, perEuro: text, asOf, bufferPercent},
  };
}

/**
 * The recommended price in the store's currency, tax included, at the rate without buffer and rounded down, so that what is shown is never
 * higher than the recommendation. @param rrp euro cents; null or not above zero: there is none.
 */
export function convertRecommended(rrp: number | null, rate: ConversionRate | null): bigint | null {
  if (rrp === null || !Number.isSafeInteger(rrp) || rrp <= 0) return null;
  return rate === null ? BigInt(rrp) : roundDown(times(rational(rrp), rate.plain));
}

/** Converts a recommended price in euro cents to the store's currency; null: there is none, or no rate for the currency. */
export function createRrpConverter(
  pricing: Pick<PricingSettings, 'rate'>,
  currency: string,
): (rrp: number | null) => number | null {
  const rate = findConversionRate(pricing, currency);
  return (rrp) => {
    const converted = typeof rate === 'string' ? null : convertRecommended(rrp, rate);
    return converted === null ? null : Number(converted);
  };
}

/**
 * Whether a price is above the recommended one, both in the store's currency. The recommended one includes tax: a price to which tax is
 * added is compared as it is, so it is above for certain.
 */
export const isAboveRrp = (price: number, rrp: number | null): boolean => rrp !== null && price > rrp;
