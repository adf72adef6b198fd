// Uninstalling stops runs and sending, except for a request that is under way, and deletes tokens and keys.
import type {ShopDomain} from '#domain/ids.ts';
import type {StopReason} from '#domain/uninstall.ts';
import {markUninstalled} from '../../server/db/shops/removed-shops.ts';
import {stopSending} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';

type LeavingDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/**
 * False, and nothing done, if the app was installed or its token exchanged after `goneAt`.
 * @param goneAt just before Shopify was asked and refused the token, by our clock.
 */
export async function forgetShop(deps: LeavingDeps, shop: ShopDomain, goneAt: Date): Promise<boolean> {
  if (!(await markUninstalled(deps.db, shop, deps.now(), goneAt))) return false;
  await removeShopSchedule(deps, shop);
  deps.log.info({shop}, 'uninstalled: runs and orders stopped, tokens and keys forgotten');
  return true;
}

/** Where it is not certain that the app was removed: everything is kept. Returns a sentence about it. */
export async function stopInDoubt(
  deps: LeavingDeps,
  shop: ShopDomain,
  reason: StopReason,
  askedAt: Date,
): Promise<string> {
  await stopSending(deps.db, shop, reason, deps.now(), askedAt);
  await removeShopSchedule(deps, shop);
  deps.log.warn({shop, reason}, 'sending is stopped for a store; nothing was erased');
  return `${found[reason]}: sending is stopped, nothing was erased.`;
}

const found: Readonly<Record<StopReason, string>> = {
  frozen: 'Shopify says that the store is frozen',
  locked: 'Shopify says that the store is locked',
  no_answer: 'Shopify did not answer for 24 hours',
  no_access: 'No access token works for the store, which does not prove that the app was removed',
  forbidden: 'Shopify answers 403 or 404, which does not prove that the app was removed',
};
