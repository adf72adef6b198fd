// From a shop's settings to what margins are counted with.
import {rateTo} from '#domain/margins/margin.ts';
import type {SalesTerms} from '#domain/margins/product-margin.ts';
import type {Settings} from '#domain/settings.ts';
import type {Shop} from '../../db/shops/shops.ts';

/** Null where Shopify has not told the store's currency yet. */
export function salesTermsOf({currency, taxesIncluded}: Shop, settings: Settings): SalesTerms | null {
  if (currency === null) return null;
  return {...rateTo(currency, settings), vatPercent: settings.pricing.vatPercent, taxesIncluded: taxesIncluded ?? true};
}

export const noRateNote = (currency: string): string =>
  `The store sells in ${currency} and the supplier is paid in euro; without an exchange rate cost and margin are not known.`;
