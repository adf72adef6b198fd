// `app/uninstalled`: its headers, including the store's name, are not signed. So Shopify is asked before anything is stopped or
// deleted.
import type {ShopDomain} from '#domain/ids.ts';
import {decideUninstall, type StopReason} from '#domain/uninstall.ts';
import type {StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {stopSending} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import {removeShopSchedule} from '../schedule/schedule.ts';
import {askStore} from './ask-store.ts';
import {forgetShop} from './forget-shop.ts';
import {HandleLater} from './handle-later.ts';

type UninstallDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/** Null if the shop is forgotten, unknown, or installed again since; otherwise a sentence about what was done. May throw HandleLater. */
export async function handleUninstall(
  deps: UninstallDeps,
  shop: ShopDomain,
  delivery: StoredDelivery,
): Promise<string | null> {
  const known = await loadShop(deps.db, shop);
  if (known === null || known.state === 'uninstalled') return null;
  const askedAt = deps.now();
  const answer = await askStore(deps, shop);
  const {first_asked_at: firstAskedAt, refuted_at: refutedAt, attempts: asked} = delivery;
  const verdict = decideUninstall(answer, {firstAskedAt, refutedAt, asked}, deps.now());
  switch (verdict.kind) {
    case 'forget':
      await forgetShop(deps, shop, askedAt);
      return null;
    case 'stop_sending':
      await stopSending(deps.db, shop, verdict.reason, deps.now());
      await removeShopSchedule(deps, shop);
      deps.log.warn({shop, reason: verdict.reason}, 'sending is stopped for a store; nothing was erased');
      return stopped[verdict.reason];
    case 'ask_again': {
      const why = answer === 'installed' ? 'Shopify says that the app is installed.' : 'Shopify did not answer.';
      throw new HandleLater({...verdict, why: `${why} It is asked again.`});
    }
    case 'refuted':
      deps.log.warn({shop, delivery: delivery.id}, 'an uninstall that Shopify does not confirm: nothing was done');
      return 'Shopify says that the app is installed: nothing was done.';
  }
}

const stopped: Readonly<Record<StopReason, string>> = {
  frozen: 'Shopify says that the store is frozen: sending is stopped, nothing was erased.',
  locked: 'Shopify says that the store is locked: sending is stopped, nothing was erased.',
  no_answer: 'Shopify did not answer for 24 hours: sending is stopped, nothing was erased.',
};
