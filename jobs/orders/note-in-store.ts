// Shows the state of the dropship orders on the store order: one tag of ours and two metafields. Writes only changes and never
// touches the merchant's own tags and note.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {allOrderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {loadStoreOrder, saveNoted} from '../../server/db/orders/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {type Done, toCodes} from '../../server/shopify/client/user-errors.ts';
import {fetchOrderTags, removeOrderTags, saveOrderMarks} from '../../server/shopify/orders/order-marks.ts';

type NoteDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'digest'>;

export async function noteInStore(deps: NoteDeps, shop: ShopDomain, gid: OrderGid): Promise<void> {
  const orders = await loadDropshipOrdersOf(deps.db, shop, gid);
  const known = await loadStoreOrder(deps.db, shop, gid);
  const {tag, ...note} = toStoreNote(orders);
  const noted = deps.digest(JSON.stringify(note));
  const before = {tag: known?.tag ?? null, noted: known?.noted ?? null};
  const change = before.tag === tag ? noChange : await planTag(deps, shop, gid, tag);
  const removed =
    change.remove.length === 0 || isTaken(deps, shop, await removeOrderTags(deps.admin, shop, gid, change.remove));
  const isNoteDue = before.noted !== noted;
  const saved = await saveOrderMarks(deps.admin, shop, gid, {
    tag: removed ? change.add : null,
    note: isNoteDue ? note : null,
  });
  const tagTaken = isTaken(deps, shop, saved.tag);
  const noteTaken = isTaken(deps, shop, saved.note);
  const written = {
    tag: removed ? (tagTaken ? tag : null) : before.tag,
    noted: noteTaken ? noted : before.noted,
  };
  await saveNoted(deps.db, shop, gid, written, orders);
}

type TagChange = {readonly remove: readonly string[]; readonly add: string | null};

const noChange: TagChange = {remove: [], add: null};

/**
 * Removes every other tag of ours, also one left by a crash. The tags are read first, which costs one point: a change costs eleven, also
 * where it changes nothing.
 */
async function planTag(deps: NoteDeps, shop: ShopDomain, gid: OrderGid, tag: string | null): Promise<TagChange> {
  const now = (await fetchOrderTags(deps.admin, shop, gid)) ?? allOrderTags;
  const remove = allOrderTags.filter((other) => other !== tag && now.includes(other));
  return {remove, add: tag === null || now.includes(tag) ? null : tag};
}

/** A refused note does not stop the work: the app holds the state, and the next change writes the note again. */
function isTaken({log}: NoteDeps, shop: ShopDomain, done: Done): boolean {
  if (done.kind === 'refused') log.warn({shop, refused: toCodes(done)}, 'the store did not take a note on an order');
  return done.kind !== 'refused';
}
