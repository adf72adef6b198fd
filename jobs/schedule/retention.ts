// Deletes closed orders after the number of days the merchant set: dropship orders with their attempts, and the store order's
// revenue. Orders that were placed earlier than that and are not deleted yet lose their buyer's data. Both wait while stored settings
// cannot be read. The audit trail is deleted years later.
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {
  deleteClosedOrders,
  eraseOldBuyers,
  eraseTypedUnused,
  purgeAudit,
  purgeRepeats,
} from '../../server/db/shops/retention.ts';
import {loadStoredSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';

/** Counted from sending. After this, a merchant who places the order again has to type the details again. */
const typedKeptMs = 30 * day;
/** Two years longer than a merchant may keep orders, so that an order's trail is complete as long as the order exists. */
const auditKeptMs = 12 * 366 * day;

export async function deleteClosed({db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>, shop: ShopDomain): Promise<void> {
  await deleteByRetention({db, log, now}, shop);
  await eraseTypedUnused(db, shop, new Date(now().getTime() - typedKeptMs));
  await purgeRepeats(db, shop, new Date(now().getTime() - 2 * day));
  await purgeAudit(db, shop, new Date(now().getTime() - auditKeptMs));
}

async function deleteByRetention({db, log, now}: Pick<Deps, 'db' | 'log' | 'now'>, shop: ShopDomain): Promise<void> {
  const {settings, unreadable} = await loadStoredSettings(db, shop);
  if (unreadable.size > 0) {
    log.warn(
      {shop, settings: [...unreadable.keys()]},
      'stored settings cannot be read; old orders stay until they are saved',
    );
    return;
  }
  const days = settings.orders.retentionDays;
  const before = new Date(now().getTime() - days * day);
  const deleted = await deleteClosedOrders(db, shop, before);
  const erased = await eraseOldBuyers(db, shop, before, now());
  if (deleted > 0) log.info({shop, deleted, days}, 'store orders closed long ago were deleted');
  if (erased > 0) log.info({shop, erased, days}, 'the buyers of old store orders were erased');
}
