// Creates fulfilments of the store order for the supplier's shipment, one per location. To make none twice, the intent is stored first,
// each fulfilment is stored when it is made, and after a lost answer the order is read from Shopify.
import {Failure, isTransient} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {
  activeFulfilments,
  countLostPieces,
  countPieces,
  isSameTracking,
  type KnownFulfilment,
  planShipment,
  type ShipmentPlan,
  type Tracking,
} from '#domain/orders/plan-shipment.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {madeFulfilmentsOf, saveFulfilments} from '../../server/db/orders/made-fulfilments.ts';
import {claimFulfilment, settleFulfilment} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';
import {type Refused, toMerchantSentence} from '../../server/shopify/client/user-errors.ts';
import {correctTracking, createFulfilment, type TrackingNotApplied} from '../../server/shopify/orders/fulfilment.ts';
import {fetchStoreOrder} from '../../server/shopify/orders/orders.ts';

type FulfilDeps = Pick<Deps, 'db' | 'admin' | 'log' | 'now' | 'checkpoint'>;

/** A shipped dropship order, its known fulfilments in the store, and the tracking data that these should have. */
type FulfilmentState = {
  readonly shop: ShopDomain;
  readonly order: StoredDropshipOrder;
  /** The fulfilments that exist in the store already, as far as the app knows. */
  readonly made: readonly KnownFulfilment[];
  /** The tracking data that every fulfilment of the order should have. */
  readonly tracking: Tracking;
};

/**
 * Makes the store's fulfilments for one shipped dropship order, corrects the tracking of those made earlier, and saves the outcome.
 * Rethrows a failure after which the fulfilment is tried again.
 */
export async function fulfilInStore(deps: FulfilDeps, shop: ShopDomain, order: StoredDropshipOrder): Promise<void> {
  const {db, now} = deps;
  const {made, plan} = await planRemaining(deps, shop, order);
  if (!(await claimFulfilment(db, order, now()))) return;
  const tracking = {company: order.carrier, number: order.tracking_number, url: order.tracking_url};
  try {
    const corrected = await correctTrackingInStore(deps, {shop, order, made, tracking});
    if ('kind' in corrected) return await settleAsFailed(deps, order, notCorrectedText(corrected));
    deps.checkpoint('before-fulfilment');
    const done = await createFulfilments(deps, {shop, order, made: corrected, tracking}, plan);
    if ('kind' in done) return await settleAsFailed(deps, order, toMerchantSentence(done));
    if (plan.left !== null) return await settleAsFailed(deps, order, remainingText(order, done, plan.left.why));
    await settleFulfilment(db, order, {fulfil: 'done', reason: fulfilledNote(done)}, now());
  } catch (error) {
    await settleFulfilmentError(deps, order, error);
  }
}

/** The plan if no piece is left to fulfil. */
const emptyPlan: ShipmentPlan = {shipments: [], left: null};

/**
 * Splits the shipment into fulfilments already made, also by a request whose answer was lost, and those to make. One that was cancelled in
 * the store counts as not made, because Shopify would take new tracking for it but show the buyer nothing.
 */
async function planRemaining(
  {admin}: FulfilDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
): Promise<{readonly made: readonly KnownFulfilment[]; readonly plan: ShipmentPlan}> {
  const stored = madeFulfilmentsOf(order);
  const storeOrder = await fetchStoreOrder(admin, shop, order.order_gid);
  if (storeOrder === null) {
    const rest = order.quantity - countPieces(stored);
    if (rest <= 0) return {made: stored, plan: emptyPlan};
    return {made: stored, plan: {shipments: [], left: {pieces: rest, why: 'The store order can no longer be read.'}}};
  }
  const known = activeFulfilments(storeOrder, stored);
  const lost = order.fulfil === 'sending' ? countLostPieces(storeOrder, order, known) : 0;
  const made = lost > 0 ? [...known, {gid: null, pieces: lost, tracking: null}] : known;
  return {made, plan: planShipment(storeOrder, order, made)};
}

/** Writes the current tracking to fulfilments made earlier. After a lost answer the buyer is not notified a second time. */
async function correctTrackingInStore(
  {db, admin, now}: FulfilDeps,
  {shop, order, made, tracking}: FulfilmentState,
): Promise<readonly KnownFulfilment[] | TrackingNotApplied> {
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

/** The sentence for the merchant if the tracking of a fulfilment could not be corrected. */
const notCorrectedText = (why: TrackingNotApplied): string =>
  why.kind === 'refused'
    ? toMerchantSentence(why)
    : 'The fulfilment was cancelled in the store at that moment. Try again to make a new one.';

/** Creates the planned fulfilments one by one and saves each. Returns all known fulfilments, or the refusal at which it stopped. */
async function createFulfilments(
  deps: FulfilDeps,
  {shop, order, made, tracking}: FulfilmentState,
  {shipments}: ShipmentPlan,
): Promise<readonly KnownFulfilment[] | Refused> {
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
 * Saves the state after an error: due again if certainly nothing was sent; failed if waiting does not help (a refusal, an unreadable
 * answer); otherwise it stays `sending`, and the next attempt reads the store first. Rethrows unless it failed.
 */
async function settleFulfilmentError(deps: FulfilDeps, order: StoredDropshipOrder, error: unknown): Promise<void> {
  if (!(error instanceof Failure)) throw error;
  if (!error.sent) await settleFulfilment(deps.db, order, {fulfil: 'wanted', reason: null}, deps.now());
  else if (!isTransient(error))
    return settleAsFailed(deps, order, `Shopify did not take the fulfilment: ${error.message}`);
  throw error;
}

/** Saves that the fulfilment failed, with a sentence for the merchant, who can have it tried again. */
function settleAsFailed({db, now}: FulfilDeps, order: StoredDropshipOrder, reason: string): Promise<void> {
  return settleFulfilment(db, order, {fulfil: 'failed', reason}, now());
}

/** The sentence for the merchant if some pieces could not be fulfilled: how many are, and why not the others. */
function remainingText({quantity}: StoredDropshipOrder, made: readonly KnownFulfilment[], why: string): string {
  const done = countPieces(made);
  return done === 0 ? why : `${done} of ${quantity} pieces ${done === 1 ? 'is' : 'are'} fulfilled in the store. ${why}`;
}

/** The note about fulfilled pieces of which the app knows no fulfilment; null: it knows the fulfilment of every piece. */
function fulfilledNote(made: readonly KnownFulfilment[]): string | null {
  if (made.length === 0) return 'The line is fulfilled in the store.';
  const lost = countPieces(made.filter(({gid}) => gid === null));
  if (lost === 0) return null;
  return `The line is fulfilled in the store. The answer to the fulfilment of ${lost === 1 ? '1 piece' : `${lost} pieces`} was lost: its tracking can be changed only on the order's page in Shopify.`;
}
