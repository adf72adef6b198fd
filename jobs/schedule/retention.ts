// Deletes what is old. Closed orders, after the number of days the merchant set: dropship orders with their attempts, and the store order's
// revenue. Orders that were placed earlier than that and are not deleted yet lose their buyer's data. What runs did goes after a number of
// days, too. All of this waits while stored settings cannot be read. The audit trail is deleted years later.
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {purgeHistory} from '../../server/db/runs/run-changes.ts';
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

type RetentionDeps = Pick<Deps, 'db' | 'log' | 'now'>;

export async function deleteClosed(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const {db, now} = deps;
  await deleteByRetention(deps, shop);
  await eraseTypedUnused(db, shop, new Date(now().getTime() - typedKeptMs));
  await purgeRepeats(db, shop, new Date(now().getTime() - 2 * day));
  await purgeAudit(db, shop, new Date(now().getTime() - auditKeptMs));
}

/** Runs and their changes. */
export async function deleteHistory(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const settings = await loadReadable(deps, shop);
  if (settings === null) return;
  await purgeHistory(deps.db, shop, new Date(deps.now().getTime() - settings.historyDays * day));
}

async function deleteByRetention(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const settings = await loadReadable(deps, shop);
  if (settings === null) return;
  const {db, log, now} = deps;
  const days = settings.orders.retentionDays;
  const before = new Date(now().getTime() - days * day);
  const deleted = await deleteClosedOrders(db, shop, before);
  const erased = await eraseOldBuyers(db, shop, before, now());
  if (deleted > 0) log.info({shop, deleted, days}, 'store orders closed long ago were deleted');
  if (erased > 0) log.info({shop, erased, days}, 'the buyers of old store orders were erased');
}

/** Null while the stored settings cannot be read: nothing is deleted by a guess. */
async function loadReadable({db, log}: RetentionDeps, shop: ShopDomain): Promise<Settings | null> {
  const stored = await loadStoredSettings(db, shop);
  if (stored.isReadable) return stored.settings;
  const {wrong} = stored;
  log.warn({shop, wrong}, 'the stored settings cannot be read; nothing is deleted for its age until they are mended');
  return null;
}
