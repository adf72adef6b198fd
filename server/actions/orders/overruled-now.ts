// What the merchant overrules by “Send now”: also the minutes that the settings let an order wait, while they last.
import type {Kysely} from 'kysely';
import {delayEndsAt} from '#domain/orders/order-times.ts';
import {type OverrulableCode, overruledAtOnce} from '#domain/orders/reasons.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import {loadStoredSettings} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';

/** The codes; empty if the order's reason cannot be overruled. */
export async function overruledNow(
  db: Kysely<Tables>,
  order: StoredDropshipOrder,
  now: Date,
): Promise<readonly OverrulableCode[]> {
  const own = overruledAtOnce(order);
  if (own.length === 0) return own;
  const {settings} = await loadStoredSettings(db, order.shop);
  const isDelayed = delayEndsAt({createdAt: order.ordered_at}, settings.orders, order.created_at) > now;
  return isDelayed ? [...own, 'delayed'] : own;
}
