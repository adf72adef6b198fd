// Where the supplier delivers, with fees and times, and the countries the store sells to without delivery.
import {Router} from 'express';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {deliveryNotes, unservedCountries} from '#domain/margins/product-margin.ts';
import {zoneCodes, zones} from '#domain/orders/zone.ts';
import type {Deps} from '../../deps.ts';
import {fetchShop} from '../../shopify/shop/shop.ts';
import type {Shipping} from '../contract/order-money.ts';
import {shopOf} from '../session.ts';

export function shippingRoutes(deps: Pick<Deps, 'admin' | 'log'>): Router {
  const router = Router();
  router.get('/shipping', async (_req, res) => {
    const unserved = await fetchUnserved(deps, shopOf(res));
    const answer: Shipping = {
      zones: zoneCodes.map((zone) => {
        const {fee, deliversTo, transit} = zones[zone];
        return {zone, fee, deliversTo, transit, notes: [...deliveryNotes(zone)]};
      }),
      unserved: unserved === null ? null : [...unserved],
      notes: toNotes(unserved),
    };
    res.json(answer);
  });
  return router;
}

async function fetchUnserved({admin, log}: Pick<Deps, 'admin' | 'log'>, shop: ShopDomain) {
  try {
    return unservedCountries((await fetchShop(admin, shop)).shipsToCountries);
  } catch (err) {
    if (!(err instanceof Failure)) throw err;
    log.warn({err, shop}, 'the countries a store sells to could not be read');
    return null;
  }
}

function toNotes(unserved: readonly string[] | null): string[] {
  const fee =
    'The fee is charged per dropship order, that is for every article of a store order. The supplier may state another one for an article; then that one counts.';
  if (unserved === null) return [fee, 'Shopify could not be asked which countries the store sells to.'];
  if (unserved.length === 0) return [fee];
  return [fee, `Orders to these countries are not sent: ${unserved.join(', ')}.`];
}
