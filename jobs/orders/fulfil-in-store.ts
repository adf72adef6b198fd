// The supplier's shipment as a fulfilment of the store order. It cannot be repeated: the intent is written first, and where the
// answer was lost the order itself is asked whether the line is fulfilled.
import {Failure, isPassing} from '#domain/failure.ts';
import {LineItemGid, OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {StoredDropshipOrder} from '../../server/db/dropship-orders.ts';
import {claimFulfilment, settleFulfilment} from '../../server/db/store-writes.ts';
import type {Deps} from '../../server/deps.ts';
import {correctTracking, createFulfilment, fulfillable} from '../../server/shopify/fulfilment.ts';
import {fetchStoreOrder} from '../../server/shopify/orders.ts';
import {toSentence} from '../../server/shopify/refusal.ts';

type FulfilDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'now' | 'checkpoint'>;

export async function fulfilInStore(deps: FulfilDeps, shop: ShopDomain, order: StoredDropshipOrder): Promise<void> {
  const {db, admin, now} = deps;
  if (order.fulfilment_gid !== null) return correctInStore(deps, shop, order, order.fulfilment_gid);
  const storeOrder = await fetchStoreOrder(admin, shop, OrderGid.parse(order.order_gid));
  if (storeOrder === null) return fail(deps, order, 'The store order can no longer be read.');
  const left = fulfillable(storeOrder.fulfilmentOrders, LineItemGid.parse(order.line_gid), order.quantity);
  if (left.kind === 'nothing_left') {
    // Either this very fulfilment, whose answer was lost, or the merchant's own.
    return settleFulfilment(db, order, {fulfil: 'done', reason: 'The line is fulfilled in the store.'}, now());
  }
  if (left.kind === 'closed') return fail(deps, order, whyClosed(left.status));
  if (!(await claimFulfilment(db, order, now()))) return;
  deps.checkpoint('before-fulfilment');
  await send(deps, shop, order, left.parts);
}

/** The fulfilment was made before: its tracking is corrected. After a lost answer the buyer is not written to once more. */
async function correctInStore(
  deps: FulfilDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
  gid: string,
): Promise<void> {
  const {db, admin, now} = deps;
  if (!(await claimFulfilment(db, order, now()))) return;
  const notifyBuyer = order.notify_buyer && order.fulfil !== 'sending';
  try {
    const done = await correctTracking(admin, shop, gid, {tracking: trackingOf(order), notifyBuyer});
    if (done.kind === 'refused') return await fail(deps, order, toSentence(done));
    await settleFulfilment(db, order, {fulfil: 'done', reason: null}, now());
  } catch (error) {
    await settleTrouble(deps, order, error);
  }
}

const trackingOf = (order: StoredDropshipOrder) => ({
  company: order.carrier,
  number: order.tracking_number,
  url: order.tracking_url,
});

async function send(
  deps: FulfilDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
  parts: Parameters<typeof createFulfilment>[2],
): Promise<void> {
  const {db, admin, log, now} = deps;
  const tracking = trackingOf(order);
  try {
    const made = await createFulfilment(admin, shop, parts, {tracking, notifyBuyer: order.notify_buyer});
    deps.checkpoint('after-fulfilment');
    if (made.kind === 'refused') return await fail(deps, order, toSentence(made));
    await settleFulfilment(db, order, {fulfil: 'done', reason: null, gid: made.gid}, now());
    log.info({shop, dropshipOrder: order.id}, 'fulfilled in the store');
  } catch (error) {
    await settleTrouble(deps, order, error);
  }
}

/** Surely not done: owed again. Otherwise it stays `sending`, and the order is looked at in a while. */
async function settleTrouble(deps: FulfilDeps, order: StoredDropshipOrder, error: unknown): Promise<void> {
  if (!(error instanceof Failure)) throw error;
  if (!error.sent) await settleFulfilment(deps.db, order, {fulfil: 'wanted', reason: null}, deps.now());
  else if (!isPassing(error)) return fail(deps, order, `Shopify did not take the fulfilment: ${error.message}`);
  throw error;
}

function fail({db, now}: FulfilDeps, order: StoredDropshipOrder, reason: string): Promise<void> {
  return settleFulfilment(db, order, {fulfil: 'failed', reason}, now());
}

function whyClosed(status: string): string {
  return status === 'ON_HOLD'
    ? 'The fulfilment is on hold in the store. Release it there, then try again.'
    : `The store takes no fulfilment of this line now (${status.toLowerCase().replaceAll('_', ' ')}).`;
}
