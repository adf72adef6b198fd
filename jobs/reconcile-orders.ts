// Lost webhooks: every order changed since the watermark is taken again, with an overlap; what only this found is counted.
import {Failure, isPassing} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {loadShop, saveOrdersWatermark} from '../server/db/shops.ts';
import {fetchOrdersUpdatedSince, type UpdatedOrder} from '../server/shopify/orders.ts';
import {type TakingDeps, takeStoreOrder} from './take-store-order.ts';

/** Absorbs clock skew and Shopify's late index. */
const overlapMs = 30 * 60_000;
const pagesAtMost = 200;

/** How many lines no webhook had told of. Broken off, it goes on where the last whole page ended. */
export async function reconcileOrders(deps: TakingDeps, shop: ShopDomain): Promise<number> {
  const {db, admin, log, now} = deps;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const begun = now();
  const covered = facts.ordersWatermarkAt ?? facts.installedAt;
  const since = new Date(covered.getTime() - overlapMs);
  let found = 0;
  let cursor: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const batch = await fetchOrdersUpdatedSince(admin, shop, since, cursor);
    for (const order of batch.orders) found += await takeReadable(deps, shop, order);
    cursor = batch.nextCursor;
    if (cursor === null) break;
    const last = batch.orders.at(-1)?.updatedAt;
    if (last !== undefined && last > covered) await saveOrdersWatermark(db, shop, last);
  }
  if (cursor === null) await saveOrdersWatermark(db, shop, begun);
  if (found > 0) log.warn({shop, found}, 'orders that no webhook told of');
  return found;
}

/** An order that Shopify will not show, or that cannot be read, does not keep those behind it from being found. */
async function takeReadable(deps: TakingDeps, shop: ShopDomain, {gid}: UpdatedOrder): Promise<number> {
  try {
    return await takeStoreOrder(deps, shop, gid);
  } catch (err) {
    const hopeless = err instanceof Failure && !isPassing(err) && err.kind !== 'unauthorised';
    if (!hopeless) throw err;
    deps.log.error({shop, order: gid, err}, 'a store order could not be read; the reconciliation goes on without it');
    return 0;
  }
}
