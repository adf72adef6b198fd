// The refund to the buyer of a line that the supplier does not supply: what Shopify suggests, the refund, and what became of it.
import {type Request, type Response, Router} from 'express';
import {isNotSupplied} from '#domain/orders/refunds/plan-refund.ts';
import {endLastRefund} from '../../../actions/refunds/end-refund.ts';
import {lookForRefund} from '../../../actions/refunds/look-for-refund.ts';
import {loadRefundOffer} from '../../../actions/refunds/offer-refund.ts';
import {refundAgain} from '../../../actions/refunds/refund-again.ts';
import {refundBuyer} from '../../../actions/refunds/refund-buyer.ts';
import type {RefundDeps, RefundOutcome, RefundUser} from '../../../actions/refunds/refund-request.ts';
import {allowsAnotherRefund, isBeingSent, loadLastRefund, type StoredRefund} from '../../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {loadAllGenerations} from '../../../db/orders/order-history.ts';
import type {Deps} from '../../../deps.ts';
import {apiVersion} from '../../../shopify/app.ts';
import {exchangeOnlineToken} from '../../../shopify/auth/token-grant.ts';
import {createAdminWithToken} from '../../../shopify/client/admin.ts';
import {type BuyerRefund, BuyerRefundInput} from '../../contract/buyers/buyer-refund.ts';
import {NothingMore} from '../../contract/order-actions.ts';
import {answerOnce} from '../../idempotency.ts';
import {isTokenTurnedAway, parseInput, Refusal} from '../../refusal.ts';
import {actorOf, endSession, shopOf, staffUserOf} from '../../session.ts';
import {requireOrder} from './dropship-orders.ts';
import {isLatestGeneration} from './order-detail.ts';

type RouteDeps = RefundDeps & Pick<Deps, 'sealer' | 'digest' | 'shopify' | 'waitMs'>;

export function buyerRefundRoutes(deps: RouteDeps): Router {
  const router = Router();
  const orderOf = (req: Request, res: Response) => requireOrder(deps, shopOf(res), [req.params['id']].flat()[0]);
  const answer = (req: Request, res: Response, work: () => Promise<RefundOutcome>): Promise<void> =>
    answerOnce(deps, req, res, async () => {
      const outcome = await work();
      if (outcome.kind !== 'done') throw refusalFor(outcome.kind);
      // Nothing more is asked of Shopify, so that an outage now cannot hide what became of the refund.
      const body: BuyerRefund = {refund: toAskedRefund(outcome.refund, deps.now()), offer: null, why: null};
      return {status: 200, body};
    });
  router.get('/dropship-orders/:id/buyer-refund', async (req, res) => {
    res.json(await loadBuyerRefund(deps, await orderOf(req, res)));
  });
  router.post('/dropship-orders/:id/buyer-refund', async (req, res) => {
    const order = await orderOf(req, res);
    const chosen = parseInput(BuyerRefundInput, req.body ?? {});
    const user = await openUser(deps, res);
    if (user !== null) await answer(req, res, () => refundBuyer(deps, order, user, chosen));
  });
  router.post('/dropship-orders/:id/buyer-refund/look', async (req, res) => {
    const order = await orderOf(req, res);
    parseInput(NothingMore, req.body ?? {});
    await answer(req, res, () => lookForRefund(deps, order, actorOf(res), true));
  });
  router.post('/dropship-orders/:id/buyer-refund/end', async (req, res) => {
    const order = await orderOf(req, res);
    parseInput(NothingMore, req.body ?? {});
    await answer(req, res, () => endLastRefund(deps, order, actorOf(res)));
  });
  router.post('/dropship-orders/:id/buyer-refund/again', async (req, res) => {
    const order = await orderOf(req, res);
    parseInput(NothingMore, req.body ?? {});
    const user = await openUser(deps, res);
    if (user !== null) await answer(req, res, () => refundAgain(deps, order, user));
  });
  return router;
}

/**
 * The user with a token of their own, for this request only: the app's own would pass over what the user may do in the store. Null: the
 * session has ended, which was answered, and nothing is kept under the press's key.
 */
async function openUser({shopify, now, waitMs, log}: RouteDeps, res: Response): Promise<RefundUser | null> {
  try {
    const {accessToken} = await exchangeOnlineToken(shopify, staffUserOf(res));
    const ownAdmin = createAdminWithToken({app: shopify, apiVersion, now, wait: waitMs, log}, accessToken);
    return {actor: actorOf(res), ownAdmin};
  } catch (error) {
    if (!isTokenTurnedAway(error)) throw error;
    endSession(res);
    return null;
  }
}

/** The last refund, and what may be paid back now. */
async function loadBuyerRefund(deps: RouteDeps, order: StoredDropshipOrder): Promise<BuyerRefund> {
  const last = await loadLastRefund(deps.db, order.shop, order.id);
  const refund = last === null ? null : toAskedRefund(last, deps.now());
  if (!allowsAnotherRefund(last)) return {refund, offer: null, why: null};
  const isLatest = isLatestGeneration(order, await loadAllGenerations(deps.db, order.shop, order.order_gid));
  if (!isNotSupplied(order) || !isLatest) return {refund, offer: null, why: 'not_now'};
  const found = await loadRefundOffer(deps.admin, order);
  if (found.kind !== 'offer') return {refund, offer: null, why: found.kind};
  const {suggested, amounts, before} = found;
  const paying = suggested.ways.filter(({amount}) => amount > 0);
  const ways = paying.map(({name}) => name);
  const byHand = paying.filter((way) => way.byHand).map(({name}) => name);
  const {currency, pieces} = suggested;
  return {refund, offer: {currency, pieces, ...amounts, ways, byHand, canNotify: before.canNotify}, why: null};
}

const toAskedRefund = (refund: StoredRefund, now: Date): BuyerRefund['refund'] => ({
  state: refund.state,
  currency: refund.currency,
  line: refund.line,
  shipping: refund.shipping,
  notify: refund.input.notify,
  said: refund.said,
  went: refund.went,
  byHand: refund.by_hand,
  askedAt: refund.asked_at.toISOString(),
  isBeingSent: isBeingSent(refund, now),
  endedAt: refund.ended_at?.toISOString() ?? null,
});

const tooMuchText = 'This is more than Shopify suggests now. Nothing was refunded.';

/** Why nothing was refunded. */
function refusalFor(kind: Exclude<RefundOutcome['kind'], 'done'>): Refusal {
  switch (kind) {
    case 'not_now':
      return new Refusal(
        409,
        'not_now',
        'The buyer is refunded here only for the last order of a line that the supplier refused or refunded.',
      );
    case 'another':
      return new Refusal(
        409,
        'refund_under_way',
        'A refund of this order was asked for already. Look at what became of it.',
      );
    case 'none':
      return new Refusal(409, 'not_now', 'No refund of this order waits for an answer.');
    case 'unreadable':
      return new Refusal(
        409,
        'order_unreadable',
        'Shopify does not show this order to Piecewise any more. Refund it in Shopify.',
      );
    case 'nothing':
      return new Refusal(
        409,
        'nothing_to_refund',
        'Shopify suggests nothing to refund for this line. Nothing was refunded.',
      );
    case 'line':
    case 'shipping':
      return new Refusal(422, 'above_suggestion', tooMuchText, kind, undefined, [{path: kind, message: tooMuchText}]);
  }
}
