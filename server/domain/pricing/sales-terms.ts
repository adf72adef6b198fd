// The terms that what is left is calculated with, from the store's facts and the merchant's prices: the only place that puts them together.
import type {PaymentTerms, SalesTerms} from '#domain/margins/left-per-piece.ts';
import {euroRateFor} from '#domain/margins/margin.ts';
import type {StoreShipping} from '#domain/margins/store-charges.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';

/** The payment fees in the merchant's price settings. */
export const paymentTermsOf = ({paymentPercent, paymentFixed}: PricingSettings): PaymentTerms => ({
  percent: paymentPercent,
  fixed: paymentFixed,
});

/**
 * The terms from the store's facts and the merchant's price settings.
 * @param shipping what the store charges for shipping; null: not known.
 */
export const toSalesTerms = (
  {currency, taxesIncluded}: PriceStore,
  pricing: PricingSettings,
  shipping: StoreShipping | null,
): SalesTerms => ({
  ...euroRateFor(currency, {pricing}),
  vatPercent: pricing.vatPercent,
  taxesIncluded,
  payment: paymentTermsOf(pricing),
  shipping,
});
