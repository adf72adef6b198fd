// Uninstalling stops runs and sending, except for a request that is under way, and deletes tokens and keys; `shop/redact` erases the
// other rows of the shop.
import type {ShopDomain} from '#domain/ids.ts';
import type {StoreAnswer} from '#domain/uninstall.ts';
import {eraseShop} from '../../server/db/shops/erase-shop.ts';
import {loadShop, markUninstalled} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';
import {askStore} from './ask-store.ts';

type LeavingDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/** @param goneAt just before Shopify was asked and refused the token, by our clock. A later installation or token is newer and stays. */
export async function forgetShop(deps: LeavingDeps, shop: ShopDomain, goneAt: Date): Promise<void> {
  const known = await loadShop(deps.db, shop);
  if (known === null || known.installedAt > goneAt) return;
  if (known.grantedAt !== null && known.grantedAt > goneAt) return;
  await markUninstalled(deps.db, shop, deps.now());
  await removeShopSchedule(deps, shop);
  deps.log.info({shop}, 'uninstalled: runs and orders stopped, tokens and keys forgotten');
}

/**
 * https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance: sent 48 hours after an uninstall. The uninstall webhook
 * may have been lost, so Shopify is asked about a store that counts as installed; an uninstalled one is erased without asking.
 * Returns Shopify's answer if nothing was erased; null if everything was.
 */
export async function eraseEverything(
  deps: LeavingDeps & Pick<Deps, 'admin'>,
  shop: ShopDomain,
): Promise<Exclude<StoreAnswer, 'removed'> | null> {
  const known = await loadShop(deps.db, shop);
  const isAsked = known !== null && known.state !== 'uninstalled';
  const answer = isAsked ? await askStore(deps, shop) : 'removed';
  if (answer !== 'removed') {
    deps.log.warn({shop, answer}, 'shop/redact for a store that may have the app installed: nothing was erased');
    return answer;
  }
  await removeShopSchedule(deps, shop);
  await eraseShop(deps.db, shop);
  deps.log.info({shop}, 'everything about the store was erased');
  return null;
}
