// Finds orders whose webhooks were lost: lists the orders changed since the last reconciliation, with an overlap, and reads those that no
// webhook has announced since. At night it reads all orders changed in seven days. Counts the lines that no webhook had reported.
import {day, minute} from '#domain/durations.ts';
import {affectsOtherRequests, Failure, isTransient} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {foundTopic} from '../../server/db/deliveries/deliveries.ts';
import {hasPendingDelivery, loadOrdersAlreadyRead} from '../../server/db/deliveries/order-deliveries.ts';
import {saveDelivery} from '../../server/db/deliveries/save-deliveries.ts';
import {saveOrdersWatermark, saveReconciliation} from '../../server/db/shops/orders-read.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrdersUpdatedSince, type UpdatedOrder} from '../../server/shopify/orders/orders.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';

type ReconcileDeps = TakingDeps & Pick<Deps, 'metrics'>;

/**
 * Milliseconds that are read again before the end of the last reconciliation: they cover clock skew and delays of Shopify's search index.
 */
const overlapMs = 30 * minute;
/** How far back the nightly check reads. */
const weekMs = 7 * day;
/** One reconciliation reads at most this many pages of changed orders. */
const maxPages = 200;

/**
 * Reads orders changed since the last reconciliation, except those that a webhook has announced since. Returns how many lines were found
 * without a webhook. After an interruption it continues where the last complete page ended.
 */
export async function reconcileOrders(deps: ReconcileDeps, shop: ShopDomain): Promise<number> {
  const {db, now} = deps;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const begun = now();
  const covered = facts.ordersWatermarkAt ?? facts.installedAt;
  const found = await takeChangedOrders(deps, shop, new Date(covered.getTime() - overlapMs), {
    async choose(page) {
      const served = await loadOrdersAlreadyRead(db, shop, page, facts.installedAt);
      return page.filter(({gid}) => !served.has(gid));
    },
    async covered(last) {
      if (last > covered) await saveOrdersWatermark(db, shop, last);
    },
  });
  if (found.whole) await saveOrdersWatermark(db, shop, begun);
  await reportFoundLines(deps, shop, found.lines);
  return found.lines;
}

/**
 * The nightly check: reads all orders changed in seven days (at most 20,000), also announced ones and those from before the installation.
 * Returns how many lines were found without a webhook.
 */
export async function reconcileWeek(deps: ReconcileDeps, shop: ShopDomain): Promise<number> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const since = new Date(deps.now().getTime() - weekMs);
  const {lines, whole} = await takeChangedOrders(deps, shop, since, {
    choose: async (page) => page,
    covered: async () => {},
  });
  if (!whole) deps.log.warn({shop, pages: maxPages}, 'more orders changed in seven days than one night reads');
  await reportFoundLines(deps, shop, lines);
  return lines;
}

/** What to do with each page of changed orders. */
type PageHandling = {
  /** Returns the orders of a page that are to be read. */
  readonly choose: (page: readonly UpdatedOrder[]) => Promise<readonly UpdatedOrder[]>;
  /** Called when all rows of a page are stored, with the time of its last change. */
  readonly covered: (last: Date) => Promise<void>;
};

/**
 * Takes the changed orders, the oldest change first. A page's rows are stored before the next page is read. Returns the number of lines
 * found without a webhook, and whether all pages were read.
 */
async function takeChangedOrders(
  deps: TakingDeps,
  shop: ShopDomain,
  since: Date,
  pass: PageHandling,
): Promise<{readonly lines: number; readonly whole: boolean}> {
  let lines = 0;
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const batch = await fetchOrdersUpdatedSince(deps.admin, shop, since, cursor);
    for (const order of await pass.choose(batch.orders)) lines += await takeOrderOrQueue(deps, shop, order);
    cursor = batch.nextCursor;
    if (cursor === null) return {lines, whole: true};
    const last = batch.orders.at(-1)?.updatedAt;
    if (last !== undefined) await pass.covered(last);
  }
  return {lines, whole: false};
}

/**
 * Takes one order; returns how many of its lines no webhook had reported. An order that fails must not block the others, so it is stored in
 * the webhook inbox, where it is retried. If the whole store or our own database is down, this throws.
 */
async function takeOrderOrQueue(deps: TakingDeps, shop: ShopDomain, order: UpdatedOrder): Promise<number> {
  try {
    const isBehind = await hasPendingDelivery(deps.db, shop, order.gid);
    const lines = await takeStoreOrder(deps, shop, order.gid, isBehind ? 'webhook' : 'reconciliation');
    return isBehind ? 0 : (lines ?? 0);
  } catch (err) {
    if (err instanceof Failure) await assertStoreAnswers(deps, shop, err);
    await saveDelivery(deps.db, {
      shop,
      topic: foundTopic,
      // The key has the time of the change, so that a change has one row, however often it is found.
      eventKey: `${order.gid} ${order.updatedAt.toISOString()}`,
      webhookId: order.gid,
      resource: order.gid,
      triggeredAt: order.updatedAt,
      receivedAt: deps.now(),
    });
    deps.log.error(
      {shop, order: order.gid, err},
      'a store order could not be taken; the reconciliation goes on without it',
    );
    return 0;
  }
}

/** Throws unless the failure concerns only this order, that is, the store answers another request. */
async function assertStoreAnswers({admin, now}: TakingDeps, shop: ShopDomain, failure: Failure): Promise<void> {
  if (affectsOtherRequests(failure)) throw failure;
  if (isTransient(failure)) await fetchOrdersUpdatedSince(admin, shop, now(), null);
}

/** Saves and counts how many lines the reconciliation found, and warns if there are any. */
async function reportFoundLines(
  {db, log, metrics, now}: ReconcileDeps,
  shop: ShopDomain,
  lines: number,
): Promise<void> {
  await saveReconciliation(db, shop, lines, now());
  metrics.countFound(lines);
  if (lines > 0) log.warn({shop, found: lines}, 'lines of store orders found without a webhook');
}
