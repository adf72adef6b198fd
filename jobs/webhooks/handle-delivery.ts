// Handles one row of the webhook inbox by its topic. A delivery about an order, a product or the shop is only a
// hint: the facts are read again from Shopify. A request about a buyer's data is carried out as it was sent.
import {Failure} from '#domain/failure.ts';
import {OrderGid, ProductGid, type ShopDomain} from '#domain/ids.ts';
import {readStoreAccess} from '../../server/actions/read-store-access.ts';
import {foundTopic, type StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {loadShop, saveOrderWebhook, saveShopFacts} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOwningOrder} from '../../server/shopify/orders/orders.ts';
import {fetchShop} from '../../server/shopify/shop/shop.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {assertShopSchedule} from '../schedule/schedule.ts';
import {eraseStore} from './erase-store.ts';
import {isUnchangedSinceRead} from './is-unchanged-since-read.ts';
import {noticeProduct} from './notice-product.ts';
import {answerDataRequest, eraseBuyer} from './privacy.ts';
import {takeDeletedOrder} from './take-deleted-order.ts';
import {takeStoreOrder} from './take-store-order.ts';
import {handleUninstall} from './uninstall.ts';

/** A webhook can arrive before the order is readable. After this many reads the delivery ends, marked as unread. */
const orderReadsAtMost = 5;

export type DeliveryDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** Throws if it must be retried. Returns null, or why the delivery was stored without being handled. */
export async function handleDelivery(deps: DeliveryDeps, delivery: StoredDelivery): Promise<string | null> {
  const {shop} = delivery;
  const known = await loadShop(deps.db, shop);
  // Privacy requests apply whether or not the app is still installed.
  if (delivery.topic === 'shop/redact') return eraseStore(deps, shop, delivery);
  if (known === null) return null;
  else if (delivery.topic === 'customers/data_request') await answerDataRequest(deps, shop, delivery);
  else if (delivery.topic === 'customers/redact') await eraseBuyer(deps, shop, delivery);
  else if (delivery.topic === 'app/uninstalled') return handleUninstall(deps, shop, delivery);
  else if (known.state === 'stopped') return 'Sending is stopped for this store.';
  else if (known.state !== 'installed') return 'The app was not installed.';
  else return serveInstalled(deps, shop, delivery);
  return null;
}

async function serveInstalled(deps: DeliveryDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<string | null> {
  const {db, now} = deps;
  switch (delivery.topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
    case 'orders/edited':
    case 'orders/risk_assessment_changed':
    case 'orders/cancelled':
    case 'refunds/create': {
      const order = OrderGid.safeParse(delivery.resource);
      const isKnown =
        order.success && delivery.topic === 'orders/updated' && (await isUnchangedSinceRead(deps, shop, order.data));
      const isUnseen = order.success && !isKnown && (await takeStoreOrder(deps, shop, order.data, 'webhook')) === null;
      if (isUnseen) await askAgain(deps, shop, order.data, delivery.attempts);
      await saveOrderWebhook(db, shop, delivery.received_at);
      return isUnseen ? 'Shopify does not show the order.' : null;
    }
    case 'orders/delete': {
      const order = OrderGid.safeParse(delivery.resource);
      return order.success ? takeDeletedOrder(deps, shop, order.data) : null;
    }
    case 'fulfillment_orders/placed_on_hold':
    case 'fulfillment_orders/hold_released':
    case 'fulfillment_orders/scheduled_fulfillment_order_ready':
    case 'fulfillment_orders/moved':
    case 'fulfillment_orders/cancelled': {
      const order = delivery.resource === null ? null : await fetchOwningOrder(deps.admin, shop, delivery.resource);
      if (order === null) return 'Shopify does not show the fulfilment order.';
      return (await takeStoreOrder(deps, shop, order, 'webhook')) === null ? 'Shopify does not show the order.' : null;
    }
    case foundTopic: {
      const order = OrderGid.safeParse(delivery.resource);
      const isUnseen = order.success && (await takeStoreOrder(deps, shop, order.data, 'reconciliation')) === null;
      return isUnseen ? 'Shopify does not show the order.' : null;
    }
    case 'products/update':
    case 'products/delete': {
      const product = ProductGid.safeParse(delivery.resource);
      if (!product.success) return null;
      // The topic is an unsigned header, so Shopify decides whether the product is deleted.
      await noticeProduct(deps, shop, product.data, {
        mayWait: delivery.topic === 'products/update',
        triggeredAt: delivery.triggered_at,
        receivedAt: delivery.received_at,
      });
      return null;
    }
    case 'shop/update':
    case 'app/scopes_update': {
      const facts = await fetchShop(deps.admin, shop);
      await saveShopFacts(db, shop, facts, now());
      if (await readStoreAccess(deps, shop, facts)) await enqueueBatch(deps, 'dropship', shop);
      await assertShopSchedule(deps, shop);
      return null;
    }
    default:
      deps.log.warn({shop, topic: delivery.topic}, 'a delivery of a topic that is not subscribed');
      return null;
  }
}

/**
 * Throws while it may be too early to read the order. Never throws for a known order: that one is deleted, or too old to be
 * shown.
 */
async function askAgain({db}: DeliveryDeps, shop: ShopDomain, order: OrderGid, attempts: number): Promise<void> {
  if (attempts + 1 >= orderReadsAtMost) return;
  if ((await loadDropshipOrdersOf(db, shop, order)).length > 0) return;
  const why = 'Shopify tells of an order that it does not show yet.';
  throw new Failure(why, {remote: 'shopify', kind: 'unavailable', sent: true});
}
