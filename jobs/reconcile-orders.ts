// Lost webhooks: every order changed since the watermark is taken again, with an overlap; what only this found is counted.
import type {ShopDomain} from '#domain/ids.ts';
import {loadShop, saveOrdersWatermark} from '../server/db/shops.ts';
import {fetchOrdersUpdatedSince} from '../server/shopify/orders.ts';
import {type TakingDeps, takeStoreOrder} from './take-store-order.ts';

/** Absorbs clock skew and Shopify's late index. */
const overlapMs = 30 * 60_000;
const pagesAtMost = 200;

/** How many lines no webhook had told of. */
export async function reconcileOrders(deps: TakingDeps, shop: ShopDomain): Promise<number> {
  const {db, admin, log, now} = deps;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const begun = now();
  const since = new Date((facts.ordersWatermarkAt ?? facts.installedAt).getTime() - overlapMs);
  let found = 0;
  let cursor: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const batch = await fetchOrdersUpdatedSince(admin, shop, since, cursor);
    for (const order of batch.orders) found += await takeStoreOrder(deps, shop, order.gid);
    cursor = batch.nextCursor;
    if (cursor === null) break;
  }
  if (cursor === null) await saveOrdersWatermark(db, shop, begun);
  if (found > 0) log.warn({shop, found}, 'orders that no webhook told of');
  return found;
}
