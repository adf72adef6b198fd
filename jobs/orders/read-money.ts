// Reads the amounts of store orders: again if the stored ones may be outdated, several with one request; and for the margin of one order.
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {paymentFees} from '#domain/margins/left-per-piece.ts';
import {euroRateFor, shippingShare, toEuroCents, toOurLinesMoney} from '#domain/margins/margin.ts';
import {scaleMinor} from '#domain/money.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../server/db/orders/dropship-orders.ts';
import {loadMoneyDue, type MoneyDue, postponeMoney, settleMoneyDue} from '../../server/db/orders/money-due.ts';
import {saveStoreOrderMoney} from '../../server/db/orders/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {
  fetchOrderMoney,
  fetchOrdersMoney,
  type MoneyReading,
  maxOrdersPerMoneyRead,
} from '../../server/shopify/orders/order-money.ts';
import type {OpenOrder} from './placing-deps.ts';

/** Milliseconds until an order's amounts are read again after an outdated answer. */
const retryAfterMs = minute;

type MoneyDeps = Pick<Deps, 'db' | 'admin' | 'now'>;

/** Chooses the orders to read with one request; empty if none is due. An order that failed before is read alone. */
export async function chooseMoneyToRead({db, now}: MoneyDeps, shop: ShopDomain): Promise<readonly MoneyDue[]> {
  const due = await loadMoneyDue(db, shop, maxOrdersPerMoneyRead, now());
  const first = due.slice(0, 1);
  return first.some(({hasFailed}) => hasFailed) ? first : due.filter(({hasFailed}) => !hasFailed);
}

/** Reads and saves the orders' amounts. Throws a Failure if Shopify could not be asked. */
export async function readMoney(deps: MoneyDeps, shop: ShopDomain, due: readonly MoneyDue[]): Promise<void> {
  const gids = due.map(({orderGid}) => orderGid);
  const found: ReadonlyMap<string, MoneyReading> =
    gids.length > 1 ? await fetchOrdersMoney(deps.admin, shop, gids) : new Map();
  for (const order of due) {
    const reading = found.get(order.orderGid) ?? (await fetchOrderMoney(deps.admin, shop, order.orderGid));
    if (reading === null || (await saveMoneyReading(deps, shop, reading))) await settleMoneyDue(deps.db, shop, order);
    else await postponeMoney(deps.db, shop, [order.orderGid], new Date(deps.now().getTime() + retryAfterMs));
  }
}

/** Saves one reading; false if it is older than what is known of the order, because Shopify's search index may lag. */
async function saveMoneyReading({db, now}: MoneyDeps, shop: ShopDomain, reading: MoneyReading): Promise<boolean> {
  const ours = await loadDropshipOrdersOfStoreOrder(db, shop, reading.gid);
  const lines = new Set(ours.map(({line_gid}) => line_gid));
  const country = ours[0]?.country ?? null;
  return saveStoreOrderMoney(db, shop, {...reading, country}, toOurLinesMoney(reading, lines), now());
}

/**
 * Euro cents: the line's revenue with its share of the shipping, as the store reports now, and its part of the payment fees. Null if no
 * margin is required, Shopify does not show the order or the line, or the store's currency cannot be converted to euro.
 */
export async function fetchRevenue(
  {db, admin}: Pick<MoneyDeps, 'db' | 'admin'>,
  shop: ShopDomain,
  order: Pick<OpenOrder, 'order_gid' | 'line_gid'>,
  settings: Settings,
): Promise<{readonly revenue: number; readonly payment: number} | null> {
  if (settings.orders.marginFloor === null) return null;
  const gid = order.order_gid;
  const orderMoney = await fetchOrderMoney(admin, shop, gid);
  if (orderMoney === null) return null;
  const ours = await loadDropshipOrdersOfStoreOrder(db, shop, gid);
  const {currency, lines, goods, shipping} = toOurLinesMoney(orderMoney, new Set(ours.map(({line_gid}) => line_gid)));
  const line = lines.get(order.line_gid);
  if (line === undefined) return null;
  const rate = euroRateFor(currency, settings);
  const kept = paymentFees(goods.paid + shipping.paid, paymentTermsOf(settings.pricing));
  const revenue = toEuroCents(line.revenue + shippingShare(line.revenue, goods.revenue, shipping.revenue), rate);
  const payment = toEuroCents(goods.paid > 0 ? scaleMinor(kept, line.paid, goods.paid) : kept, rate);
  return revenue === null || payment === null ? null : {revenue, payment};
}
