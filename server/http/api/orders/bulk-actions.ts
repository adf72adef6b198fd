// One action on several dropship orders. Each has its own transaction and result, and if it changes, its own line in the audit trail.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {forbidsPaying} from '#domain/orders/flags.ts';
import {type ActionContext, type ActionOutcome, approve, dismiss, markPaid} from '../../../actions/merchant-actions.ts';
import type {ActionConflict} from '../../../actions/repeated-action.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import type {Deps} from '../../../deps.ts';
import {type BulkAction, BulkInput, type BulkResults} from '../../contract/order-actions.ts';
import {answerOnce} from '../../idempotency.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {orderOf} from './dropship-orders.ts';
import {type ActionDeps, refusalOf, worksAfter} from './order-actions.ts';
import {wakeOrders} from './wake-orders.ts';

export function bulkActionRoutes(deps: ActionDeps): Router {
  const router = Router();
  router.post('/dropship-orders/bulk', async (req, res) => {
    const shop = shopOf(res);
    const {action, ids} = parseInput(BulkInput, req.body ?? {});
    await answerOnce(deps, req, res, async () => {
      const results: BulkResults['results'] = [];
      for (const id of ids) results.push({id, error: await actOnOne(deps, shop, actorOf(res), action, id)});
      if (results.some(({error}) => error === null)) await wakeOrders(deps, shop, worksAfter(action));
      return {status: 200, body: {results} satisfies BulkResults};
    });
  });
  return router;
}

type Failure = BulkResults['results'][number]['error'];

/** Null: the action was done. */
async function actOnOne(
  deps: ActionDeps,
  shop: ShopDomain,
  actor: string,
  action: BulkAction,
  id: string,
): Promise<Failure> {
  try {
    const order = await orderOf(deps, shop, id);
    const outcome = await actions[action](deps.db, {shop, id: order.id, actor}, deps.now());
    if (outcome.kind !== 'done') throw await refusalOf(deps, action, order, outcome);
    return null;
  } catch (err) {
    if (err instanceof Refusal) return {code: err.code, message: err.message};
    deps.log.error({err, shop, id, action}, 'an action on several orders failed for this order');
    return {code: 'internal', message: 'Something went wrong on our side. Open the order before you try again.'};
  }
}

const actions: Readonly<
  Record<BulkAction, (db: Deps['db'], context: ActionContext, now: Date) => Promise<ActionOutcome>>
> = {
  paid: (db, context, now) => markPaid(db, context, now, refuseIfNotToBePaid),
  dismiss,
  approve: (db, context, now) => approve(db, context, [], now),
};

/** Among many orders, one that must not be paid is easily overlooked. On its own page it can still be marked. */
function refuseIfNotToBePaid({flags}: StoredDropshipOrder): ActionConflict | null {
  return flags.some(({code}) => forbidsPaying(code)) ? {kind: 'conflict', why: 'do_not_pay'} : null;
}
