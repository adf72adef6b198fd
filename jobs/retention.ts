// What is closed is deleted after the days the merchant set: dropship orders with their attempts, and the store order's money.
import type {ShopDomain} from '#domain/ids.ts';
import {deleteClosedOrders, purgeRepeats} from '../server/db/retention.ts';
import {loadRetentionDays} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';

const day = 24 * 3_600_000;

export async function deleteClosed({db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>, shop: ShopDomain): Promise<void> {
  const days = await loadRetentionDays(db, shop);
  const deleted = await deleteClosedOrders(db, shop, new Date(now().getTime() - days * day));
  await purgeRepeats(db, shop, new Date(now().getTime() - 2 * day));
  if (deleted > 0) log.info({shop, deleted, days}, 'store orders closed long ago were deleted');
}
