// One batch of a shop's due dropship orders, one at a time: new and changed ones before periodic looks, each by age of the store order.
import {minute} from '#domain/durations.ts';
import {Failure, isPassing} from '#domain/failure.ts';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import {loadDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {loadDueOrders, postpone, postponeWaiting} from '../../server/db/orders/due-orders.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {enqueueBatch, limitBatch} from '../enqueue-batch.ts';
import {createOrderReadings} from './order-readings.ts';
import {type Placing, placeDropshipOrder} from './place-dropship-order.ts';
import type {Lane, PlacingDeps} from './placing-deps.ts';

export type DrainDeps = PlacingDeps & Pick<Deps, 'queues'>;

const ordersPerBatch = 10;

/** Bugs are rethrown after the batch, so one cannot block the rest. */
export async function drainOrders(deps: DrainDeps, {shop}: Message<'dropship'>, lane?: Lane): Promise<void> {
  const readings = createOrderReadings(deps, shop);
  const mayContinue = limitBatch(ordersPerBatch);
  let wrong: unknown = null;
  // Only once per batch: if the supplier fails on the older orders again, the newer one must not wait forever.
  let mayYield = true;
  for (;;) {
    const [id] = await loadDueOrders(deps.db, shop, deps.now(), 1);
    if (id === undefined) break;
    // Without the lane another worker goes on from here.
    if (!mayContinue() || lane?.isHeld() === false) {
      await enqueueBatch(deps, 'dropship', shop);
      break;
    }
    const served = await serve(deps, {shop, dropshipOrderId: id, mayYield, readings, lane});
    if (served.kind === 'yielded') mayYield = false;
    if (served.kind === 'wrong') wrong = served.error;
    // The next job finds the orders that are still due.
    if (served.kind === 'store_unreachable' || served.kind === 'stopping') break;
  }
  await enqueueBatch(deps, 'store-writeback', shop);
  if (wrong !== null) throw wrong;
}

type Served =
  | {readonly kind: 'served' | 'yielded' | 'store_unreachable' | 'stopping'}
  | {readonly kind: 'wrong'; readonly error: unknown};

async function serve(deps: DrainDeps, placing: Placing): Promise<Served> {
  const {shop, dropshipOrderId} = placing;
  try {
    const placed = await placeDropshipOrder(deps, placing);
    if (placed === 'supplier_unreachable') await waitTogether(deps, shop, dropshipOrderId);
    return {kind: placed === 'supplier_unreachable' ? 'served' : placed};
  } catch (error) {
    // Skip the order for a minute, so that it does not block those behind it.
    await postpone(deps.db, shop, dropshipOrderId, new Date(deps.now().getTime() + minute));
    if (!(error instanceof Failure)) return {kind: 'wrong', error};
    deps.log.warn({shop, dropshipOrder: dropshipOrderId, err: error}, 'a dropship order could not be processed');
    return {kind: isPassing(error) || error.kind === 'unauthorised' ? 'store_unreachable' : 'served'};
  }
}

/** The other due orders that only wait for their turn or the supplier wait as long as the order that found it unreachable. */
async function waitTogether({db, now}: DrainDeps, shop: ShopDomain, tried: DropshipOrderId): Promise<void> {
  const until = (await loadDropshipOrder(db, shop, tried))?.next_attempt_at ?? null;
  if (until !== null && until > now()) await postponeWaiting(db, shop, toReason('supplier_unreachable'), until, now());
}
