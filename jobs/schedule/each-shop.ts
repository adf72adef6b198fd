// Runs a task for every shop that has the app installed.
import type {ShopDomain} from '#domain/ids.ts';
import {listInstalledShops} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';

/** A failure in one shop does not stop the others. */
export async function forEachShop(
  {db, log}: Pick<Deps, 'db' | 'log'>,
  task: string,
  work: (shop: ShopDomain) => Promise<unknown>,
): Promise<void> {
  for (const {shop} of await listInstalledShops(db)) {
    try {
      await work(shop);
    } catch (err) {
      log.warn({shop, task, err}, 'a chore failed for one shop');
    }
  }
}
