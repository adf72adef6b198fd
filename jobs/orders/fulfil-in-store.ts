// Records the supplier's shipment as fulfilments of the store order, one per location. No fulfilment may be made twice: the intent is
// stored first, each fulfilment is stored when it is made, and after a lost answer the order is read from Shopify.
import {Failure, isPassing} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {
  countLost,
  isSameTracking,
  type MadeFulfilment,
  piecesOf,
  planShipment,
  type ShipmentPlan,
  stillMade,
  type Tracking,
} from '#domain/orders/plan-shipment.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {
  claimFulfilment,
  fulfilmentsOf,
  saveFulfilments,
  settleFulfilment,
} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';
import {type Refused, toSentence} from '../../server/shopify/client/user-errors.ts';
import {correctTracking, createFulfilment, type NotCorrected} from '../../server/shopify/orders/fulfilment.ts';
import {fetchStoreOrder} from '../../server/shopify/orders/orders.ts';

type FulfilDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'now' | 'checkpoint'>;

type FulfilWork = {
  readonly shop: ShopDomain;
  readonly order: StoredDropshipOrder;
  readonly made: readonly MadeFulfilment[];
  readonly tracking: Tracking;
};

export async function fulfilInStore(deps: FulfilDeps, shop: ShopDomain, order: StoredDropshipOrder): Promise<void> {
  const {db, now} = deps;
  const {made, plan} = await planRest(deps, shop, order);
  if (!(await claimFulfilment(db, order, now()))) return;
  const tracking = {company: order.carrier, number: order.tracking_number, url: order.tracking_url};
  try {
    const corrected = await correctInStore(deps, {shop, order, made, tracking});
    if ('kind' in corrected) return await fail(deps, order, whyNotCorrected(corrected));
    deps.checkpoint('before-fulfilment');
    const done = await sendAll(deps, {shop, order, made: corrected, tracking}, plan);
    if ('kind' in done) return await fail(deps, order, toSentence(done));
    if (plan.left !== null) return await fail(deps, order, whatIsLeft(order, done, plan.left.why));
    await settleFulfilment(db, order, {fulfil: 'done', reason: whatIsToSay(done)}, now());
  } catch (error) {
    await settleTrouble(deps, order, error);
  }
}

const nothing: ShipmentPlan = {shipments: [], left: null};

/**
 * Splits the shipment into fulfilments already made, also by a request whose answer was lost, and those to make. A fulfilment that was
 * cancelled in the store counts as not made: Shopify would take new tracking for it, and show the buyer nothing.
 */
async function planRest(
  {admin}: FulfilDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
): Promise<{readonly made: readonly MadeFulfilment[]; readonly plan: ShipmentPlan}> {
  const stored = fulfilmentsOf(order);
  const storeOrder = await fetchStoreOrder(admin, shop, order.order_gid);
  if (storeOrder === null) {
    const rest = order.quantity - piecesOf(stored);
    if (rest <= 0) return {made: stored, plan: nothing};
    return {made: stored, plan: {shipments: [], left: {pieces: rest, why: 'The store order can no longer be read.'}}};
  }
  const known = stillMade(storeOrder, stored);
  const lost = order.fulfil === 'sending' ? countLost(storeOrder, order, known) : 0;
  const made = lost > 0 ? [...known, {gid: null, pieces: lost, tracking: null}] : known;
  return {made, plan: planShipment(storeOrder, order, made)};
}

/** Adds the current tracking to fulfilments made earlier. After a lost answer the buyer is not notified a second time. */
async function correctInStore(
  {db, admin, now}: FulfilDeps,
  {shop, order, made, tracking}: FulfilWork,
): Promise<readonly MadeFulfilment[] | NotCorrected> {
  const notifyBuyer = order.notify_buyer && order.fulfil !== 'sending';
  let all = made;
  if (all.length !== order.fulfilments.length) await saveFulfilments(db, order, all, now());
  for (const one of made) {
    if (one.gid === null || isSameTracking(one.tracking, tracking)) continue;
    const done = await correctTracking(admin, shop, one.gid, {tracking, notifyBuyer});
    if (done.kind !== 'done') return done;
    all = all.map((other) => (other === one ? {...one, tracking} : other));
    await saveFulfilments(db, order, all, now());
  }
  return all;
}

const whyNotCorrected = (why: NotCorrected): string =>
  why.kind === 'refused'
    ? toSentence(why)
    : 'The fulfilment was cancelled in the store at that moment. Try again to make a new one.';

async function sendAll(
  deps: FulfilDeps,
  {shop, order, made, tracking}: FulfilWork,
  {shipments}: ShipmentPlan,
): Promise<readonly MadeFulfilment[] | Refused> {
  const {db, admin, log, now} = deps;
  let all = made;
  for (const {parts, pieces} of shipments) {
    const done = await createFulfilment(admin, shop, parts, {tracking, notifyBuyer: order.notify_buyer});
    deps.checkpoint('after-fulfilment');
    if (done.kind === 'refused') return done;
    all = [...all, {gid: done.gid, pieces, tracking}];
    await saveFulfilments(db, order, all, now());
    deps.checkpoint('fulfilment-saved');
    log.info({shop, dropshipOrder: order.id, pieces}, 'fulfilled in the store');
  }
  return all;
}

/**
 * If certainly nothing was sent, the fulfilment is due again. If waiting does not help (a refusal, an unreadable answer), it has failed.
 * Otherwise it stays `sending`, and the store is read again.
 */
async function settleTrouble(deps: FulfilDeps, order: StoredDropshipOrder, error: unknown): Promise<void> {
  if (!(error instanceof Failure)) throw error;
  if (!error.sent) await settleFulfilment(deps.db, order, {fulfil: 'wanted', reason: null}, deps.now());
  else if (!isPassing(error)) return fail(deps, order, `Shopify did not take the fulfilment: ${error.message}`);
  throw error;
}

function fail({db, now}: FulfilDeps, order: StoredDropshipOrder, reason: string): Promise<void> {
  return settleFulfilment(db, order, {fulfil: 'failed', reason}, now());
}

function whatIsLeft({quantity}: StoredDropshipOrder, made: readonly MadeFulfilment[], why: string): string {
  const done = piecesOf(made);
  return done === 0 ? why : `${done} of ${quantity} pieces ${done === 1 ? 'is' : 'are'} fulfilled in the store. ${why}`;
}

function whatIsToSay(made: readonly MadeFulfilment[]): string | null {
  if (made.length === 0) return 'The line is fulfilled in the store.';
  const lost = piecesOf(made.filter(({gid}) => gid === null));
  if (lost === 0) return null;
  return `The line is fulfilled in the store. The answer to the fulfilment of ${lost === 1 ? '1 piece' : `${lost} pieces`} was lost: its tracking can be changed only on the order's page in Shopify.`;
}
