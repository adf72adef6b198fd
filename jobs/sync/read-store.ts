// Before anything else: the store's currency and taxes as Shopify has them now, for every price depends on them.

import {toPriceStore} from '../../server/db/choice.ts';
import {saveShopFacts} from '../../server/db/shops.ts';
import {fetchShop} from '../../server/shopify/shop.ts';
import {enterStep} from './heartbeat.ts';
import type {Run} from './open-run.ts';

export async function readStore(run: Run): Promise<void> {
  await enterStep(run, 'store');
  const {db, now} = run.deps;
  const {admin} = run;
  const found = await fetchShop(admin, run.shop, run.signal);
  const {currency, taxesIncluded} = run.facts;
  if (found.currency !== currency || found.taxesIncluded !== taxesIncluded) {
    await saveShopFacts(db, run.shop, {currency: found.currency, taxesIncluded: found.taxesIncluded}, now());
  }
  run.store = toPriceStore(found);
}

/**
 * Supplier prices are euro: in a store with another currency nothing is written, and products stay as they are, until the
 * merchant sets a rate for that currency.
 */
export function canPrice(run: Run): boolean {
  const {currency} = run.store;
  if (currency === 'EUR' || run.settings.pricing.rate?.currency === currency) return true;
  run.notes.push(
    `The store sells in ${currency}, for which no exchange rate is set: nothing was written, and products stay as they are.`,
  );
  return false;
}
