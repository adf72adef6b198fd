// Handles `orders/delete`. The topic is an unsigned header, so Shopify is asked whether the order is deleted.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isFlaggedState} from '#domain/orders/flags.ts';
import {isTooOldToBeShown} from '#domain/orders/order-times.ts';
import {loadDropshipOrdersOfStoreOrder, saveFlags} from '../../server/db/orders/dropship-orders.ts';
import {makeOrdersDue} from '../../server/db/orders/due-orders.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {type TakingDeps, takeStoreOrder} from './take-store-order.ts';

/**
 * Makes dropship orders due that were not sent: if two checks do not find the store order, they are cancelled. Flags those that were sent.
 * An order that Shopify still shows is only read again. Returns why the order was not read; null if it was.
 */
export async function takeDeletedOrder(deps: TakingDeps, shop: ShopDomain, gid: OrderGid): Promise<string | null> {
  if ((await takeStoreOrder(deps, shop, gid, 'webhook')) !== null) return null;
  const now = deps.now();
  const ours = await loadDropshipOrdersOfStoreOrder(deps.db, shop, gid);
  if ((await makeOrdersDue(deps.db, {shop, orderGid: gid, isOver: true}, now)) > 0)
    await enqueueBatch(deps, 'dropship', shop);
  for (const sent of ours) {
    // Shopify shows no order of this age, so that it does not show this one proves nothing.
    if (!isFlaggedState(sent.state) || isTooOldToBeShown(sent.ordered_at, now)) continue;
    if (sent.flags.some(({code}) => code === 'order_deleted')) continue;
    await saveFlags(deps.db, sent, [{code: 'order_deleted', at: now.toISOString()}], sent.store_updated_at ?? now, now);
    deps.log.info({shop, dropshipOrder: sent.id}, 'the store order was deleted after sending');
  }
  return 'Shopify does not show the order.';
}
