// Leaving: an uninstall stops everything at once and forgets tokens and keys; `shop/redact` erases the rest.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {eraseShop} from '../server/db/erase-shop.ts';
import {loadShop, markUninstalled} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import {fetchShop} from '../server/shopify/shop.ts';
import {removeShopSchedule} from './schedule.ts';

type LeavingDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/** An uninstall older than the installation we know, or than a token granted since, is news of the past. */
export async function forgetShop(deps: LeavingDeps, shop: ShopDomain, uninstalledAt: Date): Promise<void> {
  const known = await loadShop(deps.db, shop);
  if (known === null || known.installedAt > uninstalledAt) return;
  if (known.grantedAt !== null && known.grantedAt > uninstalledAt) return;
  await markUninstalled(deps.db, shop, deps.now());
  await removeShopSchedule(deps, shop);
  deps.log.info({shop}, 'uninstalled: runs and orders stopped, tokens and keys forgotten');
}

/**
 * https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance: sent 48 hours after an uninstall. The word of the
 * uninstall may have been lost: a store that we take for installed is asked.
 */
export async function eraseEverything(deps: LeavingDeps & Pick<Deps, 'admin'>, shop: ShopDomain): Promise<void> {
  const known = await loadShop(deps.db, shop);
  if (known?.state === 'installed' && (await letsUsIn(deps.admin, shop))) {
    deps.log.warn({shop}, 'erasure asked for a store that has the app installed: nothing was erased');
    return;
  }
  await removeShopSchedule(deps, shop);
  await eraseShop(deps.db, shop);
  deps.log.info({shop}, 'everything about the store was erased');
}

async function letsUsIn(admin: Deps['admin'], shop: ShopDomain): Promise<boolean> {
  try {
    await fetchShop(admin, shop);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthorised') return false;
    throw error;
  }
}
