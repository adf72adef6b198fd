// An order that is not sent now: its state, the reason, and when to look again.
import {type NotSent, not} from '#domain/orders/plan-dropship.ts';
import {type Reason, recheckAt} from '#domain/orders/reasons.ts';
import {articleAgainAfterMs, reachAgainAfterMs} from '#domain/orders/retry-ladder.ts';
import {moveOpen, saveWords} from '../../server/db/orders/dropship-orders.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';
import type {NotReady} from './plan-now.ts';

export async function postponeOrder(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  plan: NotReady,
): Promise<'served' | 'supplier_away' | 'store_away'> {
  const now = deps.now();
  await saveWords(deps.db, order, plan.words);
  const {code} = plan.reason;
  if (code === 'supplier_unreachable') {
    await keepForSupplier(deps, order, code, now);
    return 'supplier_away';
  }
  if (code === 'supplier_failing') {
    await keepForSupplier(deps, order, code, now);
    return 'served';
  }
  if (code === 'stock_refused') {
    await keepForArticle(deps, order, plan, now);
    return 'served';
  }
  const next = plan.until ?? recheckAt(code, now);
  const away = code === 'supplier_away' || plan.storeAway !== undefined ? {} : {unreachable_since: null};
  const covers = plan.covers ?? [];
  const asked = plan.price === undefined || plan.fee === undefined ? {} : {price: plan.price, fee: plan.fee};
  await moveOpen(deps.db, order, plan.kind, {...plan.reason, covers}, {next_attempt_at: next, ...away, ...asked}, now);
  return plan.storeAway === true ? 'store_away' : 'served';
}

/** The ladder of tries, by the time since the supplier first did not answer; at its end a person decides. */
async function keepForSupplier(
  {db}: Pick<PlacingDeps, 'db'>,
  order: OpenOrder,
  trouble: 'supplier_unreachable' | 'supplier_failing',
  now: Date,
): Promise<void> {
  const since = order.unreachable_since ?? now;
  const afterMs = reachAgainAfterMs(now.getTime() - since.getTime());
  const plan = afterMs === null ? not('held', 'supplier_away') : not('waiting', trouble);
  const next = afterMs === null ? recheckAt('supplier_away', now) : new Date(now.getTime() + afterMs);
  await moveOpen(db, order, plan.kind, plan.reason, {next_attempt_at: next, unreachable_since: since}, now);
}

const stillRefused: Reason = {
  code: 'stock_refused',
  text: 'The supplier’s list names this article, but the supplier still does not answer for its price, colours and sizes, so it cannot be ordered. It is asked again every hour, and the order is sent when it answers.',
};

/** Some tries while it waits; then it is shown as blocked, and still asked every hour. */
async function keepForArticle(
  {db}: Pick<PlacingDeps, 'db'>,
  order: OpenOrder,
  trouble: NotSent,
  now: Date,
): Promise<void> {
  const isSame = order.reason_code === 'stock_refused';
  const since = isSame && order.unreachable_since !== null ? order.unreachable_since : now;
  const isOver = isSame && order.state === 'blocked';
  const afterMs = isOver ? null : articleAgainAfterMs(now.getTime() - since.getTime());
  if (afterMs === null) {
    const facts = {next_attempt_at: recheckAt('stock_refused', now), unreachable_since: null};
    await moveOpen(db, order, 'blocked', stillRefused, facts, now);
    return;
  }
  const facts = {next_attempt_at: new Date(now.getTime() + afterMs), unreachable_since: since};
  await moveOpen(db, order, trouble.kind, trouble.reason, facts, now);
}
