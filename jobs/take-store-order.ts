// A store order changed, says a webhook or the reconciliation: its lines of ours are recorded with their money, what was sent
// is flagged where it no longer fits, and what may be sent is called up.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {toOurMoney} from '#domain/orders/margin.ts';
import {dropshipReference} from '#domain/orders/reference.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {
  loadDropshipOrdersOf,
  type StoredDropshipOrder,
  saveLineFacts,
  saveNewDropshipOrder,
  saveWantedAgain,
} from '../server/db/dropship-orders.ts';
import {saveDue} from '../server/db/due-orders.ts';
import {loadVariantArticle} from '../server/db/listing-variants.ts';
import {loadRetentionDays} from '../server/db/shops.ts';
import {saveStoreOrderMoney} from '../server/db/store-orders.ts';
import type {Deps} from '../server/deps.ts';
import {fetchOrderMoney} from '../server/shopify/order-money.ts';
import {fetchStoreOrder} from '../server/shopify/orders.ts';
import {callUp} from './call-up.ts';
import {flagSent} from './orders/flag-sent.ts';

export type TakingDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** How many lines were not known before; null where Shopify does not show the order. Safe to repeat, in any order and any number of times. */
export async function takeStoreOrder(
  deps: TakingDeps,
  shop: ShopDomain,
  gid: OrderGid,
  foundBy: 'webhook' | 'reconciliation',
): Promise<number | null> {
  const order = await fetchStoreOrder(deps.admin, shop, gid);
  if (order === null) return null;
  let fresh = 0;
  for (const line of order.lines) fresh += (await saveLine(deps, shop, {order, line, foundBy})) ? 1 : 0;
  // First of all, so that what was planned on an older reading is not sent; what was claimed before is seen, and flagged.
  const due = await saveDue(deps.db, shop, gid, deps.now());
  const ours = await loadDropshipOrdersOf(deps.db, shop, gid);
  if (ours.length === 0) return 0;
  await flagSent(deps, order, ours);
  await saveMoney(deps, shop, order, ours);
  if (due > 0) await callUp(deps, 'dropship', shop);
  await callUp(deps, 'aftercare', shop);
  return fresh;
}

type Seen = {
  readonly order: StoreOrder;
  readonly line: StoreOrderLine;
  readonly foundBy: 'webhook' | 'reconciliation';
};

/** A line is ours when its variant is one we made, or its product carries our article. */
async function saveLine(deps: TakingDeps, shop: ShopDomain, {order, line, foundBy}: Seen): Promise<boolean> {
  const variant = line.variantGid === null ? null : await loadVariantArticle(deps.db, shop, line.variantGid);
  const articleId = variant?.article.articleId ?? line.articleId;
  if (articleId === null || line.currentQuantity <= 0 || order.cancelledAt !== null) return false;
  if (await isForgotten(deps, shop, order)) return false;
  const known = {
    shop,
    order_gid: order.gid,
    line_gid: line.gid,
    quantity: Math.min(line.currentQuantity, line.unfulfilledQuantity),
    country: order.destination?.country ?? null,
  };
  const isNew = await saveNewDropshipOrder(
    deps.db,
    {
      ...known,
      id: deps.newId(),
      order_name: order.name,
      article_id: articleId,
      article_name: variant?.name || line.title,
      variant_gid: line.variantGid,
      colour: variant?.article.colour ?? null,
      size: variant?.article.size ?? null,
      reference: dropshipReference(shop, order.name, line.gid, 1),
      found_by: foundBy,
      ordered_at: order.createdAt,
    },
    deps.now(),
  );
  if (!isNew && order.financialStatus !== 'REFUNDED') await saveWantedAgain(deps.db, known, deps.now());
  if (!isNew) await saveLineFacts(deps.db, known);
  return isNew;
}

/** Older than what is kept: its rows may have been deleted, and it must not look like a new one. */
async function isForgotten({db, now}: TakingDeps, shop: ShopDomain, order: StoreOrder): Promise<boolean> {
  const keptMs = (await loadRetentionDays(db, shop)) * 24 * 3_600_000;
  return now().getTime() - order.createdAt.getTime() > keptMs;
}

async function saveMoney(
  {db, admin, now}: TakingDeps,
  shop: ShopDomain,
  order: StoreOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  const money = await fetchOrderMoney(admin, shop, order.gid);
  if (money === null) return;
  const lines = new Set(ours.map(({line_gid}) => line_gid));
  await saveStoreOrderMoney(db, shop, order, toOurMoney(money, lines), now());
}
