// Reads after an installation which products of ours the store has on sale: an earlier installation of the app left them there.
import {isOnSale} from '#domain/catalogue/off-sale/retired-now.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {saveStayedOnSale} from '../../server/db/departures/stayed-products.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOwnStatuses} from '../../server/shopify/products/own-statuses.ts';

type StayedDeps = Pick<Deps, 'admin' | 'db' | 'now'>;

/** Reads the whole store, and stores how many products with our key shoppers can buy there. */
export async function readStayedOnSale({admin, db, now}: StayedDeps, shop: ShopDomain): Promise<void> {
  const at = now();
  let onSale = 0;
  for await (const page of fetchOwnStatuses(admin, shop)) {
    onSale += page.filter(({status}) => isOnSale(status)).length;
  }
  await saveStayedOnSale(db, shop, onSale, at);
}
