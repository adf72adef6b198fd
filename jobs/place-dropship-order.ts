// From a line of a store order to a checkout link: at most one request to the supplier, and never a guess about what became of it.
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {isOpen} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrder} from '../server/db/dropship-orders.ts';
import {saveSupplierBack} from '../server/db/due-orders.ts';
import {claimOrder} from './orders/claim-order.ts';
import {keepOpen} from './orders/keep-open.ts';
import type {PlacingDeps} from './orders/placing-deps.ts';
import {planOrWait} from './orders/plan-now.ts';
import {sendClaimed} from './orders/send-claimed.ts';
import {settleOrder} from './orders/settle-order.ts';

export type Placing = {
  readonly shop: ShopDomain;
  readonly dropshipOrderId: DropshipOrderId;
  /** Whether older orders that waited for the supplier go first, now that it answers. */
  readonly mayYield: boolean;
};

/** What became of it, for the lane: whether the next one may be tried now. */
export type Placed = 'served' | 'yielded' | 'supplier_away' | 'store_away';

export async function placeDropshipOrder(
  deps: PlacingDeps,
  {shop, dropshipOrderId, mayYield}: Placing,
): Promise<Placed> {
  const order = await loadDropshipOrder(deps.db, shop, dropshipOrderId);
  if (order === null || !isOpen(order.state)) return 'served';
  const open = {...order, state: order.state};
  const ready = await planOrWait(deps, shop, open);
  if (ready.kind !== 'ready') return keepOpen(deps, open, ready);
  const isYounger = await saveSupplierBack(deps.db, shop, open, deps.now());
  if (isYounger && mayYield) return 'yielded';

  deps.checkpoint('before-claim');
  const claim = await claimOrder(deps, shop, open, ready);
  if (claim === null) return 'served';
  deps.checkpoint('after-claim');
  const outcome = await sendClaimed(deps, open, ready, claim);
  deps.checkpoint('after-answer');
  const placed = await settleOrder(deps, shop, open, {claim, key: ready.key}, outcome);
  deps.checkpoint('after-settlement');
  return placed;
}
