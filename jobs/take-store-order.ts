// A store order changed, says a webhook or the reconciliation: its lines of ours are recorded, and what may be sent is called up.
import {DropshipOrderId, type OrderGid, type ShopDomain} from '#domain/ids.ts';
import {dropshipReference} from '#domain/orders/reference.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {saveDue, saveLineFacts, saveNewDropshipOrder} from '../server/db/dropship-orders.ts';
import {loadVariantArticle} from '../server/db/listing-variants.ts';
import type {Deps} from '../server/deps.ts';
import {fetchStoreOrder} from '../server/shopify/orders.ts';

export type TakingDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** How many lines were not known before. Safe to repeat, in any order and any number of times. */
export async function takeStoreOrder(deps: TakingDeps, shop: ShopDomain, gid: OrderGid): Promise<number> {
  const order = await fetchStoreOrder(deps.admin, shop, gid);
  if (order === null) return 0;
  let fresh = 0;
  for (const line of order.lines) fresh += (await saveLine(deps, shop, order, line)) ? 1 : 0;
  for (const id of await saveDue(deps.db, shop, gid, deps.now())) {
    await enqueuePlacing(deps, shop, id);
  }
  return fresh;
}

/** A line is ours when its variant is one we made, or its product carries our article. */
async function saveLine(deps: TakingDeps, shop: ShopDomain, order: StoreOrder, line: StoreOrderLine): Promise<boolean> {
  const variant = line.variantGid === null ? null : await loadVariantArticle(deps.db, shop, line.variantGid);
  const articleId = variant?.article.articleId ?? line.articleId;
  if (articleId === null || line.currentQuantity <= 0 || order.cancelledAt !== null) return false;
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
      colour: variant?.article.colour ?? null,
      size: variant?.article.size ?? null,
      reference: dropshipReference(shop, order.name, line.gid, 1),
      ordered_at: order.createdAt,
    },
    deps.now(),
  );
  if (!isNew) await saveLineFacts(deps.db, known);
  return isNew;
}

/** A trigger that comes while the order is being looked at is kept and served after it. */
export async function enqueuePlacing(deps: Pick<Deps, 'queues'>, shop: ShopDomain, id: string): Promise<void> {
  const payload = {shop, dropshipOrderId: DropshipOrderId.parse(id)};
  await deps.queues.enqueue('dropship', payload, {deduplicationId: `place-${id}`, keepLast: true});
}
