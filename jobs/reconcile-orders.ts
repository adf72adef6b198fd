// Lost webhooks: every order changed since the watermark is taken again, with an overlap; what only this found is counted.
import type {ShopDomain} from '#domain/ids.ts';
import {loadServedOrders} from '../server/db/deliveries.ts';
import {loadShop, saveOrdersWatermark, saveReconciled} from '../server/db/shops.ts';
import {fetchOrdersUpdatedSince, type UpdatedOrder} from '../server/shopify/orders.ts';
import {type TakingDeps, takeStoreOrder} from './take-store-order.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Absorbs clock skew and Shopify's late index. */
const overlapMs = 30 * minute;
const weekMs = 7 * day;
const pagesAtMost = 200;

/** How many lines no webhook had told of. Orders that a webhook told of since they changed are not read once more. */
export async function reconcileOrders(deps: TakingDeps, shop: ShopDomain): Promise<number> {
  const {db, now} = deps;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const begun = now();
  const covered = facts.ordersWatermarkAt ?? facts.installedAt;
  const found = await takeAll(deps, shop, new Date(covered.getTime() - overlapMs), async (page) => {
    const served = await loadServedOrders(db, shop, page);
    return page.filter(({gid}) => !served.has(gid));
  });
  if (found.whole) await saveOrdersWatermark(db, shop, begun);
  await report(deps, shop, found.lines);
  return found.lines;
}

/** The nightly proof: every order of seven days, whatever the inbox says of it. */
export async function reconcileWeek(deps: TakingDeps, shop: ShopDomain): Promise<number> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed') return 0;
  const since = new Date(Math.max(deps.now().getTime() - weekMs, facts.installedAt.getTime() - overlapMs));
  const {lines} = await takeAll(deps, shop, since, async (page) => page);
  await report(deps, shop, lines);
  return lines;
}

/** A page's rows are written before the next page is asked for, oldest change first: a crash leaves nothing half covered. */
async function takeAll(
  deps: TakingDeps,
  shop: ShopDomain,
  since: Date,
  choose: (page: readonly UpdatedOrder[]) => Promise<readonly UpdatedOrder[]>,
): Promise<{readonly lines: number; readonly whole: boolean}> {
  let lines = 0;
  let cursor: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const batch = await fetchOrdersUpdatedSince(deps.admin, shop, since, cursor);
    for (const {gid} of await choose(batch.orders)) lines += await takeStoreOrder(deps, shop, gid, 'reconciliation');
    cursor = batch.nextCursor;
    if (cursor === null) return {lines, whole: true};
  }
  return {lines, whole: false};
}

async function report({db, log, now}: TakingDeps, shop: ShopDomain, lines: number): Promise<void> {
  await saveReconciled(db, shop, lines, now());
  if (lines > 0) log.warn({shop, found: lines}, 'orders that no webhook told of');
}
