// By what the margins of a store are summed: its currency with the rate, its payment fees and its calendar.
import type {ShopDomain} from '#domain/ids.ts';
import {euroRateFor} from '#domain/margins/margin.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {MarginTerms} from '../../../db/orders/order-margin-column.ts';
import {loadShopWithSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';

export type ReportTerms = {
  /** The store's currency; null until it was read from Shopify. */
  readonly currency: string | null;
  readonly timeZone: string;
  readonly terms: MarginTerms;
  /** Null: the stored settings cannot be read. */
  readonly settings: Settings | null;
};

export async function loadReportTerms(db: Deps['db'], shop: ShopDomain): Promise<ReportTerms> {
  const {facts, settings, isReadable} = await loadShopWithSettings(db, shop);
  const currency = facts?.currency ?? null;
  // No order is in the currency with the empty name, so no margin is known.
  const rate = euroRateFor(isReadable ? (currency ?? '') : '', settings);
  return {
    currency,
    timeZone: facts?.timeZone ?? 'UTC',
    terms: {rate, payment: paymentTermsOf(settings.pricing)},
    settings: isReadable ? settings : null,
  };
}
