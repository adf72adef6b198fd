// Deletes old data: closed orders (dropship orders, attempts, fulfilment requests, the store order's revenue) and runs, each after the
// number of days that the merchant set. Orders placed before that but not deleted lose their buyer's data. This waits while the stored settings
// cannot be read. Unused typed details, what figures were counted from, and the audit trail are deleted after fixed times.

import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {purgeFigureFacts} from '../../server/db/fulfilment-services/service-calls.ts';
import {purgeMails} from '../../server/db/mail/mails.ts';
import {noteOpenRefunds} from '../../server/db/orders/buyer-refunds.ts';
import {purgeHistory} from '../../server/db/runs/run-changes.ts';
import {
  deleteClosedOrders,
  deleteOldRequests,
  eraseOldBuyerData,
  eraseUnusedDetails,
  purgeAudit,
  purgeIdempotencyKeys,
} from '../../server/db/shops/retention.ts';
import {loadStoredSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';

/** How long typed details are stored after sending. Later, a merchant who places the order again has to type them again. */
const typedDetailsKeptMs = 30 * day;
/** How long the audit trail is stored: longer than any order, so that an order's trail is complete as long as the order exists. */
const auditKeptMs = 12 * 366 * day;

/** How long it is stored which mails were sent. */
const mailsKeptMs = 90 * day;
/** How long it is stored what the figures of the fulfilment service, of 28 days, are counted from. */
const figuresKeptMs = 60 * day;

type RetentionDeps = Pick<Deps, 'db' | 'log' | 'now'>;

/**
 * Deletes or erases what is too old about a shop's orders: closed orders, buyers' data, typed details, idempotency keys, the audit trail.
 */
export async function deleteOldOrders(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const {db, now} = deps;
  await applyOrderRetention(deps, shop);
  await eraseUnusedDetails(db, shop, new Date(now().getTime() - typedDetailsKeptMs));
  // An earlier release that ran beside this one may have settled refunds without that.
  await noteOpenRefunds(db, shop);
  await purgeIdempotencyKeys(db, shop, new Date(now().getTime() - 2 * day));
  await purgeFigureFacts(db, shop, new Date(now().getTime() - figuresKeptMs));
  await purgeMails(db, shop, new Date(now().getTime() - mailsKeptMs));
  await purgeAudit(db, shop, new Date(now().getTime() - auditKeptMs));
}

/** Deletes old runs and their changes. */
export async function deleteOldRuns(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const settings = await loadReadableSettings(deps, shop);
  if (settings === null) return;
  await purgeHistory(deps.db, shop, new Date(deps.now().getTime() - settings.historyDays * day));
}

/** Deletes closed orders, and erases the buyers of others, after the number of days that the merchant set. */
async function applyOrderRetention(deps: RetentionDeps, shop: ShopDomain): Promise<void> {
  const settings = await loadReadableSettings(deps, shop);
  if (settings === null) return;
  const {db, log, now} = deps;
  const days = settings.orders.retentionDays;
  const before = new Date(now().getTime() - days * day);
  const deleted = await deleteClosedOrders(db, shop, before);
  await deleteOldRequests(db, shop, before);
  const erased = await eraseOldBuyerData(db, shop, before, now());
  if (deleted > 0) log.info({shop, deleted, days}, 'store orders closed long ago were deleted');
  if (erased > 0) log.info({shop, erased, days}, 'the buyers of old store orders were erased');
}

/** The shop's settings; null while they cannot be read, so that nothing is deleted by a guess. */
async function loadReadableSettings({db, log}: RetentionDeps, shop: ShopDomain): Promise<Settings | null> {
  const stored = await loadStoredSettings(db, shop);
  if (stored.isReadable) return stored.settings;
  const {wrong} = stored;
  log.warn({shop, wrong}, 'the stored settings cannot be read; nothing is deleted for its age until they are mended');
  return null;
}
