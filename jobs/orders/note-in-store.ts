// Writes the state of the dropship orders to the store order: one tag and two metafields. Writes only changes, and never the merchant's own
// tags or note.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {allOrderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../server/db/orders/dropship-orders.ts';
import {loadStoreOrder, saveOrderNote} from '../../server/db/orders/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {toLogCodes, type WriteOutcome} from '../../server/shopify/client/user-errors.ts';
import {fetchOrderTags, removeOrderTags, saveOrderMarks} from '../../server/shopify/orders/order-marks.ts';

type NoteDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'digest'>;

/**
 * Writes the tag and the two metafields of one store order where they differ from what was written last, and saves what the store accepted.
 */
export async function writeNoteToStore(deps: NoteDeps, shop: ShopDomain, gid: OrderGid): Promise<void> {
  const orders = await loadDropshipOrdersOfStoreOrder(deps.db, shop, gid);
  const known = await loadStoreOrder(deps.db, shop, gid);
  const {tag, ...note} = toStoreNote(orders);
  const noted = deps.digest(JSON.stringify(note));
  const before = {tag: known?.tag ?? null, noted: known?.noted ?? null};
  const change = before.tag === tag ? noTagChange : await planTagChange(deps, shop, gid, tag);
  const removed =
    change.remove.length === 0 || wasAccepted(deps, shop, await removeOrderTags(deps.admin, shop, gid, change.remove));
  const isNoteDue = before.noted !== noted;
  const saved = await saveOrderMarks(deps.admin, shop, gid, {
    tag: removed ? change.add : null,
    note: isNoteDue ? note : null,
  });
  const tagTaken = wasAccepted(deps, shop, saved.tag);
  const noteTaken = wasAccepted(deps, shop, saved.note);
  const written = {
    tag: removed ? (tagTaken ? tag : null) : before.tag,
    noted: noteTaken ? noted : before.noted,
  };
  await saveOrderNote(deps.db, shop, gid, written, orders);
}

/** Our tags to remove from a store order, and the one to add; `add` null: none. */
type TagChange = {readonly remove: readonly string[]; readonly add: string | null};

/** The change if the tag is right already. */
const noTagChange: TagChange = {remove: [], add: null};

/**
 * Plans to remove every other tag of ours, also one left by a crash. The tags are read first for one point, because a change costs eleven
 * points even if it changes nothing.
 */
async function planTagChange(deps: NoteDeps, shop: ShopDomain, gid: OrderGid, tag: string | null): Promise<TagChange> {
  const now = (await fetchOrderTags(deps.admin, shop, gid)) ?? allOrderTags;
  const remove = allOrderTags.filter((other) => other !== tag && now.includes(other));
  return {remove, add: tag === null || now.includes(tag) ? null : tag};
}

/** Whether the store accepted a write. A refusal is only logged, because the next change writes the note again. */
function wasAccepted({log}: NoteDeps, shop: ShopDomain, done: WriteOutcome): boolean {
  if (done.kind === 'refused') log.warn({shop, refused: toLogCodes(done)}, 'the store did not take a note on an order');
  return done.kind !== 'refused';
}
