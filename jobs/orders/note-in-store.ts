// Shows the state of the dropship orders on the store order: one tag of ours and two metafields. Writes only changes and never
// touches the merchant's own tags and note.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {allOrderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {loadStoreOrder, saveNoted} from '../../server/db/orders/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {type Done, toCodes} from '../../server/shopify/client/user-errors.ts';
import {
  addOrderTag,
  fetchOrderTags,
  removeOrderTags,
  saveOrderMetafields,
} from '../../server/shopify/orders/order-marks.ts';

type NoteDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'digest'>;

export async function noteInStore(deps: NoteDeps, shop: ShopDomain, gid: OrderGid): Promise<void> {
  const orders = await loadDropshipOrdersOf(deps.db, shop, gid);
  const known = await loadStoreOrder(deps.db, shop, gid);
  const {tag, ...note} = toStoreNote(orders);
  const noted = deps.digest(JSON.stringify(note));
  const written = {tag: known?.tag ?? null, noted: known?.noted ?? null};
  if (written.tag !== tag) written.tag = await writeTag(deps, shop, gid, {tag, before: written.tag});
  if (written.noted !== noted && isTaken(deps, shop, await saveOrderMetafields(deps.admin, shop, gid, note))) {
    written.noted = noted;
  }
  await saveNoted(deps.db, shop, gid, written, orders);
}

/**
 * Removes every other tag of ours, also one left by a crash. The tags are read first, which costs one point: a change costs ten, also where
 * it changes nothing. Returns the tag that is on the order now.
 */
async function writeTag(
  deps: NoteDeps,
  shop: ShopDomain,
  gid: OrderGid,
  {tag, before}: {readonly tag: string | null; readonly before: string | null},
): Promise<string | null> {
  const now = (await fetchOrderTags(deps.admin, shop, gid)) ?? allOrderTags;
  const others = allOrderTags.filter((other) => other !== tag && now.includes(other));
  if (others.length > 0 && !isTaken(deps, shop, await removeOrderTags(deps.admin, shop, gid, others))) return before;
  if (tag === null || now.includes(tag)) return tag;
  return isTaken(deps, shop, await addOrderTag(deps.admin, shop, gid, tag)) ? tag : null;
}

/** A refused note does not stop the work: the app holds the state, and the next change writes the note again. */
function isTaken({log}: NoteDeps, shop: ShopDomain, done: Done): boolean {
  if (done.kind === 'refused') log.warn({shop, refused: toCodes(done)}, 'the store did not take a note on an order');
  return done.kind !== 'refused';
}
