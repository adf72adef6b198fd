// Handles a store order that a webhook or the reconciliation reports: records our lines, flags sent orders that no longer fit, and enqueues
// orders that may be sent.
import {day} from '#domain/durations.ts';
import {DropshipOrderId, dropshipReference, type OrderGid, type ShopDomain} from '#domain/ids.ts';
import {isBeforeInstall} from '#domain/orders/order-times.ts';
import {remainingPieces} from '#domain/orders/pieces.ts';
import {isNotedAsSent} from '#domain/orders/store-note.ts';
import {isHandedOver, isStoreOrderOver, type StoreOrderLine, type UnplannedOrder} from '#domain/orders/store-order.ts';
import {
  loadArticlesBySku,
  loadVariantArticles,
  type VariantArticle,
} from '../../server/db/listings/listing-variants.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../server/db/orders/dropship-orders.ts';
import {makeOrdersDue} from '../../server/db/orders/due-orders.ts';
import {makeMoneyDue} from '../../server/db/orders/money-due.ts';
import {
  type LineReading,
  type NewDropshipOrder,
  reopenCancelledLines,
  saveNewDropshipOrders,
  saveQuantitiesAndCountry,
} from '../../server/db/orders/order-lines.ts';
import {saveReadingTime, saveStoreFingerprint} from '../../server/db/orders/order-readings.ts';
import {loadShopWithSettings, type ShopWithSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrderWithLines} from '../../server/shopify/orders/orders.ts';
import {enqueueBatch} from '../enqueue-batch.ts';
import {saveCancelledFulfilments} from '../orders/cancelled-fulfilment.ts';
import {flagSentOrders} from '../orders/flag-sent.ts';

/** The parts that reading and recording a store order needs. */
export type TakingDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/**
 * Reads the store order, saves our lines, flags sent orders and enqueues what is due. Returns how many lines are new; null if Shopify does
 * not show the order. Can be repeated in any order and any number of times.
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
  await saveReadingTime(deps.db, shop, order);
  const fresh = await saveLines(deps, shop, order, foundBy);
  // This comes before our orders are loaded: from here on no plan of an older reading is sent, and an order claimed earlier is flagged
  // below.
  const due = await makeOrdersDue(deps.db, {shop, orderGid: gid, isOver: isStoreOrderOver(order)}, deps.now());
  const ours = await loadDropshipOrdersOfStoreOrder(deps.db, shop, gid);
  if (ours.length === 0) return 0;
  await flagSentOrders(deps, order, ours);
  await saveCancelledFulfilments(deps, order, ours);
  await makeMoneyDue(deps.db, shop, gid);
  await saveStoreFingerprint(deps.db, shop, gid, fingerprint);
  if (due > 0) await enqueueBatch(deps, 'dropship', shop);
  await enqueueBatch(deps, 'store-writeback', shop);
  return fresh;
}

/** Saves the lines that are ours: by variant, by the product's article or, if the product is deleted, by SKU. Returns how many are new. */
async function saveLines(
  deps: TakingDeps,
  shop: ShopDomain,
  order: UnplannedOrder,
  foundBy: 'webhook' | 'reconciliation',
): Promise<number> {
  const wanted = order.lines.filter(({currentQuantity}) => currentQuantity > 0);
  if (wanted.length === 0 || order.cancelledAt !== null) return 0;
  const sender = await loadShopWithSettings(deps.db, shop);
  if (isOlderThanRetention(order, sender, deps.now())) return 0;
  const known = await loadArticles(deps, shop, wanted);
  const seen = wanted.flatMap((line) => {
    const row = toRow(shop, order, line, known(line));
    return row === null ? [] : [{...row, id: DropshipOrderId.parse(deps.newId()), found_by: foundBy}];
  });
  const isFromBefore = isBeforeInstall(order, sender.facts?.installedAt ?? null);
  // Of an order from before the installation, fully shipped lines are not added as new.
  const open = isFromBefore ? seen.filter(({quantity}) => quantity > 0) : seen;
  const fresh = await saveNewDropshipOrders(deps.db, open, deps.now());
  const stale = seen.filter(({line_gid: line}) => !fresh.has(line));
  if (stale.length > 0)
    await updateKnownLines(deps, {shop, orderGid: order.gid, readAs: order.updatedAt}, order, stale);
  return fresh.size;
}

/** Returns a function that finds a line's article: by variant, or by SKU if the product was deleted before its order was read. */
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

/** Updates lines that are stored already: quantity, country, and cancelled lines that the buyer wants again. */
async function updateKnownLines(
  {db, now}: TakingDeps,
  lines: LineReading,
  order: UnplannedOrder,
  known: readonly Omit<NewDropshipOrder, 'id'>[],
): Promise<void> {
  const quantities = known.map(({line_gid: gid, quantity}) => ({gid, quantity}));
  const handedOver = new Set(order.lines.filter((line) => isHandedOver(order, line)).map(({gid}) => gid));
  const wanted = quantities.filter(({gid}) => !handedOver.has(gid)).map(({gid}) => gid);
  if (order.financialStatus !== 'REFUNDED') await reopenCancelledLines(db, lines, wanted, now());
  await saveQuantitiesAndCountry(db, lines, order.destination?.country ?? null, quantities);
}

/** The new row for a line; null if the line is not ours. */
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
    quantity: remainingPieces(line),
    country: order.destination?.country ?? null,
    reference: dropshipReference(shop, order.name, line.gid, 1),
    ordered_at: order.createdAt,
    store_updated_at: order.updatedAt,
    sent_before: isNotedAsSent(order.note ?? null, line.gid),
  };
}

/** Whether the order is older than the retention. Its rows may have been deleted, so it must not be added as new. */
const isOlderThanRetention = ({createdAt}: UnplannedOrder, {settings}: ShopWithSettings, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > settings.orders.retentionDays * day;
