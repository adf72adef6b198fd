// Reads the store's currency and taxes at the start of a run, because every price depends on them; and the countries that it sells to.

import {isDeepStrictEqual} from 'node:util';
import {Failure} from '#domain/failure.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {hasIncludeRule} from '#domain/settings/settings.ts';
import {readShippingRates} from '../../../server/actions/read-shipping-rates.ts';
import {refreshStoreAccess} from '../../../server/actions/read-store-access.ts';
import {readStoreMarkets} from '../../../server/actions/shipping-profile/read-markets.ts';
import {hasPickedArticle} from '../../../server/db/catalogue/articles.ts';
import {toPriceStore} from '../../../server/db/catalogue/choice.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {fetchShopFacts} from '../../../server/shopify/shop/shop.ts';
import {enqueueBatch} from '../../enqueue-batch.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';

/** Reads and saves the store's facts, permissions, shipping rates and markets. Returns the run with the store's currency and taxes. */
export async function readStore(run: Run): Promise<RunWithStore> {
  await enterStep(run, 'store');
  const {db, now} = run.deps;
  const {admin} = run;
  const found = await fetchShopFacts(admin, run.shop, run.signal);
  const facts = pickStoreFacts(found);
  if (!isDeepStrictEqual(facts, pickStoreFacts(run.facts))) await saveShopFacts(db, run.shop, facts, now());
  const mayHaveWork = await refreshStoreAccess({admin, db, now}, run.shop, found, run.signal);
  const deps = {admin, db, now};
  await readIfAnswered(run, 'the shipping rates', () => readShippingRates(deps, run.shop, found, run.signal));
  await readIfAnswered(run, 'the markets', () => readStoreMarkets(deps, run.shop, found.scopes, run.signal));
  if (mayHaveWork) await enqueueBatch(run.deps, 'dropship', run.shop);
  return {...run, store: toPriceStore(found)};
}

/** Reads and saves something about the store. If Shopify does not answer, what is stored stays and the run continues. */
async function readIfAnswered({shop, log}: Run, what: string, read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (err) {
    if (!(err instanceof Failure)) throw err;
    log.warn({err, shop}, `${what} of a store could not be read`);
  }
}

/** The facts of the store that every run reads and saves if they changed. */
const pickStoreFacts = ({currency, taxesIncluded, country, shipsToCountries, isMarketDriven}: StoreFacts) => ({
  currency,
  taxesIncluded,
  country,
  shipsToCountries,
  isMarketDriven,
});

type StoreFacts = Pick<Run['facts'], 'currency' | 'taxesIncluded' | 'country' | 'shipsToCountries' | 'isMarketDriven'>;

/**
 * Whether prices can be calculated. If not, products and prices stay unchanged until the merchant sets what is missing. Products are still
 * retired, because that needs no price.
 */
export async function canPrice(run: RunWithStore): Promise<boolean> {
  const missing = missingForPrices(run);
  if (missing === null) return true;
  // If no article is chosen yet, no price is needed, so the merchant is not told.
  if (hasIncludeRule(run.settings) || (await hasPickedArticle(run.deps.db, run.shop))) {
    run.report.note(
      `${missing} Until it is, nothing is created or priced and products stay as they are; only what you or the supplier took out is taken off sale.`,
    );
  }
  return false;
}
