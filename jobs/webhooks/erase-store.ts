// `shop/redact`: Shopify asks for the erasure of everything about a store, 48 hours after an uninstall.
// https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance
//
// Its body can be replayed after a new installation. A store whose removal was confirmed is erased at once. About any other, Shopify is
// asked; until the answer is clear the delivery stays pending, which is what remembers the request.
import type {ShopDomain} from '#domain/ids.ts';
import {decideRedaction, type StopReason} from '#domain/uninstall.ts';
import type {StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {eraseShop} from '../../server/db/shops/erase-shop.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';
import {askStore} from './ask-store.ts';
import {forgetShop, stopInDoubt} from './forget-shop.ts';
import {HandleLater} from './handle-later.ts';

type EraseDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/** Null if everything was erased or nothing is there; otherwise a sentence about what was done. May throw HandleLater. */
export async function eraseStore(deps: EraseDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<string | null> {
  const known = await loadShop(deps.db, shop);
  if (known === null) return null;
  if (known.isRemovalConfirmed) return eraseRemoved(deps, shop);
  const askedAt = deps.now();
  const answer = await askStore(deps, shop);
  // Its resource, if any, is a name that the store had before (http/webhooks.ts).
  const namesStore = delivery.resource === null;
  const announcement = {receivedAt: delivery.received_at, namesStore, acceptedAt: known.tokenAcceptedAt};
  const verdict = decideRedaction(answer, announcement, delivery.attempts, deps.now());
  switch (verdict.kind) {
    case 'erase':
      return (await forgetShop(deps, shop, askedAt)) ? eraseRemoved(deps, shop) : installedAgain;
    case 'refuted':
      deps.log.warn({shop, answer}, 'shop/redact for a store that has the app installed: nothing was erased');
      return 'Shopify has accepted the app: nothing was erased.';
    case 'wait':
      throw new HandleLater({
        at: verdict.at,
        why: `${await keep(deps, shop, verdict.stop, askedAt)} It is asked again.`,
      });
  }
}

async function keep(deps: EraseDeps, shop: ShopDomain, stop: StopReason | null, askedAt: Date): Promise<string> {
  return stop === null ? 'Shopify did not answer: nothing was erased.' : stopInDoubt(deps, shop, stop, askedAt);
}

const installedAgain = 'The app was installed again: nothing more was erased.';

async function eraseRemoved(deps: EraseDeps, shop: ShopDomain): Promise<string | null> {
  await removeShopSchedule(deps, shop);
  if (!(await eraseShop(deps.db, shop))) return installedAgain;
  deps.log.info({shop}, 'everything about the store was erased');
  return null;
}
