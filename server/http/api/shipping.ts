// Where the supplier delivers, with fees and times, what the store charges there, and the countries it sells to without delivery. Asking
// for it has the server read the store's markets again too.
import {Router} from 'express';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {deliveryNotes, unservedCountries} from '#domain/margins/product-margin.ts';
import {toZoneCharges} from '#domain/margins/store-charges.ts';
import {isZoneSold, toSoldZones} from '#domain/orders/sold-zones.ts';
import {zoneCodes, zones} from '#domain/orders/zone.ts';
import {missingScopes, shippingScope} from '#domain/store-access.ts';
import {readShippingRates} from '../../actions/read-shipping-rates.ts';
import {readStoreMarkets} from '../../actions/shipping-profile/read-markets.ts';
import type {ReadRates} from '../../db/shops/shipping-rates.ts';
import {saveShopFacts} from '../../db/shops/shops.ts';
import {saveScopes} from '../../db/shops/store-access.ts';
import type {Deps} from '../../deps.ts';
import {fetchShopFacts, type ShopFacts} from '../../shopify/shop/shop.ts';
import type {Shipping} from '../contract/order-money.ts';
import {shopOf} from '../session.ts';

type ShippingDeps = Pick<Deps, 'admin' | 'db' | 'log' | 'now'>;

export function shippingRoutes(deps: ShippingDeps): Router {
  const router = Router();
  router.get('/shipping', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await readOrNull(deps, shop, 'the countries a store sells to', () =>
      fetchShopFacts(deps.admin, shop),
    );
    if (facts !== null) await keepFacts(deps, shop, facts);
    const mayRead = facts !== null && missingScopes(facts.scopes, shippingScope).length === 0;
    const rates =
      facts === null
        ? null
        : await readOrNull(deps, shop, 'the shipping rates of a store', () => readShippingRates(deps, shop, facts));
    if (facts !== null)
      await readOrNull(deps, shop, 'the markets of a store', () => readStoreMarkets(deps, shop, facts.scopes));
    res.json(toShipping(facts, mayRead, rates) satisfies Shipping);
  });
  return router;
}

/** Stores what the other figures of the page go by, so that they count these rates at once: the webhook about it may come later. */
async function keepFacts({db, now}: ShippingDeps, shop: ShopDomain, facts: ShopFacts): Promise<void> {
  const {scopes, shipsToCountries, isMarketDriven} = facts;
  await saveScopes(db, shop, scopes, now());
  await saveShopFacts(db, shop, {shipsToCountries, isMarketDriven}, now());
}

/** Calls `read`; returns null and logs a warning if Shopify refuses or does not answer. */
async function readOrNull<T>({log}: ShippingDeps, shop: ShopDomain, what: string, read: () => Promise<T>) {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof Failure)) throw err;
    log.warn({err, shop}, `${what} could not be read`);
    return null;
  }
}

/** The zones with fees, times and charges. @param facts null: Shopify could not be read. @param rates null: the rates were not read. */
function toShipping(facts: ShopFacts | null, mayRead: boolean, rates: ReadRates | null): Shipping {
  const countries = facts?.shipsToCountries ?? null;
  const unserved = countries === null ? null : unservedCountries(countries);
  const sold = toSoldZones(countries);
  const charges = rates === null ? null : toZoneCharges(rates.groups, countries ?? []);
  return {
    currency: facts?.currency ?? null,
    zones: zoneCodes.map((zone) => {
      const {fee, deliversTo, transit} = zones[zone];
      return {
        zone,
        fee,
        deliversTo,
        transit,
        sold: isZoneSold(sold, zone),
        charges: charges?.get(zone) ?? null,
        notes: [...deliveryNotes(zone)],
      };
    }),
    charges: toChargesState(facts, mayRead, rates !== null),
    chargesComplete: rates?.isComplete ?? false,
    unserved: unserved === null ? null : [...unserved],
    notes: toShippingNotes(unserved),
  };
}

function toChargesState(facts: ShopFacts | null, mayRead: boolean, isRead: boolean): Shipping['charges'] {
  if (facts === null) return 'unreachable';
  if (facts.isMarketDriven) return 'market_driven';
  return mayRead ? (isRead ? 'read' : 'unreachable') : 'not_permitted';
}

function toShippingNotes(unserved: readonly string[] | null): string[] {
  const fee =
    'The fee is charged per dropship order, that is for every article of a store order. The supplier may state another one for an article; then that one counts.';
  if (unserved === null) return [fee, 'Shopify could not be asked which countries the store sells to.'];
  if (unserved.length === 0) return [fee];
  return [fee, `Orders to these countries are not sent: ${unserved.join(', ')}.`];
}
