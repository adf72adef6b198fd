// Shopify's ids of the stores: read for shops from before they were kept, and wherever reading one failed. Shops that were set aside are
// erased after a while.
import type {ShopDomain} from '#domain/ids.ts';
import {recogniseStore} from '../../server/actions/recognise-store.ts';
import {eraseSetAside} from '../../server/db/shops/set-aside.ts';
import {loadShop, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {loadShopsWithoutId} from '../../server/db/shops/store-identity.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchIdentity} from '../../server/shopify/shop/identity.ts';
import {fetchShop} from '../../server/shopify/shop/shop.ts';
import {enqueueChore} from '../enqueue-batch.ts';
import {assertShopSchedule} from './schedule.ts';

type IdDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** One job for each shop, since each calls its store; by the name of a chore that the release before knows, which may take it. */
export async function enqueueStoreIds(deps: Pick<Deps, 'db' | 'queues'>): Promise<void> {
  for (const shop of await loadShopsWithoutId(deps.db)) await enqueueChore(deps, 'keep-tokens-alive', shop);
}

/** Nothing for a shop that has its id, or no token. */
export async function readStoreId(deps: IdDeps, shop: ShopDomain): Promise<void> {
  const {db, admin, now} = deps;
  const known = await loadShop(db, shop);
  if (known === null || known.gid !== null || known.needsReauth) return;
  const askedAt = now();
  if ((await recogniseStore(deps, shop, await fetchIdentity(admin, shop))) !== 'move') return;
  // Its own token answered, so it is installed, whatever the moved row says.
  await saveInstalledShop(db, shop, await fetchShop(admin, shop), askedAt);
  await assertShopSchedule(deps, shop);
}

export async function eraseAside({db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>): Promise<void> {
  const erased = await eraseSetAside(db, now());
  if (erased > 0) log.info({erased}, 'shops that were set aside, whose names other stores have now, were erased');
}
