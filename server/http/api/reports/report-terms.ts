// By what the margins of a store are summed: its currency with the rate, its payment fees and its calendar.
import type {ShopDomain} from '#domain/ids.ts';
import {storedRateFor} from '#domain/margins/margin.ts';
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
  const {facts, ...stored} = await loadShopWithSettings(db, shop);
  const {settings, isReadable} = stored;
  const currency = facts?.currency ?? null;
  return {
    currency,
    timeZone: facts?.timeZone ?? 'UTC',
    terms: {rate: storedRateFor(currency, stored), payment: paymentTermsOf(settings.pricing)},
    settings: isReadable ? settings : null,
  };
}
