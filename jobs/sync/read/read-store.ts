// Reads the store's current currency and taxes first, because every price depends on them; and the countries it sells to, whose
// fees a preview counts.

import {isDeepStrictEqual} from 'node:util';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {hasChosen} from '#domain/settings/settings.ts';
import {refreshStoreAccess} from '../../../server/actions/read-store-access.ts';
import {hasPicked} from '../../../server/db/catalogue/article-search.ts';
import {toPriceStore} from '../../../server/db/catalogue/choice.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {fetchShop} from '../../../server/shopify/shop/shop.ts';
import {enqueueBatch} from '../../enqueue-batch.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';

export async function readStore(run: Run): Promise<RunWithStore> {
  await enterStep(run, 'store');
  const {db, now} = run.deps;
  const {admin} = run;
  const found = await fetchShop(admin, run.shop, run.signal);
  const facts = pick(found);
  if (!isDeepStrictEqual(facts, pick(run.facts))) await saveShopFacts(db, run.shop, facts, now());
  const mayHaveWork = await refreshStoreAccess({admin, db, now}, run.shop, found, run.signal);
  if (mayHaveWork) await enqueueBatch(run.deps, 'dropship', run.shop);
  return {...run, store: toPriceStore(found)};
}

const pick = ({currency, taxesIncluded, country, shipsToCountries}: StoreFacts) => ({
  currency,
  taxesIncluded,
  country,
  shipsToCountries,
});

type StoreFacts = Pick<Run['facts'], 'currency' | 'taxesIncluded' | 'country' | 'shipsToCountries'>;

/**
 * Whether prices can be computed. If not, products and prices stay unchanged until the merchant sets what is missing. Taking
 * products off sale needs no price, so it still happens.
 */
export async function canPrice(run: RunWithStore): Promise<boolean> {
  const missing = missingForPrices(run);
  if (missing === null) return true;
  // If nothing is chosen yet, as on the first day, nothing is missing.
  if (hasChosen(run.settings) || (await hasPicked(run.deps.db, run.shop))) {
    run.report.note(
      `${missing} Until it is, nothing is created or priced and products stay as they are; only what you or the supplier took out is taken off sale.`,
    );
  }
  return false;
}
