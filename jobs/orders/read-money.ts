// Reads the money of store orders again if the stored money may be outdated. Several orders are read with one request.
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {toOurMoney} from '#domain/margins/margin.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {loadMoneyDue, type MoneyDue, postponeMoney, settleMoneyDue} from '../../server/db/orders/money-due.ts';
import {saveStoreOrderMoney} from '../../server/db/orders/store-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {
  fetchOrderMoney,
  fetchOrdersMoney,
  type MoneyReading,
  moneyAtOnce,
} from '../../server/shopify/orders/order-money.ts';

/** Milliseconds until the money is read again after an outdated answer. */
const againMs = minute;

type MoneyDeps = Pick<Deps, 'db' | 'admin' | 'now'>;

/** The orders to read with one request; empty when none is due. An order that failed before is read alone. */
export async function nextMoneyToRead({db, now}: MoneyDeps, shop: ShopDomain): Promise<readonly MoneyDue[]> {
  const due = await loadMoneyDue(db, shop, moneyAtOnce, now());
  const first = due.slice(0, 1);
  return first.some(({hasFailed}) => hasFailed) ? first : due.filter(({hasFailed}) => !hasFailed);
}

/** Throws a Failure when Shopify could not be asked. */
export async function readMoney(deps: MoneyDeps, shop: ShopDomain, due: readonly MoneyDue[]): Promise<void> {
  const gids = due.map(({orderGid}) => orderGid);
  const found: ReadonlyMap<string, MoneyReading> =
    gids.length > 1 ? await fetchOrdersMoney(deps.admin, shop, gids) : new Map();
  for (const order of due) {
    const reading = found.get(order.orderGid) ?? (await fetchOrderMoney(deps.admin, shop, order.orderGid));
    if (reading === null || (await save(deps, shop, reading))) await settleMoneyDue(deps.db, shop, order);
    else await postponeMoney(deps.db, shop, [order.orderGid], new Date(deps.now().getTime() + againMs));
  }
}

/** False for an answer older than what is already known of the order: Shopify's search index may lag. */
async function save({db, now}: MoneyDeps, shop: ShopDomain, reading: MoneyReading): Promise<boolean> {
  const ours = await loadDropshipOrdersOf(db, shop, reading.gid);
  const lines = new Set(ours.map(({line_gid}) => line_gid));
  const country = ours[0]?.country ?? null;
  return saveStoreOrderMoney(db, shop, {...reading, country}, toOurMoney(reading, lines), now());
}
