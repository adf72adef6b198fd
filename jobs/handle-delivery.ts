// One row of the webhook inbox: what the topic asks for. A delivery is a hint; what counts is read again from Shopify.
import {Failure} from '#domain/failure.ts';
import {OrderGid, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {StoredDelivery} from '../server/db/deliveries.ts';
import {saveProductDeleted} from '../server/db/listings.ts';
import {loadShop, saveOrderWebhook, saveScopes, saveShopFacts} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import {fetchShop} from '../server/shopify/shop.ts';
import {eraseEverything, forgetShop} from './forget-shop.ts';
import {noticeProduct} from './notice-product.ts';
import {answerDataRequest, eraseBuyer} from './privacy.ts';
import {assertShopSchedule} from './schedule.ts';
import {takeStoreOrder} from './take-store-order.ts';

/** A word may come before the order can be read; of one that is gone for good nothing is left to take. */
const looksForOrder = 5;

export type DeliveryDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** Throws where it has to be tried again. */
export async function handleDelivery(deps: DeliveryDeps, delivery: StoredDelivery): Promise<void> {
  const shop = ShopDomain.parse(delivery.shop);
  if (delivery.topic === 'shop/redact') return eraseEverything(deps, shop);
  const known = await loadShop(deps.db, shop);
  if (known === null) return;
  // Privacy requests hold whether or not the app is still installed.
  if (delivery.topic === 'customers/data_request') return answerDataRequest(deps, shop, delivery);
  if (delivery.topic === 'customers/redact') return eraseBuyer(deps, shop, delivery);
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
      if (order.success && (await takeStoreOrder(deps, shop, order.data, 'webhook')) === null) askAgain(delivery);
      await saveOrderWebhook(db, shop, delivery.received_at);
      return;
    }
    case 'products/update':
    case 'products/delete': {
      const product = ProductGid.safeParse(delivery.resource);
      if (!product.success) return;
      if (delivery.topic === 'products/delete') await saveProductDeleted(db, shop, product.data, now());
      else await noticeProduct(deps, shop, product.data);
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
    default:
      deps.log.warn({shop, topic: delivery.topic}, 'a delivery of a topic nobody asked for');
  }
}

/** Throws as long as it may be too early. */
function askAgain({attempts}: StoredDelivery): void {
  if (attempts + 1 >= looksForOrder) return;
  const why = 'Shopify tells of an order that it does not show yet.';
  throw new Failure(why, {remote: 'shopify', kind: 'unavailable', sent: true});
}
