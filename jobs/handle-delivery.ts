// One row of the webhook inbox: what the topic asks for. A delivery is a hint; what counts is read again from Shopify.
import {Failure, isPassing} from '#domain/failure.ts';
import {OrderGid, ProductGid, ShopDomain} from '#domain/ids.ts';
import {loadDelivery, markDeliveryDone, markDeliveryFailed, type StoredDelivery} from '../server/db/deliveries.ts';
import {saveProductDeleted} from '../server/db/listings.ts';
import {loadShop, saveScopes, saveShopFacts} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {fetchShop} from '../server/shopify/shop.ts';
import {eraseEverything, forgetShop} from './forget-shop.ts';
import {noticeProduct} from './notice-product.ts';
import {assertShopSchedule} from './schedule.ts';
import {takeStoreOrder} from './take-store-order.ts';

export type DeliveryDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

export async function handleDelivery(deps: DeliveryDeps, {deliveryId}: Message<'deliveries'>): Promise<void> {
  const delivery = await loadDelivery(deps.db, deliveryId);
  if (delivery === null || delivery.state !== 'pending') return;
  try {
    await serve(deps, delivery);
  } catch (error) {
    // Remote trouble that passes is no fault of the delivery: it stays pending and the sweep tries it again.
    const passing = error instanceof Failure && isPassing(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    if (!passing) await markDeliveryFailed(deps.db, deliveryId, reason, deps.now());
    throw error;
  }
  await markDeliveryDone(deps.db, deliveryId, deps.now());
}

async function serve(deps: DeliveryDeps, delivery: StoredDelivery): Promise<void> {
  const shop = ShopDomain.parse(delivery.shop);
  if (delivery.topic === 'shop/redact') return eraseEverything(deps, shop);
  const known = await loadShop(deps.db, shop);
  if (known === null) return;
  // Shopify tells of uninstalls late and twice; what installed again since is not touched.
  if (delivery.topic === 'app/uninstalled')
    return forgetShop(deps, shop, delivery.triggered_at ?? delivery.received_at);
  if (known.state !== 'installed') return;
  await serveInstalled(deps, shop, delivery);
}

async function serveInstalled(deps: DeliveryDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const {db, now} = deps;
  switch (delivery.topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
    case 'orders/edited':
    case 'orders/cancelled':
    case 'refunds/create': {
      const order = OrderGid.safeParse(delivery.resource);
      if (order.success) await takeStoreOrder(deps, shop, order.data);
      return;
    }
    case 'products/update':
    case 'products/delete': {
      const product = ProductGid.safeParse(delivery.resource);
      if (!product.success) return;
      if (delivery.topic === 'products/delete') await saveProductDeleted(db, shop, product.data, now());
      else await noticeProduct(deps, shop, product.data, delivery.triggered_at);
      return;
    }
    case 'shop/update':
    case 'app/scopes_update': {
      const facts = await fetchShop(deps.admin, shop);
      await saveShopFacts(db, shop, facts, now());
      await saveScopes(db, shop, facts.scopes, now());
      await assertShopSchedule(deps, shop);
      return;
    }
    // Nothing to hand out or erase: names, e-mails and addresses of buyers are never stored.
    case 'customers/data_request':
    case 'customers/redact':
      deps.log.info({shop, topic: delivery.topic}, 'privacy request answered: no personal data is stored');
      return;
    default:
      deps.log.warn({shop, topic: delivery.topic}, 'a delivery of a topic nobody asked for');
  }
}
