// Tags and metafields on a store order. They show the merchant in the Shopify admin what the app has done with the order.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate, toWriteOutcome} from '../client/mutate.ts';
import {catchRefusal, type WriteOutcome} from '../client/user-errors.ts';
import * as operations from './order-operations.ts';

/** The order's tags, the merchant's own among them; null when Shopify does not know the order. */
export async function fetchOrderTags(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<readonly string[] | null> {
  return (await admin.call(shop, operations.orderTags, {id: gid})).order?.tags ?? null;
}

/**
 * What is to be written to a store order. The note shows the dropship orders in the store's admin. Null: nothing is to be added, or the
 * note is up to date.
 */
export type OrderMarks = {
  readonly tag: string | null;
  readonly note: {readonly value: unknown; readonly text: string} | null;
};

/**
 * Adds one tag and writes the note, in one request; returns the outcome of each. Never writes the store's own note or the whole list of
 * tags: that would overwrite the merchant's. Shopify may take one and refuse the other.
 */
export async function saveOrderMarks(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  {tag, note}: OrderMarks,
): Promise<{readonly tag: WriteOutcome; readonly note: WriteOutcome}> {
  const nothing: WriteOutcome = {kind: 'done'};
  const tagged = {id: order, tags: tag === null ? [] : [tag]};
  if (note === null) {
    return {tag: tag === null ? nothing : await mutate(admin, shop, operations.tagsAdd, tagged), note: nothing};
  }
  const metafields = toNoteMetafields(order, note);
  if (tag === null) return {tag: nothing, note: await mutate(admin, shop, operations.metafieldsSet, {metafields})};
  const answer = await catchRefusal(admin.call(shop, operations.tagAndMetafields, {...tagged, metafields}));
  if ('kind' in answer) return {tag: answer, note: answer};
  return {tag: toWriteOutcome(answer.tagsAdd.userErrors), note: toWriteOutcome(answer.metafieldsSet.userErrors)};
}

/** Removes these tags from the order; its other tags stay. */
export function removeOrderTags(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  tags: readonly string[],
): Promise<WriteOutcome> {
  return mutate(admin, shop, operations.tagsRemove, {id: order, tags});
}

/**
 * `$app:dropship_status` is text for people, and `$app:dropship` is JSON, which the app reads again. A definition's type cannot be
 * changed, so the text has a key of its own. Both are written, or neither.
 */
function toNoteMetafields(order: OrderGid, {value, text}: NonNullable<OrderMarks['note']>) {
  const own = {ownerId: order, namespace: '$app'};
  return [
    {...own, key: 'dropship', type: 'json', value: JSON.stringify(value)},
    {...own, key: 'dropship_status', type: 'multi_line_text_field', value: text},
  ];
}
