// Finds orders whose webhooks were lost: lists the orders changed since the watermark, with an overlap, and reads those that no webhook
// has announced since. At night it reads all orders changed in seven days. Counts the lines that no webhook had reported.
import {day, minute} from '#domain/durations.ts';
import {concernsAll, Failure, isPassing} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {foundTopic} from '../../server/db/deliveries/deliveries.ts';
import {hasWaitingDelivery, loadServedOrders} from '../../server/db/deliveries/order-deliveries.ts';
import {saveDelivery} from '../../server/db/deliveries/save-deliveries.ts';
import {loadShop, saveOrdersWatermark, saveReconciled} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrdersUpdatedSince, type UpdatedOrder} from '../../server/shopify/orders/orders.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';

type ReconcilingDeps = TakingDeps & Pick<Deps, 'metrics'>;

/** Covers clock skew and delays of Shopify's search index. */
const overlapMs = 30 * minute;
const weekMs = 7 * day;
const pagesAtMost = 200;

/**
 * Returns how many lines were found without a webhook. Skips orders that a webhook has announced since they changed. After an
 * interruption it continues where the last complete page ended.
 */
export async function reconcileOrders(deps: ReconcilingDeps, shop: ShopDomain): Promise<number> {
  const {db, now} = deps;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const begun = now();
  const covered = facts.ordersWatermarkAt ?? facts.installedAt;
  const found = await takeAll(deps, shop, new Date(covered.getTime() - overlapMs), {
    async choose(page) {
      const served = await loadServedOrders(db, shop, page, facts.installedAt);
      return page.filter(({gid}) => !served.has(gid));
    },
    async covered(last) {
      if (last > covered) await saveOrdersWatermark(db, shop, last);
    },
  });
  if (found.whole) await saveOrdersWatermark(db, shop, begun);
  await report(deps, shop, found.lines);
  return found.lines;
}

/**
 * The nightly check: reads the orders changed in seven days (at most 20,000), whatever the inbox holds, also from before the installation.
 */
export async function reconcileWeek(deps: ReconcilingDeps, shop: ShopDomain): Promise<number> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const since = new Date(deps.now().getTime() - weekMs);
  const {lines, whole} = await takeAll(deps, shop, since, {choose: async (page) => page, covered: async () => {}});
  if (!whole) deps.log.warn({shop, pages: pagesAtMost}, 'more orders changed in seven days than one night reads');
  await report(deps, shop, lines);
  return lines;
}

type Pass = {
  readonly choose: (page: readonly UpdatedOrder[]) => Promise<readonly UpdatedOrder[]>;
  /** Called with the last change of a page when all its rows are stored. */
  readonly covered: (last: Date) => Promise<void>;
};

/** Oldest change first. A page's rows are stored before the next page is read. */
async function takeAll(
  deps: TakingDeps,
  shop: ShopDomain,
  since: Date,
  pass: Pass,
): Promise<{readonly lines: number; readonly whole: boolean}> {
  let lines = 0;
  let cursor: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const batch = await fetchOrdersUpdatedSince(deps.admin, shop, since, cursor);
    for (const order of await pass.choose(batch.orders)) lines += await takeOrSetAside(deps, shop, order);
    cursor = batch.nextCursor;
    if (cursor === null) return {lines, whole: true};
    const last = batch.orders.at(-1)?.updatedAt;
    if (last !== undefined) await pass.covered(last);
  }
  return {lines, whole: false};
}

/**
 * A failing order must not block those behind it: it is stored in the inbox, retried there, and shown when it is given up. If the
 * whole store or our own database is down, the pass ends.
 */
async function takeOrSetAside(deps: TakingDeps, shop: ShopDomain, order: UpdatedOrder): Promise<number> {
  try {
    const isBehind = await hasWaitingDelivery(deps.db, shop, order.gid);
    const lines = await takeStoreOrder(deps, shop, order.gid, isBehind ? 'webhook' : 'reconciliation');
    return isBehind ? 0 : (lines ?? 0);
  } catch (err) {
    if (err instanceof Failure) await mustAnswer(deps, shop, err);
    await saveDelivery(deps.db, {
      shop,
      topic: foundTopic,
      // One row per change of the order, however often it is found.
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

/** Throws unless only this order is at fault: a healthy store answers the next request. */
async function mustAnswer({admin, now}: TakingDeps, shop: ShopDomain, failure: Failure): Promise<void> {
  if (concernsAll(failure)) throw failure;
  if (isPassing(failure)) await fetchOrdersUpdatedSince(admin, shop, now(), null);
}

async function report({db, log, metrics, now}: ReconcilingDeps, shop: ShopDomain, lines: number): Promise<void> {
  await saveReconciled(db, shop, lines, now());
  metrics.countFound(lines);
  if (lines > 0) log.warn({shop, found: lines}, 'lines of store orders found without a webhook');
}
