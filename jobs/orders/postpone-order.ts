// Postpones an order: stores its state, the reason, and when to look again.
import {not} from '#domain/orders/not-sent.ts';
import {type Reason, recheckAt} from '#domain/orders/reasons.ts';
import {articleAgainAfterMs, reachAgainAfterMs} from '#domain/retry-ladder.ts';
import {moveOpen, saveWords} from '../../server/db/orders/dropship-orders.ts';
import type {NotReady, OpenOrder, PlacingDeps, SupplierTrouble} from './placing-deps.ts';

type Db = Pick<PlacingDeps, 'db'>;

export async function postponeOrder(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  outcome: NotReady,
): Promise<'served' | 'supplier_unreachable' | 'store_unreachable'> {
  const now = deps.now();
  await saveWords(deps.db, order, outcome.words);
  switch (outcome.cause) {
    case 'plan':
      await keepAsPlanned(deps, order, outcome, now);
      return 'served';
    case 'store': {
      const {plan, until, concernsOthers} = outcome;
      const {kind, reason, covers = []} = plan;
      await moveOpen(deps.db, order, kind, {...reason, covers}, {next_attempt_at: until}, now);
      return concernsOthers ? 'store_unreachable' : 'served';
    }
    case 'supplier':
      await keepForSupplier(deps, order, outcome.trouble, now);
      return outcome.trouble === 'supplier_unreachable' ? 'supplier_unreachable' : 'served';
  }
}

/** The order does not wait for a connection to the supplier, so the time without a connection is counted from zero again. */
async function keepAsPlanned(
  {db}: Db,
  order: OpenOrder,
  {plan, until}: Extract<NotReady, {readonly cause: 'plan'}>,
  now: Date,
): Promise<void> {
  const {kind, reason, covers = [], price, fee} = plan;
  const asked = price === undefined || fee === undefined ? {} : {price, fee};
  const facts = {next_attempt_at: until ?? recheckAt(reason.code, now), unreachable_since: null, ...asked};
  await moveOpen(db, order, kind, {...reason, covers}, facts, now);
}

async function keepForSupplier(deps: Db, order: OpenOrder, trouble: SupplierTrouble, now: Date): Promise<void> {
  switch (trouble) {
    case 'supplier_unreachable':
    case 'supplier_failing':
      return keepTrying(deps, order, trouble, now);
    case 'stock_refused':
      return keepForArticle(deps, order, now);
    case 'supplier_away':
      return hold(deps, order, {}, now);
  }
}

/** Retries on a schedule that counts from the first failure. When it ends, the merchant decides. */
async function keepTrying(
  deps: Db,
  order: OpenOrder,
  trouble: 'supplier_unreachable' | 'supplier_failing',
  now: Date,
): Promise<void> {
  const since = order.unreachable_since ?? now;
  const afterMs = reachAgainAfterMs(now.getTime() - since.getTime());
  if (afterMs === null) return hold(deps, order, {unreachable_since: since}, now);
  const {kind, reason} = not('waiting', trouble);
  const facts = {next_attempt_at: new Date(now.getTime() + afterMs), unreachable_since: since};
  await moveOpen(deps.db, order, kind, reason, facts, now);
}

async function hold({db}: Db, order: OpenOrder, since: {readonly unreachable_since?: Date}, now: Date): Promise<void> {
  const {kind, reason} = not('held', 'supplier_away');
  await moveOpen(db, order, kind, reason, {next_attempt_at: recheckAt(reason.code, now), ...since}, now);
}

const stillRefused: Reason = {
  code: 'stock_refused',
  text: 'The supplier’s list names this article, but the supplier still does not answer for its price, colours and sizes, so it cannot be ordered. It is asked again every hour, and the order is sent when it answers.',
};

/** A few retries as `waiting`; then the order is shown as blocked, and the supplier is still asked every hour. */
async function keepForArticle({db}: Db, order: OpenOrder, now: Date): Promise<void> {
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
  const {kind, reason} = not('waiting', 'stock_refused');
  await moveOpen(db, order, kind, reason, facts, now);
}
