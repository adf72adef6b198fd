// Handles one row of the webhook inbox by its topic. For an order, a product or the shop, the facts are read again from Shopify. A request
// about a buyer's data is carried out as it was sent.

import {Failure} from '#domain/failure.ts';
import {OrderGid, ProductGid, type ShopDomain} from '#domain/ids.ts';
import {wakeServiceWorker} from '../../server/actions/fulfilment-service/ask-worker.ts';
import {readStoreAccess} from '../../server/actions/read-store-access.ts';
import {foundTopic, type StoredDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../server/db/orders/dropship-orders.ts';
import {wakeProfile} from '../../server/db/shipping-profiles/shipping-profiles.ts';
import {saveOrderWebhookAt} from '../../server/db/shops/orders-read.ts';
import {loadShop, saveShopFacts} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {askTask} from '../../server/queue/ask-task.ts';
import {fetchOwningOrder} from '../../server/shopify/orders/orders.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {lookAtOrder} from '../requests/answer-requests.ts';
import {writeShopSchedule} from '../schedule/schedule.ts';
import {eraseStore} from './erase-store.ts';
import {isUnchangedSinceRead} from './is-unchanged-since-read.ts';
import {handleProductChange} from './notice-product.ts';
import {answerDataRequest, eraseBuyer} from './privacy.ts';
import {takeDeletedOrder} from './take-deleted-order.ts';
import {takeStoreOrder} from './take-store-order.ts';
import {handleUninstall} from './uninstall.ts';

/** A new order is read at most this many times until Shopify shows it, because a webhook can arrive before the order is readable. */
const maxOrderReads = 5;

/** The parts that handling one webhook needs. */
export type DeliveryDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** Handles a delivery. Throws if it must be retried. Returns null, or a sentence if it was not handled. */
export async function handleDelivery(deps: DeliveryDeps, delivery: StoredDelivery): Promise<string | null> {
  const {shop} = delivery;
  const known = await loadShop(deps.db, shop);
  // Privacy requests are handled whether or not the app is still installed.
  if (delivery.topic === 'shop/redact') return eraseStore(deps, shop, delivery);
  if (known === null) return null;
  else if (delivery.topic === 'customers/data_request') await answerDataRequest(deps, shop, delivery);
  else if (delivery.topic === 'customers/redact') await eraseBuyer(deps, shop, delivery);
  else if (delivery.topic === 'app/uninstalled') return handleUninstall(deps, shop, delivery);
  else if (known.state === 'stopped') return 'Sending is stopped for this store.';
  else if (known.state !== 'installed') return 'The app was not installed.';
  else return handleInstalled(deps, shop, delivery);
  return null;
}

/** Handles a delivery for a shop that has the app installed. */
async function handleInstalled(deps: DeliveryDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<string | null> {
  const {db} = deps;
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
      if (isUnseen) await throwIfTooEarly(deps, shop, order.data, delivery.attempts);
      await saveOrderWebhookAt(db, shop, delivery.received_at);
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
    case 'fulfillment_orders/cancelled':
      return handleFulfilmentOrder(deps, shop, delivery);
    case foundTopic: {
      const order = OrderGid.safeParse(delivery.resource);
      const isUnseen = order.success && (await takeStoreOrder(deps, shop, order.data, 'reconciliation')) === null;
      return isUnseen ? 'Shopify does not show the order.' : null;
    }
    case 'products/update':
    case 'products/delete': {
      const product = ProductGid.safeParse(delivery.resource);
      if (!product.success) return null;
      // The topic is an unsigned header, so the product is read from Shopify to see whether it is deleted.
      await handleProductChange(deps, shop, product.data, {
        mayWait: delivery.topic === 'products/update',
        triggeredAt: delivery.triggered_at,
        receivedAt: delivery.received_at,
      });
      return null;
    }
    case 'shop/update':
    case 'app/scopes_update': {
      await readStoreFacts(deps, shop);
      return null;
    }
    default:
      deps.log.warn({shop, topic: delivery.topic}, 'a delivery of a topic that is not subscribed');
      return null;
  }
}

/** Reads the order of a fulfilment order, and the requests for it that the merchant may have moved or cancelled alone. */
async function handleFulfilmentOrder(
  deps: DeliveryDeps,
  shop: ShopDomain,
  {topic, resource}: StoredDelivery,
): Promise<string | null> {
  const order = resource === null ? null : await fetchOwningOrder(deps.admin, shop, resource);
  if (order === null) return 'Shopify does not show the fulfilment order.';
  const isUnseen = (await takeStoreOrder(deps, shop, order, 'webhook')) === null;
  if (topic === 'fulfillment_orders/moved' || topic === 'fulfillment_orders/cancelled')
    await lookAtRequests(deps, shop, order);
  return isUnseen ? 'Shopify does not show the order.' : null;
}

/** Where the app may no longer answer requests, the order was read all the same. */
async function lookAtRequests(deps: DeliveryDeps, shop: ShopDomain, order: OrderGid): Promise<void> {
  try {
    await lookAtOrder(deps, shop, order);
  } catch (error) {
    if (!(error instanceof Failure && error.isDenied)) throw error;
    deps.log.warn({err: error, shop, order}, 'the requests for an order are not looked at: the app may not');
  }
}

/** Reads currency, time zone, countries and permissions again, and has everything follow that depends on them. */
async function readStoreFacts(deps: DeliveryDeps, shop: ShopDomain): Promise<void> {
  const {admin, db, now} = deps;
  const facts = await fetchShopFacts(admin, shop);
  await saveShopFacts(db, shop, facts, now());
  if (await readStoreAccess(deps, shop, facts)) await enqueueBatch(deps, 'dropship', shop);
  await writeShopSchedule(deps, shop);
  if (await wakeProfile(db, shop, ['not_permitted', 'market_driven', 'other_currency']))
    await askTask(deps, 'keep-shipping', shop);
  await wakeServiceWorker(deps, shop, ['not_permitted']);
}

/**
 * Throws while it may be too early to read a new order, so that the delivery is retried. An order that the app knows is deleted, or too old
 * to be shown, so it is not retried.
 */
async function throwIfTooEarly({db}: DeliveryDeps, shop: ShopDomain, order: OrderGid, attempts: number): Promise<void> {
  if (attempts + 1 >= maxOrderReads) return;
  if ((await loadDropshipOrdersOfStoreOrder(db, shop, order)).length > 0) return;
  const why = 'Shopify tells of an order that it does not show yet.';
  throw new Failure(why, {remote: 'shopify', kind: 'unavailable', sent: true});
}
