// The order's page in the store says where its dropship orders are: one tag of ours, and a metafield. Written only where it
// would say something else than before; the merchant's own tags and note are never touched.
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import {allOrderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {loadDropshipOrdersOf} from '../../server/db/dropship-orders.ts';
import {loadStoreOrder, saveNoted} from '../../server/db/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {addOrderTag, removeOrderTags, saveOrderMetafield} from '../../server/shopify/orders.ts';
import {type Done, toSentence} from '../../server/shopify/refusal.ts';

type NoteDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'digest'>;

export async function noteInStore(deps: NoteDeps, shop: ShopDomain, orderGid: string): Promise<void> {
  const gid = OrderGid.parse(orderGid);
  const orders = await loadDropshipOrdersOf(deps.db, shop, gid);
  const known = await loadStoreOrder(deps.db, shop, gid);
  const {tag, value} = toStoreNote(orders);
  const noted = deps.digest(JSON.stringify(value));
  if (known?.tag !== tag) await writeTag(deps, shop, gid, tag);
  if (known?.noted !== noted) refusedInLog(deps, shop, await saveOrderMetafield(deps.admin, shop, gid, value));
  await saveNoted(deps.db, shop, gid, {tag, noted}, orders);
}

/** Every other tag of ours goes, also one that a crash left behind. */
async function writeTag(deps: NoteDeps, shop: ShopDomain, gid: OrderGid, tag: string | null): Promise<void> {
  const others = allOrderTags.filter((other) => other !== tag);
  refusedInLog(deps, shop, await removeOrderTags(deps.admin, shop, gid, others));
  if (tag !== null) refusedInLog(deps, shop, await addOrderTag(deps.admin, shop, gid, tag));
}

/** A note that Shopify does not take is no reason to stop: what counts is in the app. */
function refusedInLog({log}: NoteDeps, shop: ShopDomain, done: Done): void {
  if (done.kind === 'refused') log.warn({shop, refused: toSentence(done)}, 'the store did not take a note on an order');
}
