// Settings without which no price can be calculated: the exchange rate, and the VAT contained in prices.
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings.ts';

/** What the merchant must set before any price can be calculated; null: nothing. */
export function missingForPrices({
  store,
  settings,
}: {
  readonly store: PriceStore;
  readonly settings: Pick<Settings, 'pricing'>;
}): string | null {
  const {currency, taxesIncluded} = store;
  const {rate, vatPercent} = settings.pricing;
  if (currency !== 'EUR' && rate?.currency !== currency) {
    return `The store sells in ${currency}, for which no exchange rate is set under Pricing.`;
  }
  if (taxesIncluded && vatPercent === null) {
    return "The store's prices contain tax, and the VAT they contain is not set under Pricing.";
  }
  return null;
}
