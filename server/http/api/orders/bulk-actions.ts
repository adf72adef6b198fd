// One action on several dropship orders. Each has its own transaction and result, and if it changes, its own line in the audit trail.
import {Router} from 'express';
import {forbidsPaying} from '#domain/orders/flags.ts';
import {
  type ActionContext,
  type ActionOutcome,
  approveSending,
  dismissOrder,
  markPaid,
} from '../../../actions/merchant-actions.ts';
import type {ActionConflict} from '../../../actions/repeated-action.ts';
import {takePaidBack} from '../../../actions/take-paid-back.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import type {Deps} from '../../../deps.ts';
import type {ActionName} from '../../contract/dropship-orders.ts';
import {type BulkAction, BulkInput, type BulkResults, type ShownOrder} from '../../contract/order-actions.ts';
import {answerOnce} from '../../idempotency.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {requireOrder} from './dropship-orders.ts';
import {type ActionDeps, queuesToWakeAfter, refusalForOutcome} from './order-actions.ts';
import {wakeOrders} from './wake-orders.ts';

export function bulkActionRoutes(deps: ActionDeps): Router {
  const router = Router();
  router.post('/dropship-orders/bulk', async (req, res) => {
    const shop = shopOf(res);
    const {action, ids, shown} = parseInput(BulkInput, req.body ?? {});
    await answerOnce(deps, req, res, async () => {
      const results: BulkResults['results'] = [];
      for (const id of ids) {
        const act = (context: ActionContext) => bulkActionFunctions[action](deps.db, context, deps.now(), shown[id]);
        results.push({id, error: await actOnOne(deps, {shop, actor: actorOf(res), action, id}, act)});
      }
      if (results.some(({error}) => error === null)) await wakeOrders(deps, shop, queuesToWakeAfter(action));
      return {status: 200, body: {results} satisfies BulkResults};
    });
  });
  return router;
}

/** Why the action failed for one order; null: it was done. */
type ActionError = BulkResults['results'][number]['error'];

/** One order of several, the action on it, and who takes it. */
type OneOfSeveral = Pick<ActionContext, 'shop' | 'actor'> & {readonly action: ActionName; readonly id: string};

/** Takes the action on one order of several. Null: it was done. */
export async function actOnOne(
  deps: ActionDeps,
  {shop, actor, action, id}: OneOfSeveral,
  act: (context: ActionContext) => Promise<ActionOutcome>,
): Promise<ActionError> {
  try {
    const order = await requireOrder(deps, shop, id);
    const outcome = await act({shop, id: order.id, actor});
    if (outcome.kind !== 'done') throw await refusalForOutcome(deps, action, order, outcome);
    return null;
  } catch (err) {
    if (err instanceof Refusal) return {code: err.code, message: err.message};
    deps.log.error({err, shop, id, action}, 'an action on several orders failed for this order');
    return {code: 'internal', message: 'Something went wrong on our side. Open the order before you try again.'};
  }
}

/** The function that takes each action on one order. @param shown what the page showed of it; undefined: the request does not say. */
const bulkActionFunctions: Readonly<
  Record<BulkAction, (db: Deps['db'], context: ActionContext, now: Date, shown?: ShownOrder) => Promise<ActionOutcome>>
> = {
  paid: (db, context, now) => markPaid(db, context, now, refuseIfNotToBePaid),
  unpaid: takePaidBack,
  dismiss: dismissOrder,
  approve: (db, context, now, shown) => approveSending(db, context, [], now, shown),
};

/**
 * Refuses to mark an order as paid that must not be paid, because it is easily overlooked among many. On its own page it can still be
 * marked.
 */
function refuseIfNotToBePaid({flags}: StoredDropshipOrder): ActionConflict | null {
  return flags.some(({code}) => forbidsPaying(code)) ? {kind: 'conflict', why: 'do_not_pay'} : null;
}
