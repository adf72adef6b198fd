// Store orders whose stored money may be outdated. Each change counts: a change during a reading makes the money due again.
import {type Kysely, sql} from 'kysely';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {isNotPostponed} from './store-writes.ts';

/** A store order whose money is to be read again. */
export type MoneyDue = {
  readonly orderGid: OrderGid;
  /** How many changes were known before the reading. */
  readonly changes: number;
  /** The last attempt failed, or its answer was outdated: the order is read alone, so that the others do not fail with it. */
  readonly hasFailed: boolean;
};

/** Counts a change of the order's money, so that it is read again. */
export async function makeMoneyDue(db: Kysely<Tables>, shop: ShopDomain, orderGid: OrderGid): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set((eb) => ({money_due: eb('money_due', '+', 1)}))
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .execute();
}

/** Store orders whose money is due and not postponed, the oldest order first. */
export async function loadMoneyDue(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
  now: Date,
): Promise<readonly MoneyDue[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select((eb) => [
      'order_gid',
      eb.fn.max('money_due').as('changes'),
      eb.fn<boolean>('bool_or', [sql`money_after is not null`]).as('hasFailed'),
    ])
    .where('shop', '=', shop)
    .where('money_due', '>', 0)
    .where(isNotPostponed('money_after', now))
    .groupBy('order_gid')
    .orderBy((eb) => eb.fn.min('ordered_at'))
    .limit(limit)
    .execute();
  return rows.map(({order_gid: orderGid, changes, hasFailed}) => ({orderGid, changes, hasFailed}));
}

/** Stores that the money was read. Changes since the reading began keep it due. */
export async function settleMoneyDue(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {orderGid, changes}: MoneyDue,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({money_due: 0, money_after: null})
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .where('money_due', '<=', changes)
    .execute();
}

/** Postpones the next reading of these orders' money, because the last one failed or was outdated. */
export async function postponeMoney(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
  until: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({money_after: until})
    .where('shop', '=', shop)
    .where('order_gid', 'in', orderGids)
    .where('money_due', '>', 0)
    .execute();
}
