// `orders/delete`: the topic is an unsigned header, so Shopify decides whether the order is deleted.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isFlaggedState} from '#domain/orders/flags.ts';
import {isTooOldToBeShown} from '#domain/orders/order-times.ts';
import {loadDropshipOrdersOf, saveFlags} from '../../server/db/orders/dropship-orders.ts';
import {saveDue} from '../../server/db/orders/due-orders.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {type TakingDeps, takeStoreOrder} from './take-store-order.ts';

/**
 * What was not sent becomes due: two looks that do not find the order cancel it. What was sent is flagged. An order that Shopify still
 * shows is only read again. Returns why the order was not read; null if it was.
 */
export async function takeDeletedOrder(deps: TakingDeps, shop: ShopDomain, gid: OrderGid): Promise<string | null> {
  if ((await takeStoreOrder(deps, shop, gid, 'webhook')) !== null) return null;
  const now = deps.now();
  const ours = await loadDropshipOrdersOf(deps.db, shop, gid);
  if ((await saveDue(deps.db, {shop, orderGid: gid, isOver: true}, now)) > 0)
    await enqueueBatch(deps, 'dropship', shop);
  for (const sent of ours) {
    // Shopify shows no order of this age, so it proves nothing that this one is not shown.
    if (!isFlaggedState(sent.state) || isTooOldToBeShown(sent.ordered_at, now)) continue;
    if (sent.flags.some(({code}) => code === 'order_deleted')) continue;
    await saveFlags(deps.db, sent, [{code: 'order_deleted', at: now.toISOString()}], sent.store_updated_at ?? now, now);
    deps.log.info({shop, dropshipOrder: sent.id}, 'the store order was deleted after sending');
  }
  return 'Shopify does not show the order.';
}
