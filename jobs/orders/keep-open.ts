// An order that is not sent now: its state, the reason, and when to look again.
import {reachAgainAfterMs} from '#domain/orders/retry-ladder.ts';
import {moveOpen} from '../../server/db/dropship-orders.ts';
import {recheckAt, supplierAway, unreachable} from './not-now.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';
import type {NotReady} from './plan-now.ts';

export async function keepOpen(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  plan: NotReady,
): Promise<'served' | 'supplier_away' | 'store_away'> {
  const now = deps.now();
  if (plan.reason.code === unreachable.reason.code) return keepForSupplier(deps, order, now);
  const next = plan.until ?? recheckAt(plan, now);
  const away = plan === supplierAway || plan.storeAway !== undefined ? {} : {unreachable_since: null};
  await moveOpen(deps.db, order, plan.kind, plan.reason, {next_attempt_at: next, ...away}, now);
  return plan.storeAway === true ? 'store_away' : 'served';
}

/** The ladder of tries, by the time since the supplier was first found away; at its end a person decides. */
async function keepForSupplier({db}: Pick<PlacingDeps, 'db'>, order: OpenOrder, now: Date): Promise<'supplier_away'> {
  const since = order.unreachable_since ?? now;
  const afterMs = reachAgainAfterMs(now.getTime() - since.getTime());
  const plan = afterMs === null ? supplierAway : unreachable;
  const next = afterMs === null ? recheckAt(plan, now) : new Date(now.getTime() + afterMs);
  await moveOpen(db, order, plan.kind, plan.reason, {next_attempt_at: next, unreachable_since: since}, now);
  return 'supplier_away';
}
