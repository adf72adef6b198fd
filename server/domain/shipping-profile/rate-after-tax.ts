// What is left of a shopper's rate after the tax in it, beside the supplier's fee. Imports no zod: the page shows it while typing.
import {netOf, type TaxTerms} from '#domain/margins/left-per-piece.ts';
import {type EuroRate, toStoreCurrency} from '#domain/margins/margin.ts';
import {resolveDestination, type ZoneCode} from '#domain/orders/zone.ts';
import type {PriceShown} from '#domain/shipping-profile/compare-profile.ts';

/** A rate in minor units of its currency. */
export type RateAfterTax = {
  readonly price: number;
  /** What is left without the tax in it. */
  readonly left: number;
  /** The supplier's fee in the same currency. */
  readonly fee: number;
  readonly currency: string;
};

/** Null: the tax is not set, or the fee has no exchange rate. @param fee euro cents. */
export function rateAfterTax(
  {minor, currency}: PriceShown,
  fee: number,
  tax: TaxTerms,
  rate: EuroRate,
): RateAfterTax | null {
  const left = netOf(minor, tax);
  const own = feeIn(currency, fee, rate);
  return left === null || own === null ? null : {price: minor, left, fee: own, currency};
}

/** The supplier's fee in the currency of a rate; null: no exchange rate leads there. @param fee euro cents. */
export function feeIn(currency: string, fee: number, rate: EuroRate): number | null {
  if (currency === 'EUR') return fee;
  return currency === rate.currency ? toStoreCurrency(fee, rate) : null;
}

/** The zone where the store is sure to charge the tax that its prices contain: its own country's. Null: not known, or not served. */
export function homeZone(country: string | null): ZoneCode | null {
  if (country === null) return null;
  const destination = resolveDestination(country, null);
  return destination.kind === 'blocked' ? null : destination.zone;
}

/** The part of the fee, in per cent, that leaves the whole fee after the tax. */
export const wholeFeePercent = (vatPercent: number): number => Math.round((100 + vatPercent) * 100) / 100;
