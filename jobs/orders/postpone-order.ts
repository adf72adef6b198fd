// Postpones an order: stores its state, the reason, and when it is checked again.
import {toNotSent} from '#domain/orders/not-sent.ts';
import {type Reason, recheckAt} from '#domain/orders/reasons.ts';
import {articleRetryPauseMs, supplierRetryPauseMs} from '#domain/retry-ladder.ts';
import {moveOpenOrder, saveOrderWords} from '../../server/db/orders/dropship-orders.ts';
import type {NotReady, OpenOrder, PlacingDeps, SupplierTrouble} from './placing-deps.ts';

type WithDb = Pick<PlacingDeps, 'db'>;

/**
 * Stores why the order is not sent now and when it is checked again. Returns whether the supplier or the store is unreachable, so that
 * other orders should wait as well.
 */
export async function postponeOrder(
  deps: Pick<PlacingDeps, 'db' | 'now'>,
  order: OpenOrder,
  outcome: NotReady,
): Promise<'served' | 'supplier_unreachable' | 'store_unreachable'> {
  const now = deps.now();
  await saveOrderWords(deps.db, order, outcome.words);
  switch (outcome.cause) {
    case 'plan':
      await postponeByPlan(deps, order, outcome, now);
      return 'served';
    case 'store': {
      const {plan, until, concernsOthers} = outcome;
      const {kind, reason, covers = []} = plan;
      await moveOpenOrder(deps.db, order, kind, {...reason, covers}, {next_attempt_at: until}, now);
      return concernsOthers ? 'store_unreachable' : 'served';
    }
    case 'supplier':
      await postponeForSupplier(deps, order, outcome.trouble, now);
      return outcome.trouble === 'supplier_unreachable' ? 'supplier_unreachable' : 'served';
  }
}

/** Stores the plan. The order does not wait for the supplier, so the time without a connection is reset. */
async function postponeByPlan(
  {db}: WithDb,
  order: OpenOrder,
  {plan, until}: Extract<NotReady, {readonly cause: 'plan'}>,
  now: Date,
): Promise<void> {
  const {kind, reason, covers = [], price, fee} = plan;
  const asked = price === undefined || fee === undefined ? {} : {price, fee};
  const facts = {next_attempt_at: until ?? recheckAt(reason.code, now), unreachable_since: null, ...asked};
  await moveOpenOrder(db, order, kind, {...reason, covers}, facts, now);
}

/** Stores that the order waits for the supplier, or is held, by what is wrong there. */
async function postponeForSupplier(deps: WithDb, order: OpenOrder, trouble: SupplierTrouble, now: Date): Promise<void> {
  switch (trouble) {
    case 'supplier_unreachable':
    case 'supplier_failing':
      return postponeForRetry(deps, order, trouble, now);
    case 'stock_refused':
      return postponeForArticle(deps, order, now);
    case 'supplier_away':
      return holdForSupplier(deps, order, {}, now);
  }
}

/** Plans the next retry, by the time since the first failure. After the last one, the order is held for the merchant. */
async function postponeForRetry(
  deps: WithDb,
  order: OpenOrder,
  trouble: 'supplier_unreachable' | 'supplier_failing',
  now: Date,
): Promise<void> {
  const since = order.unreachable_since ?? now;
  const afterMs = supplierRetryPauseMs(now.getTime() - since.getTime());
  if (afterMs === null) return holdForSupplier(deps, order, {unreachable_since: since}, now);
  const {kind, reason} = toNotSent('waiting', trouble);
  const facts = {next_attempt_at: new Date(now.getTime() + afterMs), unreachable_since: since};
  await moveOpenOrder(deps.db, order, kind, reason, facts, now);
}

/** Holds the order for the merchant, because the supplier gave no usable answer for too long. */
async function holdForSupplier(
  {db}: WithDb,
  order: OpenOrder,
  since: {readonly unreachable_since?: Date},
  now: Date,
): Promise<void> {
  const {kind, reason} = toNotSent('held', 'supplier_away');
  await moveOpenOrder(db, order, kind, reason, {next_attempt_at: recheckAt(reason.code, now), ...since}, now);
}

/** The reason once the supplier has refused to answer for an article several times. */
const stillRefusedReason: Reason = {
  code: 'stock_refused',
  text: 'The supplier’s list names this article, but the supplier still does not answer for its price, colours and sizes, so it cannot be ordered. It is asked again every hour, and the order is sent when it answers.',
};

/** Plans the next request for an article that the supplier refuses: a few as `waiting`, then every hour as `blocked`. */
async function postponeForArticle({db}: WithDb, order: OpenOrder, now: Date): Promise<void> {
  const isSame = order.reason_code === 'stock_refused';
  const since = isSame && order.unreachable_since !== null ? order.unreachable_since : now;
  const isOver = isSame && order.state === 'blocked';
  const afterMs = isOver ? null : articleRetryPauseMs(now.getTime() - since.getTime());
  if (afterMs === null) {
    const facts = {next_attempt_at: recheckAt('stock_refused', now), unreachable_since: null};
    await moveOpenOrder(db, order, 'blocked', stillRefusedReason, facts, now);
    return;
  }
  const facts = {next_attempt_at: new Date(now.getTime() + afterMs), unreachable_since: since};
  const {kind, reason} = toNotSent('waiting', 'stock_refused');
  await moveOpenOrder(db, order, kind, reason, facts, now);
}
