// Before anything else: the store's currency and taxes as Shopify has them now, for every price depends on them.

import {hasChosen} from '#domain/settings.ts';
import {hasPicked} from '../../server/db/article-search.ts';
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

/** What the merchant has yet to say before any price can be made; null: nothing. */
export function missingForPrices({store, settings}: Pick<Run, 'store' | 'settings'>): string | null {
  const {currency, taxesIncluded} = store;
  const {rate, vatPercent} = settings.pricing;
  if (currency !== 'EUR' && rate?.currency !== currency) {
    return `The store sells in ${currency}, for which no exchange rate is set.`;
  }
  if (taxesIncluded && vatPercent === null) {
    return "The store's prices contain tax, and the VAT they contain is not set under Pricing.";
  }
  return null;
}

/**
 * Where not, products and their prices stay as they are until the merchant has said what is missing. What leaves the shelf needs
 * no price and leaves all the same.
 */
export async function canPrice(run: Run): Promise<boolean> {
  const missing = missingForPrices(run);
  if (missing === null) return true;
  // On the first evening nothing is chosen yet: then nothing is missing either.
  if (hasChosen(run.settings) || (await hasPicked(run.deps.db, run.shop))) {
    run.notes.push(
      `${missing} Until it is, nothing is created or priced and products stay as they are; only what you or the supplier took out is taken off sale.`,
    );
  }
  return false;
}
