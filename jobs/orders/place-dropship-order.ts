// From a line of a store order to a checkout link. Sends at most one order to the supplier and never guesses its outcome.
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {isOpen} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {saveSupplierBack} from '../../server/db/orders/due-orders.ts';
import {type PlaceOutcome, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {type Claimed, claimOrder} from './claim-order.ts';
import type {OrderReadings} from './order-readings.ts';
import type {Lane, OpenOrder, PlacingDeps, Ready} from './placing-deps.ts';
import {planOrWait} from './plan-now.ts';
import {postponeOrder} from './postpone-order.ts';
import {settleOrder} from './settle-order.ts';

export type Placing = {
  readonly shop: ShopDomain;
  readonly dropshipOrderId: DropshipOrderId;
  /** Whether older orders that waited for the supplier go first when it answers again. */
  readonly mayYield: boolean;
  /** The readings that the batch shares; left out: this order gets a reading of its own. */
  readonly readings?: OrderReadings;
  /** Left out: the caller needs none, such as a test of a single order. */
  readonly lane?: Lane | undefined;
};

/** The outcome, which decides whether the next order may be tried now. */
export type Placed = 'served' | 'yielded' | 'supplier_unreachable' | 'store_unreachable' | 'stopping';

export async function placeDropshipOrder(
  deps: PlacingDeps,
  {shop, dropshipOrderId, mayYield, readings, lane}: Placing,
): Promise<Placed> {
  const order = await loadDropshipOrder(deps.db, shop, dropshipOrderId);
  if (order === null || !isOpen(order.state)) return 'served';
  const open = {...order, state: order.state};
  const ready = await planOrWait(deps, shop, open, readings);
  if (ready.kind !== 'ready') return postponeOrder(deps, open, ready);
  const isYounger = await saveSupplierBack(deps.db, shop, open, deps.now());
  if (isYounger && mayYield) return 'yielded';

  const end = deps.orderRequests.begin();
  if (end === null) return 'stopping';
  try {
    return await claimAndSend(deps, shop, open, {...ready, lane});
  } finally {
    end();
  }
}

async function claimAndSend(
  deps: PlacingDeps,
  shop: ShopDomain,
  open: OpenOrder,
  {lane, ...ready}: Ready & {readonly lane: Lane | undefined},
): Promise<Placed> {
  deps.checkpoint('before-claim');
  const claim = await claimOrder(deps, shop, open, ready, lane);
  if (claim === null) return 'served';
  deps.checkpoint('after-claim');
  const outcome = await sendClaimed(deps, open, ready, claim);
  deps.checkpoint('after-answer');
  const placed = await settleOrder(deps, shop, open, {claim, key: ready.key}, outcome);
  deps.checkpoint('after-settlement');
  return placed;
}

/**
 * Sends the one order to the supplier. The only place that sends name and e-mail to the supplier. Never throws for a remote failure: every
 * outcome is a value.
 */
export function sendClaimed(
  {supplier}: Pick<PlacingDeps, 'supplier'>,
  order: OpenOrder,
  {sendable, what, key}: Ready,
  {isInTime}: Pick<Claimed, 'isInTime'>,
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
