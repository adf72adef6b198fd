// The terms of the shipping profile as the form holds them, and the rates that follow from them.
import type {Pricing} from '#contract/settings.ts';
import type {ShippingProfileInput} from '#contract/shipping/shipping-profile.ts';
import {type EuroRate, euroRateFor} from '#domain/margins/margin.ts';
import type {PriceShown} from '#domain/shipping-profile/compare-profile.ts';
import {
  type ProfileRate,
  percentRange,
  planRates,
  rateCurrency,
  surchargeRange,
  toSurcharge,
  type ZoneFees,
} from '#domain/shipping-profile/profile-terms.ts';
import {collectErrors, errorOf, isEmptyNumber, readNumber, toMinorUnits} from '../../shared/form/read-number.ts';
import {currencyOf} from '../../shared/pricing/pricing-draft.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import type {Profile, Zone} from './profile-api.ts';

/** Numbers are text until they are sent. */
export type TermsDraft = {
  readonly percent: string;
  readonly surcharge: string;
  readonly currency: Profile['terms']['currency'];
};

type Terms = Omit<ShippingProfileInput, 'want' | 'wish'>;

/** The draft that shows the stored terms. A surcharge that is asked for again is left empty. */
export const termsDraftOf = ({percent, surcharge, currency}: Profile['terms']): TermsDraft => ({
  percent: writeDecimal(percent),
  surcharge: surcharge === null ? '' : writeDecimal(surcharge),
  currency,
});

/** The exchange rate that is saved under Pricing. */
export const euroRateOf = (pricing: Pricing): EuroRate => euroRateFor(currencyOf(pricing), pricing);

type TermsReading = {
  /** Null: a field cannot be read. */
  readonly terms: Terms | null;
  readonly errors: Readonly<Record<string, string>>;
};

/**
 * The draft as terms, or an error for every field that cannot be used as it is.
 * @param isAsked whether the surcharge is asked for again, so that nothing is not 0.
 */
export function readTerms(draft: TermsDraft, rate: EuroRate, isAsked: boolean): TermsReading {
  const unit = rateCurrency(draft, rate);
  const percent = readNumber(draft.percent, '%', percentRange, 'Enter a number, such as 100.');
  const surcharge =
    isAsked && isEmptyNumber(draft.surcharge) ? `Enter it in ${unit}, or 0.` : readSurcharge(draft.surcharge, unit);
  const isRateMissing = draft.currency === 'store' && rate.currency !== 'EUR' && rate.perEuro === null;
  const errors = collectErrors({
    percent: errorOf(percent),
    surcharge: errorOf(surcharge),
    currency: isRateMissing ? 'Save an exchange rate above, or choose euro.' : null,
  });
  if (typeof percent === 'string' || typeof surcharge === 'string' || isRateMissing) return {terms: null, errors};
  return {terms: {percent, surcharge, currency: draft.currency}, errors};
}

/** In whole units of the currency; empty: nothing is added. */
function readSurcharge(text: string, currency: string): number | string {
  if (isEmptyNumber(text)) return 0;
  const read = readNumber(text, currency, surchargeRange, 'Enter an amount, such as 2.50.');
  return typeof read === 'number' && toMinorUnits(read, currency) === null ? 'Enter fewer decimals.' : read;
}

/** The rate of each zone as typed; null: the terms cannot be read. */
export function planTyped(
  {terms}: TermsReading,
  zones: Profile['zones'],
  rate: EuroRate,
): readonly ProfileRate[] | null {
  if (terms === null) return null;
  const fees = Object.fromEntries(zones.map(({zone, fee}) => [zone, fee])) as ZoneFees;
  const surcharge = toSurcharge(terms.surcharge, rateCurrency(terms, rate));
  return planRates(fees, {...terms, surcharge}, rate);
}

/** What shoppers pay in the zone: what the merchant set in Shopify, else the rate by what is typed. Null: not known. */
export function priceOf({zone, change, shown}: Zone, rates: readonly ProfileRate[] | null): PriceShown | null {
  if (change !== null) return change === 'price' ? shown : null;
  const rate = rates?.find((one) => one.zone === zone);
  return rate === undefined ? null : {minor: rate.price, currency: rate.currency};
}
