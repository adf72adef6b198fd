// The merchant's actions on a dropship order: one POST each, idempotent by Idempotency-Key, recorded in the audit trail with the
// user. This file changes the stored order and enqueues jobs; workers send the order and write to the store.

import {type Request, type Response, Router} from 'express';
import type {z} from 'zod';
import {DropshipOrderId, type ShopDomain} from '#domain/ids.ts';
import {giveDetails, giveDetailsAlways} from '../../../actions/give-details.ts';
import {markFlagsSeen} from '../../../actions/mark-seen.ts';
import {
  type ActionContext,
  type ActionOutcome,
  approveSending,
  confirmUnconfirmed,
  dismissOrder,
  markPaid,
  markRefunded,
  markShipped,
  retryFulfilment,
} from '../../../actions/merchant-actions.ts';
import {placeAgain, replaceUnpaid} from '../../../actions/place-again.ts';
import {takePaidBack} from '../../../actions/take-paid-back.ts';
import {allowsAnotherRefund, loadLastRefund} from '../../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {loadAllGenerations} from '../../../db/orders/order-history.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {ActionName} from '../../contract/dropship-orders.ts';
import {
  ApproveInput,
  ConfirmInput,
  DetailsInput,
  NothingMore,
  PlaceAgainInput,
  RefundedInput,
  SeenInput,
  ShippedInput,
} from '../../contract/order-actions.ts';
import {answerOnce} from '../../idempotency.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {allowedActions, conflictRefusal, mayBeAtSupplier, notAllowedRefusal} from './allowed-actions.ts';
import {requireOrder} from './dropship-orders.ts';
import {isLatestGeneration, loadOrderDetail} from './order-detail.ts';
import {type OrderWork, wakeOrders} from './wake-orders.ts';

export type ActionDeps = Pick<Deps, 'db' | 'sealer' | 'queues' | 'log' | 'now' | 'newId' | 'digest'>;

/** One action of the merchant: the name in its path, the schema of its input, and the function that changes the stored order. */
type OrderAction<Input> = {
  readonly name: ActionName;
  readonly input: z.ZodType<Input>;
  /** Changes the stored order; the outcome says whether it did, or why not. */
  readonly act: (context: ActionContext, input: Input) => Promise<ActionOutcome>;
  /** Throws if this order requires more than the input's schema checks. */
  readonly check?: (order: StoredDropshipOrder, input: Input) => void;
};

export function orderActionRoutes(deps: ActionDeps): Router {
  const {db, sealer, now, newId} = deps;
  const router = Router();
  const offer = <Input>(action: OrderAction<Input>): void => {
    router.post(`/dropship-orders/:id/${action.name}`, (req, res) => answerAction(deps, action, req, res));
  };
  offer({
    name: 'details',
    input: DetailsInput,
    act: (context, {colour = null, size = null, name = null, email = null, always}) =>
      (always ? giveDetailsAlways : giveDetails)(db, sealer, context, {colour, size, name, email}, now()),
  });
  offer({
    name: 'approve',
    input: ApproveInput,
    act: (context, {codes, shown}) => approveSending(db, context, codes, now(), shown),
  });
  offer({
    name: 'place-again',
    input: PlaceAgainInput,
    check: requireTypedReference,
    act: (context) => placeAgain(db, context, DropshipOrderId.parse(newId()), now()),
  });
  offer({
    name: 'replace',
    input: NothingMore,
    act: (context) => replaceUnpaid(db, context, DropshipOrderId.parse(newId()), now()),
  });
  offer({
    name: 'confirm',
    input: ConfirmInput,
    act: (context, {ref}) => confirmUnconfirmed(db, context, {ref, checkoutUrl: null}, now()),
  });
  offer({name: 'paid', input: NothingMore, act: (context) => markPaid(db, context, now())});
  offer({name: 'unpaid', input: NothingMore, act: (context) => takePaidBack(db, context, now())});
  offer({
    name: 'shipped',
    input: ShippedInput,
    async act(context, {notifyBuyer, ...shipment}) {
      const isNotified = notifyBuyer ?? (await notifiesBuyersByDefault(deps, context.shop));
      return markShipped(db, context, {...shipment, notifyBuyer: isNotified}, now());
    },
  });
  offer({name: 'refunded', input: RefundedInput, act: (context, input) => markRefunded(db, context, input, now())});
  offer({name: 'fulfil-again', input: NothingMore, act: (context) => retryFulfilment(db, context, now())});
  offer({name: 'seen', input: SeenInput, act: (context, {upTo}) => markFlagsSeen(db, context, upTo ?? null, now())});
  offer({name: 'dismiss', input: NothingMore, act: (context) => dismissOrder(db, context, now())});
  return router;
}

/**
 * Whether the shop's setting is to notify buyers. Throws while it cannot be read: the default could e-mail buyers whom the merchant wants
 * to leave alone.
 */
export async function notifiesBuyersByDefault({db}: Pick<ActionDeps, 'db'>, shop: ShopDomain): Promise<boolean> {
  const stored = await loadStoredSettings(db, shop);
  if (stored.isReadable) return stored.settings.orders.notifyBuyer;
  const message = 'Your settings cannot be read. Say whether the buyer gets an e-mail.';
  throw new Refusal(422, 'settings_unreadable', message, 'notifyBuyer');
}

/** Prevents a second supplier order by mistake: the merchant must type the reference, and so look for the first order. */
function requireTypedReference(
  order: StoredDropshipOrder,
  {typedReference = ''}: z.infer<typeof PlaceAgainInput>,
): void {
  const {reference} = order;
  if (!mayBeAtSupplier(order) || typedReference.trim().toLowerCase() === reference.toLowerCase()) return;
  const message = `The supplier may have this order already. Look for the reference ${reference} in your supplier account; if it is not there, type the reference here to place the order again.`;
  throw new Refusal(422, 'reference_not_typed', message, 'typedReference');
}

/** Takes one action and answers the order. For another shop's order the answer is 404, even if the input is invalid too. */
async function answerAction<Input>(
  deps: ActionDeps,
  action: OrderAction<Input>,
  req: Request,
  res: Response,
): Promise<void> {
  const shop = shopOf(res);
  const order = await requireOrder(deps, shop, idParameterOf(req));
  const input = parseInput(action.input, req.body ?? {});
  await answerOnce(deps, req, res, async () => {
    // Only the first request is checked, because a repeated one finds the order as the first one left it.
    action.check?.(order, input);
    const outcome = await action.act({shop, id: order.id, actor: actorOf(res)}, input);
    if (outcome.kind !== 'done') throw await refusalForOutcome(deps, action.name, order, outcome);
    await wakeOrders(deps, shop, queuesToWakeAfter(action.name));
    return {status: 200, body: await loadOrderDetail(deps, shop, outcome.order)};
  });
}

/** Why the order was not changed, and what can be done with it instead. */
export async function refusalForOutcome(
  {db}: Pick<ActionDeps, 'db'>,
  action: ActionName,
  order: StoredDropshipOrder,
  outcome: Exclude<ActionOutcome, {kind: 'done'}>,
): Promise<Refusal> {
  if (outcome.kind === 'not_found') return new Refusal(404, 'not_found', 'There is no such dropship order.');
  if (outcome.kind === 'conflict') return conflictRefusal(outcome, order);
  const latest = isLatestGeneration(order, await loadAllGenerations(db, order.shop, order.order_gid));
  const mayBeNext = latest && allowsAnotherRefund(await loadLastRefund(db, order.shop, order.id));
  return notAllowedRefusal(action, outcome.state, allowedActions({...order, state: outcome.state}, mayBeNext));
}

/** The `:id` of the path; undefined: the path has none. */
const idParameterOf = ({params}: Request): string | undefined => [params['id']].flat()[0];

/** The queues with new work after an action: each action may cause a write to the store, and some send an order. */
export function queuesToWakeAfter(action: ActionName): readonly OrderWork[] {
  // A fulfilment that was requested in Shopify may be over with the order.
  if (action === 'dismiss') return ['store-writeback', 'answer-requests'];
  return action === 'details' || action === 'approve' || action === 'place-again' || action === 'replace'
    ? ['dropship', 'store-writeback']
    : ['store-writeback'];
}
