// Places one dropship order: plans, claims, sends and settles it. Sends at most one order to the supplier and never guesses its outcome.
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {makeDueAfterOutage} from '../../server/db/orders/due-orders.ts';
import {type PlaceOutcome, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {submitRequest} from '../requests/submit-request.ts';
import {claimOrder, type TimedClaim} from './claim-order.ts';
import type {OrderReadings} from './order-readings.ts';
import type {Lane, OpenOrder, PlacingDeps, ReadyToSend} from './placing-deps.ts';
import {planOrder} from './plan-now.ts';
import {postponeOrder} from './postpone-order.ts';
import {settleOrder} from './settle-order.ts';

/** One order of a batch, and what the batch shares. */
export type OrderToPlace = {
  readonly shop: ShopDomain;
  readonly dropshipOrderId: DropshipOrderId;
  /** Whether this order lets older ones that waited for the supplier go first if the supplier answers again. */
  readonly mayYield: boolean;
  /** The readings that the batch shares; left out: the store order is read for this order alone. */
  readonly readings?: OrderReadings;
  /** The lane under which the order is sent; left out in tests of a single order. */
  readonly lane?: Lane | undefined;
};

/**
 * What became of the order, which decides whether the next order is tried now. `served`: it was sent or postponed, or needs nothing.
 * `yielded`: it let older orders go first. `stopping`: nothing was claimed, because the process is about to end.
 */
export type PlacingResult = 'served' | 'yielded' | 'supplier_unreachable' | 'store_unreachable' | 'stopping';

/** Plans one order; sends and settles it if nothing prevents that, else postpones it. Does nothing if the order is no longer open. */
export async function placeDropshipOrder(
  deps: PlacingDeps,
  {shop, dropshipOrderId, mayYield, readings, lane}: OrderToPlace,
): Promise<PlacingResult> {
  const order = await loadDropshipOrder(deps.db, shop, dropshipOrderId);
  if (order === null || !isOpenState(order.state)) return 'served';
  const open = {...order, state: order.state};
  const ready = await planOrder(deps, shop, open, readings);
  if (ready.kind !== 'ready') return postponeOrder(deps, open, ready);
  const isYounger = await makeDueAfterOutage(deps.db, shop, open, deps.now());
  if (isYounger && mayYield) return 'yielded';

  await submitRequest(deps, shop, open);
  const end = deps.orderRequests.begin();
  if (end === null) return 'stopping';
  try {
    return await claimAndSend(deps, shop, open, {...ready, lane});
  } finally {
    end();
  }
}

/** Claims, sends and settles one order. Does nothing if the claim was not granted. */
async function claimAndSend(
  deps: PlacingDeps,
  shop: ShopDomain,
  open: OpenOrder,
  {lane, ...ready}: ReadyToSend & {readonly lane: Lane | undefined},
): Promise<PlacingResult> {
  deps.checkpoint('before-claim');
  const claim = await claimOrder(deps, shop, open, ready, lane);
  if (claim === null) return 'served';
  deps.checkpoint('after-claim');
  const outcome = await sendClaimedOrder(deps, open, ready, claim);
  deps.checkpoint('after-answer');
  const placed = await settleOrder(deps, shop, open, {claim, key: ready.key}, outcome);
  deps.checkpoint('after-settlement');
  return placed;
}

/**
 * Sends the order to the supplier. No other code sends a name or an e-mail address to the supplier. Never throws for a remote failure:
 * every outcome is a value.
 */
export function sendClaimedOrder(
  {supplier}: Pick<PlacingDeps, 'supplier'>,
  order: OpenOrder,
  {sendable, what, key}: ReadyToSend,
  {isInTime}: Pick<TimedClaim, 'isInTime'>,
): Promise<PlaceOutcome> {
  const request = {
    id: sendable.article.articleId,
    colour: what.colour,
    size: what.size,
    qty: sendable.quantity,
    zone: sendable.zone,
    country: sendable.country,
    reference: order.reference,
    customerEmail: sendable.customerEmail,
    customerName: sendable.customerName,
  };
  return sendDropshipOrder(supplier, key, request, {isInTime});
}
