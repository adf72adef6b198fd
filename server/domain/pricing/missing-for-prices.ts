// Settings without which no price can be calculated: the exchange rate, and the VAT contained in prices.
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** `rate`: the exchange rate of the store's currency. `vat`: the VAT contained in the store's prices. */
export type MissingForPrices = 'rate' | 'vat';

/** A sentence about what the merchant must set before any price can be calculated; null: nothing is missing. */
export function missingForPrices({
  store,
  settings,
}: {
  readonly store: PriceStore;
  readonly settings: Pick<Settings, 'pricing'>;
}): string | null {
  const [first] = allMissingForPrices(store, settings.pricing);
  if (first === 'rate') return `The store sells in ${store.currency}, for which no exchange rate is set under Pricing.`;
  if (first === 'vat') return "The store's prices contain tax, and the VAT they contain is not set under Pricing.";
  return null;
}

/** Everything that is missing; empty: prices can be calculated. */
export function allMissingForPrices(
  {currency, taxesIncluded}: PriceStore,
  {rate, vatPercent}: Settings['pricing'],
): readonly MissingForPrices[] {
  return [
    ...(currency !== 'EUR' && rate?.currency !== currency ? (['rate'] as const) : []),
    ...(taxesIncluded && vatPercent === null ? (['vat'] as const) : []),
  ];
}
