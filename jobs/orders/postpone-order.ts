// An order that is not sent now: its state, the reason, and when to look again.
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {articleAgainAfterMs, reachAgainAfterMs} from '#domain/orders/retry-ladder.ts';
import {moveOpen, saveWords} from '../../server/db/orders/dropship-orders.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';
import type {NotReady} from './plan-now.ts';
import {failing, recheckAt, stockRefused, supplierAway, unreachable} from './wait-reasons.ts';

export async function postponeOrder(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  plan: NotReady,
): Promise<'served' | 'supplier_away' | 'store_away'> {
  const now = deps.now();
  await saveWords(deps.db, order, plan.words);
  if (plan.reason.code === unreachable.reason.code) {
    await keepForSupplier(deps, order, unreachable, now);
    return 'supplier_away';
  }
  if (plan.reason.code === failing.reason.code) {
    await keepForSupplier(deps, order, failing, now);
    return 'served';
  }
  if (plan.reason.code === stockRefused.reason.code) {
    await keepForArticle(deps, order, plan, now);
    return 'served';
  }
  const next = plan.until ?? recheckAt(plan, now);
  const isAway = plan.reason.code === supplierAway.reason.code;
  const away = isAway || plan.storeAway !== undefined ? {} : {unreachable_since: null};
  const covers = plan.covers ?? [];
  const asked = plan.price === undefined || plan.fee === undefined ? {} : {price: plan.price, fee: plan.fee};
  await moveOpen(deps.db, order, plan.kind, {...plan.reason, covers}, {next_attempt_at: next, ...away, ...asked}, now);
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

/** Some tries while it waits; then it is shown as blocked, and still asked every hour. */
async function keepForArticle(
  {db}: Pick<PlacingDeps, 'db'>,
  order: OpenOrder,
  trouble: NotSent,
  now: Date,
): Promise<void> {
  const isSame = order.reason_code === stockRefused.reason.code;
  const since = isSame && order.unreachable_since !== null ? order.unreachable_since : now;
  const isOver = isSame && order.state === 'blocked';
  const afterMs = isOver ? null : articleAgainAfterMs(now.getTime() - since.getTime());
  if (afterMs === null) {
    const facts = {next_attempt_at: recheckAt(stockRefused, now), unreachable_since: null};
    await moveOpen(db, order, stockRefused.kind, stockRefused.reason, facts, now);
    return;
  }
  const facts = {next_attempt_at: new Date(now.getTime() + afterMs), unreachable_since: since};
  await moveOpen(db, order, trouble.kind, trouble.reason, facts, now);
}
