// A webhook or the reconciliation reports a changed store order: records our lines, flags sent orders that no
// longer fit, and enqueues orders that may be sent.
import {day} from '#domain/durations.ts';
import {DropshipOrderId, dropshipReference, type OrderGid, type ShopDomain} from '#domain/ids.ts';
import {isBeforeInstall} from '#domain/orders/order-times.ts';
import {isNotedAsSent} from '#domain/orders/store-note.ts';
import {isHandedOver, isOver, type StoreOrderLine, type UnplannedOrder} from '#domain/orders/store-order.ts';
import {
  loadArticlesBySku,
  loadVariantArticles,
  type VariantArticle,
} from '../../server/db/listings/listing-variants.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {saveDue} from '../../server/db/orders/due-orders.ts';
import {saveMoneyDue} from '../../server/db/orders/money-due.ts';
import {
  type LinesOf,
  type NewDropshipOrder,
  saveLineFacts,
  saveNewDropshipOrders,
  saveWantedAgain,
} from '../../server/db/orders/order-lines.ts';
import {saveFingerprint, saveReading} from '../../server/db/orders/order-readings.ts';
import {loadSender, type Sender} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrderWithLines} from '../../server/shopify/orders/orders.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {noticeCancelled} from '../orders/cancelled-fulfilment.ts';
import {flagSent} from '../orders/flag-sent.ts';

export type TakingDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/**
 * Returns how many lines are new; null if Shopify does not show the order. Safe to repeat in any order and any number of times.
 */
export async function takeStoreOrder(
  deps: TakingDeps,
  shop: ShopDomain,
  gid: OrderGid,
  foundBy: 'webhook' | 'reconciliation',
): Promise<number | null> {
  const read = await fetchOrderWithLines(deps.admin, shop, gid);
  if (read === null) return null;
  const {order, fingerprint} = read;
  await saveReading(deps.db, shop, order);
  const fresh = await saveLines(deps, shop, order, foundBy);
  // Before our orders are loaded: from here on no plan of an older reading is sent, and an order claimed earlier is loaded and flagged.
  const due = await saveDue(deps.db, {shop, orderGid: gid, isOver: isOver(order)}, deps.now());
  const ours = await loadDropshipOrdersOf(deps.db, shop, gid);
  if (ours.length === 0) return 0;
  await flagSent(deps, order, ours);
  await noticeCancelled(deps, order, ours);
  await saveMoneyDue(deps.db, shop, gid);
  await saveFingerprint(deps.db, shop, gid, fingerprint);
  if (due > 0) await enqueueBatch(deps, 'dropship', shop);
  await enqueueBatch(deps, 'store-writeback', shop);
  return fresh;
}

/** A line is ours by its variant, by its product's article or, if the product is deleted, by its SKU. Returns how many are new. */
async function saveLines(
  deps: TakingDeps,
  shop: ShopDomain,
  order: UnplannedOrder,
  foundBy: 'webhook' | 'reconciliation',
): Promise<number> {
  const wanted = order.lines.filter(({currentQuantity}) => currentQuantity > 0);
  if (wanted.length === 0 || order.cancelledAt !== null) return 0;
  const sender = await loadSender(deps.db, shop);
  if (isForgotten(order, sender, deps.now())) return 0;
  const known = await loadArticles(deps, shop, wanted);
  const seen = wanted.flatMap((line) => {
    const row = toRow(shop, order, line, known(line));
    return row === null ? [] : [{...row, id: DropshipOrderId.parse(deps.newId()), found_by: foundBy}];
  });
  const isFromBefore = isBeforeInstall(order, sender.facts?.installedAt ?? null);
  // In an order from before the installation, a fully shipped line needs no action, unless it is already known.
  const open = isFromBefore ? seen.filter(({quantity}) => quantity > 0) : seen;
  const fresh = await saveNewDropshipOrders(deps.db, open, deps.now());
  const stale = seen.filter(({line_gid: line}) => !fresh.has(line));
  if (stale.length > 0) await saveKnown(deps, {shop, orderGid: order.gid, readAs: order.updatedAt}, order, stale);
  return fresh.size;
}

/** If a product was deleted before its order was read, the line has only the SKU; the merchant has to supply colour and size. */
async function loadArticles(
  {db}: TakingDeps,
  shop: ShopDomain,
  lines: readonly StoreOrderLine[],
): Promise<(line: StoreOrderLine) => VariantArticle | undefined> {
  const isGone = ({variantGid, productGid}: StoreOrderLine): boolean => variantGid === null && productGid === null;
  const gids = lines.flatMap(({variantGid}) => variantGid ?? []);
  const skus = lines.filter(isGone).flatMap(({sku}) => sku ?? []);
  const [variants, gone] = [await loadVariantArticles(db, shop, gids), await loadArticlesBySku(db, shop, skus)];
  return (line) => (isGone(line) ? gone.get(line.sku ?? '') : variants.get(line.variantGid ?? ''));
}

async function saveKnown(
  {db, now}: TakingDeps,
  lines: LinesOf,
  order: UnplannedOrder,
  known: readonly Omit<NewDropshipOrder, 'id'>[],
): Promise<void> {
  const quantities = known.map(({line_gid: gid, quantity}) => ({gid, quantity}));
  const handedOver = new Set(order.lines.filter((line) => isHandedOver(order, line)).map(({gid}) => gid));
  const wanted = quantities.filter(({gid}) => !handedOver.has(gid)).map(({gid}) => gid);
  if (order.financialStatus !== 'REFUNDED') await saveWantedAgain(db, lines, wanted, now());
  await saveLineFacts(db, lines, order.destination?.country ?? null, quantities);
}

/** Null for a line that is not ours. */
function toRow(
  shop: ShopDomain,
  order: UnplannedOrder,
  line: StoreOrderLine,
  variant: VariantArticle | undefined,
): Omit<NewDropshipOrder, 'id'> | null {
  const articleId = variant?.article.articleId ?? line.articleId;
  if (articleId === null) return null;
  return {
    shop,
    order_gid: order.gid,
    order_name: order.name,
    line_gid: line.gid,
    article_id: articleId,
    article_name: variant?.name || line.title,
    variant_gid: line.variantGid,
    colour: variant?.article.colour ?? null,
    size: variant?.article.size ?? null,
    quantity: Math.min(line.currentQuantity, line.unfulfilledQuantity),
    country: order.destination?.country ?? null,
    reference: dropshipReference(shop, order.name, line.gid, 1),
    ordered_at: order.createdAt,
    store_updated_at: order.updatedAt,
    sent_before: isNotedAsSent(order.note ?? null, line.gid),
  };
}

/** An order older than the retention: its rows may have been deleted, and it must not look new. */
const isForgotten = ({createdAt}: UnplannedOrder, {settings}: Sender, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > settings.orders.retentionDays * day;
