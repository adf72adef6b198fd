// Processes one batch of a shop's due dropship orders, one after the other.
import {minute} from '#domain/durations.ts';
import {Failure, isTransient} from '#domain/failure.ts';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {toFixedReason} from '#domain/orders/reason-texts.ts';
import {hasOpenRequests} from '../../server/db/fulfilment-services/requests.ts';
import {loadDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {loadDueOrders, postponeOrder, postponeWaitingOrders} from '../../server/db/orders/due-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {askTask} from '../../server/queue/ask-task.ts';
import type {Message} from '../../server/queue/messages.ts';
import {createBatchLimit, enqueueBatch} from '../enqueue-batch.ts';
import {createOrderReadings} from './order-readings.ts';
import {type OrderToPlace, placeDropshipOrder} from './place-dropship-order.ts';
import type {Lane, PlacingDeps} from './placing-deps.ts';

/** The parts that a batch of sending needs. */
export type DrainDeps = PlacingDeps & Pick<Deps, 'queues'>;

/** The most dropship orders that one job processes. */
const ordersPerBatch = 10;

/**
 * Processes up to `ordersPerBatch` due orders of the shop, then enqueues `store-writeback`. If more are due, or the lane is lost, it
 * enqueues another job. An unexpected error is thrown only at the end, so that one order cannot block the others.
 */
export async function drainOrders(deps: DrainDeps, {shop}: Message<'dropship'>, lane?: Lane): Promise<void> {
  const readings = createOrderReadings(deps, shop);
  const mayContinue = createBatchLimit(ordersPerBatch);
  let wrong: unknown = null;
  // An order yields to older ones only once per batch, so that it does not wait forever if the supplier fails on those again.
  let mayYield = true;
  for (;;) {
    const [id] = await loadDueOrders(deps.db, shop, deps.now(), 1);
    if (id === undefined) break;
    // If the lane is lost, another worker continues from here.
    if (!mayContinue() || lane?.isHeld() === false) {
      await enqueueBatch(deps, 'dropship', shop);
      break;
    }
    const served = await serveOrder(deps, {shop, dropshipOrderId: id, mayYield, readings, lane});
    if (served.kind === 'yielded') mayYield = false;
    if (served.kind === 'wrong') wrong = served.error;
    // The batch ends; the next job finds the orders that are still due.
    if (served.kind === 'store_unreachable' || served.kind === 'stopping') break;
  }
  await enqueueBatch(deps, 'store-writeback', shop);
  if (await hasOpenRequests(deps.db, shop)) await askTask(deps, 'answer-requests', shop);
  if (wrong !== null) throw wrong;
}

/**
 * What became of one order. `yielded`: it let older orders go first. `store_unreachable` and `stopping` end the batch. `wrong`: an
 * unexpected error, which the batch throws at its end.
 */
type OrderStepResult =
  | {readonly kind: 'served' | 'yielded' | 'store_unreachable' | 'stopping'}
  | {readonly kind: 'wrong'; readonly error: unknown};

/** Places one order if possible. After an error the order is postponed for a minute. */
async function serveOrder(deps: DrainDeps, placing: OrderToPlace): Promise<OrderStepResult> {
  const {shop, dropshipOrderId} = placing;
  try {
    const placed = await placeDropshipOrder(deps, placing);
    if (placed === 'supplier_unreachable') await postponeOthersToo(deps, shop, dropshipOrderId);
    return {kind: placed === 'supplier_unreachable' ? 'served' : placed};
  } catch (error) {
    // The order is skipped for a minute, so that it does not block those behind it.
    await postponeOrder(deps.db, shop, dropshipOrderId, new Date(deps.now().getTime() + minute));
    if (!(error instanceof Failure)) return {kind: 'wrong', error};
    deps.log.warn({shop, dropshipOrder: dropshipOrderId, err: error}, 'a dropship order could not be processed');
    return {kind: isTransient(error) || error.kind === 'unauthorised' ? 'store_unreachable' : 'served'};
  }
}

/** Postpones the other due orders that only wait in the queue or for the supplier as long as the order that found it unreachable. */
async function postponeOthersToo({db, now}: DrainDeps, shop: ShopDomain, tried: DropshipOrderId): Promise<void> {
  const until = (await loadDropshipOrder(db, shop, tried))?.next_attempt_at ?? null;
  if (until !== null && until > now())
    await postponeWaitingOrders(db, shop, toFixedReason('supplier_unreachable'), until, now());
}
