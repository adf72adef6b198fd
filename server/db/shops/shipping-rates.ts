// What the store charges for shipping, as it was last read from Shopify: lists and sorts count it without asking.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {SalesTerms} from '#domain/margins/left-per-piece.ts';
import {type ShippingCounted, toShippingCounted} from '#domain/margins/shipping-counted.ts';
import {type RateGroup, type StoreShipping, toStoreShipping} from '#domain/margins/store-charges.ts';
import {type SoldZones, toSoldZones} from '#domain/orders/sold-zones.ts';
import {toSalesTerms} from '#domain/pricing/sales-terms.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {missingScopes, shippingScope} from '#domain/store-access.ts';
import {toPriceStore} from '../catalogue/choice.ts';
import type {Tables} from '../tables/tables.ts';
import type {Shop} from './shops.ts';

/** The rates as read from Shopify. */
export type ReadRates = {
  /** The store's currency when the rates were read; their amounts are in it. */
  readonly currency: string;
  /** The zones with their rates, by group of locations. */
  readonly groups: readonly RateGroup[];
  /** False: the store has more zones or rates than were read. */
  readonly isComplete: boolean;
};

/** Replaces the stored rates. @param rates null: the app may not read them, so none are kept. */
export async function saveShippingRates(
  db: Kysely<Tables>,
  shop: ShopDomain,
  rates: ReadRates | null,
  now: Date,
): Promise<void> {
  if (rates === null) {
    await db.deleteFrom('shipping_rates').where('shop', '=', shop).execute();
    return;
  }
  const values = {
    currency: rates.currency,
    groups: JSON.stringify(rates.groups),
    is_complete: rates.isComplete,
    read_at: now,
  };
  await db
    .insertInto('shipping_rates')
    .values({shop, ...values})
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(values))
    .execute();
}

/**
 * What the store charges for shipping; null: it may not be read any more, was not read or not as a whole, was read in another currency, or
 * it is not known where the store sells.
 */
async function loadStoreShipping(
  db: Kysely<Tables>,
  {shop, currency, shipsToCountries, scopes, isMarketDriven}: Shop,
): Promise<StoreShipping | null> {
  if (currency === null || shipsToCountries === null || !mayReadRates(scopes) || isMarketDriven === true) return null;
  const row = await db
    .selectFrom('shipping_rates')
    .select('groups')
    .where('shop', '=', shop)
    .where('currency', '=', currency)
    .where('is_complete', '=', true)
    .executeTakeFirst();
  return row === undefined ? null : toStoreShipping(row.groups, shipsToCountries);
}

/** Whether the merchant allows the app to read the store's shipping rates. */
const mayReadRates = (scopes: Shop['scopes']): boolean => missingScopes(scopes, shippingScope).length === 0;

/** How and where a store sells, for what is left of a piece. */
export type StoreSales = {
  /** Currency, rate, tax, payment fees and shipping charges; null: the store's currency was not read yet. */
  readonly terms: SalesTerms | null;
  /** The zones that the store sells to. */
  readonly sold: SoldZones;
  /** Whether `terms` count what the store charges for shipping, or why not. */
  readonly shipping: ShippingCounted;
};

/** Loads the terms, zones and shipping charges of the store's sales. */
export async function loadStoreSales(
  db: Kysely<Tables>,
  facts: Shop | null,
  {pricing}: Pick<Settings, 'pricing'>,
): Promise<StoreSales> {
  const sold = toSoldZones(facts?.shipsToCountries ?? null);
  if (facts === null || facts.currency === null) return {terms: null, sold, shipping: 'not_read'};
  const shipping = await loadStoreShipping(db, facts);
  return {
    terms: toSalesTerms(toPriceStore(facts), pricing, shipping),
    sold,
    shipping: toShippingCounted(shipping !== null, mayReadRates(facts.scopes), facts.isMarketDriven === true),
  };
}
