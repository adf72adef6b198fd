// An order placed at the supplier and what follows it, for tests of what is written to the store afterwards.
import {writeBackToStore} from '../../../jobs/orders/store-writeback.ts';
import {type ActionContext, markPaid, markRefunded} from '../../../server/actions/merchant-actions.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import type {OrderTestApp} from './order-test-app.ts';

/** A shipment with tracking, of which Shopify writes to the buyer. */
export const tracked = {
  carrier: 'DHL',
  trackingNumber: '00340',
  trackingUrl: 'https://dhl.example/00340',
  notifyBuyer: true,
} as const;

/** Who acts: a merchant of the app's shop, on this dropship order. */
export const contextOf = ({shop}: OrderTestApp, {id}: Pick<StoredDropshipOrder, 'id'>): ActionContext => ({
  shop,
  id,
  actor: 'user:7',
});

/** A store order whose dropship order is with the supplier. */
export async function buyPlaced(app: OrderTestApp, order: Parameters<OrderTestApp['buy']>[0] = {}) {
  const bought = app.buy(order);
  await app.quiet();
  return {bought, row: await app.row(bought.id), line: bought.lines[0]?.id ?? ''};
}

/** The merchant has paid the order, gets the money back, and takes the variant off sale. */
export async function takeOffSale(app: OrderTestApp, row: Pick<StoredDropshipOrder, 'id'>): Promise<void> {
  await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
  await markRefunded(app.worker.db, contextOf(app, row), {offSale: true}, app.clock.now());
}

export async function writeBack(app: OrderTestApp): Promise<void> {
  await writeBackToStore(app.worker, {shop: app.shop});
  await app.quiet();
}

/** How often the app has sent an operation to Shopify. */
export const countSent = ({shopify}: OrderTestApp, operation: string): number =>
  shopify.requests().filter(({operationName}) => operationName === operation).length;
