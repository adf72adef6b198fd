// Handles `shop/redact`, by which Shopify asks for the erasure of everything about a store, 48 hours after an uninstall.
// https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance
//
// The webhook's body can be replayed after a new installation. A store for which the app's removal was confirmed is erased at once. For any
// other, Shopify is asked; until the answer is clear, the delivery stays pending.
import type {ShopDomain} from '#domain/ids.ts';
import {decideRedaction, type StopReason} from '#domain/uninstall.ts';
import type {StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {eraseShop} from '../../server/db/shops/erase-shop.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';
import {askIfInstalled} from './ask-store.ts';
import {forgetShop, stopSendingInDoubt} from './forget-shop.ts';
import {HandleLater} from './handle-later.ts';

type EraseDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/**
 * Erases everything about the store, or asks Shopify first if the app's removal was not confirmed. Null if everything was erased, or the
 * shop is not known; otherwise a sentence about what was done. May throw HandleLater.
 */
export async function eraseStore(deps: EraseDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<string | null> {
  const known = await loadShop(deps.db, shop);
  if (known === null) return null;
  if (known.isRemovalConfirmed) return eraseRemovedStore(deps, shop);
  const askedAt = deps.now();
  const answer = await askIfInstalled(deps, shop);
  // A delivery with a resource names a former name of the store, not the present one (http/webhooks.ts).
  const namesStore = delivery.resource === null;
  const announcement = {receivedAt: delivery.received_at, namesStore, acceptedAt: known.tokenAcceptedAt};
  const verdict = decideRedaction(answer, announcement, delivery.attempts, deps.now());
  switch (verdict.kind) {
    case 'erase':
      return (await forgetShop(deps, shop, askedAt)) ? eraseRemovedStore(deps, shop) : installedAgainText;
    case 'refuted':
      deps.log.warn({shop, answer}, 'shop/redact for a store that has the app installed: nothing was erased');
      return 'Shopify has accepted the app: nothing was erased.';
    case 'wait':
      throw new HandleLater({
        at: verdict.at,
        why: `${await keepStoreText(deps, shop, verdict.stop, askedAt)} It is asked again.`,
      });
  }
}

/** Stops sending if there is a reason. Returns a sentence that nothing was erased, and why. */
async function keepStoreText(
  deps: EraseDeps,
  shop: ShopDomain,
  stop: StopReason | null,
  askedAt: Date,
): Promise<string> {
  return stop === null ? 'Shopify did not answer: nothing was erased.' : stopSendingInDoubt(deps, shop, stop, askedAt);
}

const installedAgainText = 'The app was installed again: nothing more was erased.';

/** Erases the shop's data. Null, or a sentence if the app was installed again meanwhile. */
async function eraseRemovedStore(deps: EraseDeps, shop: ShopDomain): Promise<string | null> {
  await removeShopSchedule(deps, shop);
  if (!(await eraseShop(deps.db, shop))) return installedAgainText;
  deps.log.info({shop}, 'everything about the store was erased');
  return null;
}
