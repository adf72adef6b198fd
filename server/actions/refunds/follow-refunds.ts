// Finds out what became of refunds to buyers that Shopify has not settled: a payment back may fail days after Shopify made the refund.
import {day, hour} from '#domain/durations.ts';
import {affectsOtherRequests, Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {loadOrdersWithOpenOutcome} from '../../db/orders/refunds-to-follow.ts';
import {lookForRefund} from './look-for-refund.ts';
import type {RefundDeps} from './refund-request.ts';

/** A refund is looked at again after this many milliseconds. */
const lookEveryMs = 6 * hour;
/** Shopify shows an order to the app for this long; a refund of an older one is found out in Shopify. */
const shownForMs = 60 * day;
/** The most refunds that one look asks about. The others have their turn at the next one. */
const mostRefunds = 50;

/** When a refund is due for a look at `now`: by when it was asked for, and when something was last stored of it. */
export const refundsDue = (now: Date) => ({
  askedAfter: new Date(now.getTime() - shownForMs),
  settledBefore: new Date(now.getTime() - lookEveryMs),
});

/** Asks Shopify about the shop's refunds of which it is not known whether the money went. One that Shopify does not show stays as it is. */
export async function followRefunds(deps: RefundDeps, shop: ShopDomain): Promise<void> {
  const orders = await loadOrdersWithOpenOutcome(deps.db, shop, refundsDue(deps.now()), mostRefunds);
  for (const order of orders) {
    try {
      await lookForRefund(deps, order, 'app', false);
    } catch (err) {
      if (!(err instanceof Failure) || affectsOtherRequests(err)) throw err;
      deps.log.warn({shop, dropshipOrder: order.id, err}, 'it is not found out now what became of a refund');
    }
  }
}
