// Tags and metafields on a store order. They show the merchant in the Shopify admin what the app has done with the order.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import type {Done} from '../client/user-errors.ts';
import * as operations from './order-operations.ts';

/** The order's tags, the merchant's own among them; null when Shopify does not know the order. */
export async function fetchOrderTags(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<readonly string[] | null> {
  return (await admin.call(shop, operations.orderTags, {id: gid})).order?.tags ?? null;
}

/** Adds one tag. Never writes the note or the whole list of tags: that would overwrite the merchant's. */
export function addOrderTag(admin: Admin, shop: ShopDomain, order: OrderGid, tag: string): Promise<Done> {
  return mutate(admin, shop, operations.tagsAdd, {id: order, tags: [tag]});
}

export function removeOrderTags(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  tags: readonly string[],
): Promise<Done> {
  return mutate(admin, shop, operations.tagsRemove, {id: order, tags});
}

/**
 * Shows the merchant the dropship orders in the store's own admin: `$app:dropship_status` as text, and `$app:dropship` as JSON, which
 * the app reads again. A definition's type cannot be changed, so the text has a key of its own. Both are written, or neither.
 */
export function saveOrderMetafields(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  {value, text}: {readonly value: unknown; readonly text: string},
): Promise<Done> {
  const own = {ownerId: order, namespace: '$app'};
  const json = {...own, key: 'dropship', type: 'json', value: JSON.stringify(value)};
  const readable = {...own, key: 'dropship_status', type: 'multi_line_text_field', value: text};
  return mutate(admin, shop, operations.metafieldsSet, {metafields: [json, readable]});
}
