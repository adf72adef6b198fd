// An order that is not sent now: its state, the reason, and when to look again.
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {reachAgainAfterMs} from '#domain/orders/retry-ladder.ts';
import {moveOpen} from '../../server/db/dropship-orders.ts';
import {failing, recheckAt, supplierAway, unreachable} from './not-now.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';
import type {NotReady} from './plan-now.ts';

export async function keepOpen(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  plan: NotReady,
): Promise<'served' | 'supplier_away' | 'store_away'> {
  const now = deps.now();
  if (plan.reason.code === unreachable.reason.code) {
    await keepForSupplier(deps, order, unreachable, now);
    return 'supplier_away';
  }
  if (plan.reason.code === failing.reason.code) {
    await keepForSupplier(deps, order, failing, now);
    return 'served';
  }
  const next = plan.until ?? recheckAt(plan, now);
  const away = plan === supplierAway || plan.storeAway !== undefined ? {} : {unreachable_since: null};
  const asked = plan.price === undefined || plan.fee === undefined ? {} : {price: plan.price, fee: plan.fee};
  await moveOpen(deps.db, order, plan.kind, plan.reason, {next_attempt_at: next, ...away, ...asked}, now);
  return plan.storeAway === true ? 'store_away' : 'served';
}

/** The ladder of tries, by the time since the supplier first did not answer; at its end a person decides. */
async function keepForSupplier(
  {db}: Pick<PlacingDeps, 'db'>,
  order: OpenOrder,
  trouble: NotSent,
  now: Date,
): Promise<void> {
  const since = order.unreachable_since ?? now;
  const afterMs = reachAgainAfterMs(now.getTime() - since.getTime());
  const plan = afterMs === null ? supplierAway : trouble;
  const next = afterMs === null ? recheckAt(plan, now) : new Date(now.getTime() + afterMs);
  await moveOpen(db, order, plan.kind, plan.reason, {next_attempt_at: next, unreachable_since: since}, now);
}
