// Carries out an uninstall: stops runs and sending, except for a request that is under way, and deletes tokens and keys.
import type {ShopDomain} from '#domain/ids.ts';
import type {StopReason} from '#domain/uninstall.ts';
import {markUninstalled} from '../../server/db/shops/removed-shops.ts';
import {stopSending} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';

type LeavingDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/**
 * Marks the shop as uninstalled. False, with nothing done, if the app was installed or its token exchanged after `goneAt`.
 * @param goneAt the time just before Shopify was asked and refused the token, by our clock.
 */
export async function forgetShop(deps: LeavingDeps, shop: ShopDomain, goneAt: Date): Promise<boolean> {
  if (!(await markUninstalled(deps.db, shop, deps.now(), goneAt))) return false;
  await removeShopSchedule(deps, shop);
  deps.log.info({shop}, 'uninstalled: runs and orders stopped, tokens and keys forgotten');
  return true;
}

/** Stops sending but keeps all data, because it is not certain that the app was removed. Returns a sentence about that. */
export async function stopSendingInDoubt(
  deps: LeavingDeps,
  shop: ShopDomain,
  reason: StopReason,
  askedAt: Date,
): Promise<string> {
  await stopSending(deps.db, shop, reason, deps.now(), askedAt);
  await removeShopSchedule(deps, shop);
  deps.log.warn({shop, reason}, 'sending is stopped for a store; nothing was erased');
  return `${stopReasonTexts[reason]}: sending is stopped, nothing was erased.`;
}

/** Why sending is stopped, as the beginning of a sentence. */
const stopReasonTexts: Readonly<Record<StopReason, string>> = {
  frozen: 'Shopify says that the store is frozen',
  locked: 'Shopify says that the store is locked',
  no_answer: 'Shopify did not answer for 24 hours',
  no_access: 'No access token works for the store, which does not prove that the app was removed',
  forbidden: 'Shopify answers 403 or 404, which does not prove that the app was removed',
};
