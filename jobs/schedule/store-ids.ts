// Reads Shopify's ids of stores for shops that have none yet: those from before ids were stored, and those for which reading it failed.
// Also erases shops that were set aside.
import type {ShopDomain} from '#domain/ids.ts';
import {recogniseStore} from '../../server/actions/recognise-store.ts';
import {eraseOldSetAsideShops} from '../../server/db/shops/set-aside.ts';
import {loadShop, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {loadShopsWithoutId} from '../../server/db/shops/store-identity.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchStoreIdentity} from '../../server/shopify/shop/identity.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {enqueueTask} from '../enqueue-batch.ts';
import {writeShopSchedule} from './schedule.ts';

type StoreIdDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** Enqueues one job per shop. It uses the name of a task that the previous release knows, because its workers may take the job. */
export async function enqueueStoreIds(deps: Pick<Deps, 'db' | 'queues'>): Promise<void> {
  for (const shop of await loadShopsWithoutId(deps.db)) await enqueueTask(deps, 'keep-tokens-alive', shop);
}

/** Reads and stores a shop's id. Does nothing for a shop that has its id, or no token. */
export async function readStoreId(deps: StoreIdDeps, shop: ShopDomain): Promise<void> {
  const {db, admin, now} = deps;
  const known = await loadShop(db, shop);
  if (known === null || known.gid !== null || known.needsReauth) return;
  const askedAt = now();
  if ((await recogniseStore(deps, shop, await fetchStoreIdentity(admin, shop))) !== 'move') return;
  // Its own token answered, so it is installed, whatever the moved row says.
  await saveInstalledShop(db, shop, await fetchShopFacts(admin, shop), askedAt);
  await writeShopSchedule(deps, shop);
}

/** Erases the data of shops that were set aside long ago, because another store has their name now. */
export async function eraseSetAsideShops({db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>): Promise<void> {
  const erased = await eraseOldSetAsideShops(db, now());
  if (erased > 0) log.info({erased}, 'shops that were set aside, whose names other stores have now, were erased');
}
