// Handles `app/uninstalled`. Its headers, including the store's name, are not signed, so Shopify is asked before anything is stopped or
// deleted.
import type {ShopDomain} from '#domain/ids.ts';
import {decideUninstall} from '#domain/uninstall.ts';
import type {StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {askIfInstalled} from './ask-store.ts';
import {forgetShop, stopSendingInDoubt} from './forget-shop.ts';
import {HandleLater} from './handle-later.ts';

type UninstallDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/**
 * Asks Shopify, then uninstalls the shop, stops sending or does nothing. Null if the shop is uninstalled now, unknown, or installed again
 * since; otherwise a sentence about what was done. May throw HandleLater.
 */
export async function handleUninstall(
  deps: UninstallDeps,
  shop: ShopDomain,
  delivery: StoredDelivery,
): Promise<string | null> {
  const known = await loadShop(deps.db, shop);
  if (known === null || known.state === 'uninstalled') return null;
  const askedAt = deps.now();
  const answer = await askIfInstalled(deps, shop);
  const {first_asked_at: firstAskedAt, refuted_at: refutedAt, attempts: asked} = delivery;
  const announcement = {
    receivedAt: delivery.received_at,
    namesStore: delivery.resource === shop,
    acceptedAt: known.tokenAcceptedAt,
  };
  const verdict = decideUninstall(answer, announcement, {firstAskedAt, refutedAt, asked}, deps.now());
  switch (verdict.kind) {
    case 'forget':
      await forgetShop(deps, shop, askedAt);
      return null;
    case 'stop_sending':
      return stopSendingInDoubt(deps, shop, verdict.reason, askedAt);
    case 'ask_again': {
      const why = answer === 'installed' ? 'Shopify says that the app is installed.' : 'Shopify did not answer.';
      throw new HandleLater({...verdict, why: `${why} It is asked again.`});
    }
    case 'refuted':
      deps.log.warn({shop, delivery: delivery.id}, 'an uninstall that Shopify does not confirm: nothing was done');
      return 'Shopify says that the app is installed: nothing was done.';
  }
}
