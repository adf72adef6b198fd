// Dropship orders that need the merchant, some of them because their store order changed after they were sent; and those to be paid.
import {type Kysely, type RawBuilder, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {statesNeedingMerchant} from '#domain/orders/attention/needs-merchant.ts';
import {doNotPayFlags, type FlagCode, flaggedStates, unansweredFlags} from '#domain/orders/flags.ts';
import type {Tables} from '../tables/tables.ts';

/** SQL condition: the order is in a state where flags are shown, and has an unseen flag. An index covers the orders with any flag. */
export const hasUnseenFlag = sql<SqlBool>`flags <> '[]' and state in (${sql.join(flaggedStates)}) and exists (
  select from jsonb_array_elements(flags) as flag
  where not flags_seen @> jsonb_build_array(jsonb_build_object('code', flag->'code', 'at', flag->'at'))
)`;

/** SQL condition: the order has one of these flags, seen or not. */
export const hasFlagOf = (codes: readonly FlagCode[]) => sql<SqlBool>`exists (
  select from jsonb_array_elements(flags) as flag where flag->>'code' in (${sql.join(codes)})
)`;

/** SQL condition: the order needs the merchant, as `needsMerchant` of the domain decides. */
export const needsMerchant = sql<SqlBool>`(
  state in (${sql.join(statesNeedingMerchant)}) or (${hasUnseenFlag})
  or (state = 'awaiting_payment' and flags <> '[]' and ${hasFlagOf(unansweredFlags)})
  or (state = 'shipped' and fulfil = 'failed' and not flags @> '[{"code": "fulfilment_cancelled"}]')
  or refund_open
)`;

/**
 * SQL condition: the order is unpaid, without a flag that says not to pay. Seen flags count too: a cancelled order must not be paid after
 * its flag was seen either.
 */
export const isToBePaid = sql<SqlBool>`state = 'awaiting_payment' and not ${hasFlagOf(doNotPayFlags)}`;

/** How many orders have an unseen flag. */
export const countFlaggedOrders = (db: Kysely<Tables>, shop: ShopDomain): Promise<number> =>
  countOf(db, shop, hasUnseenFlag);

/** How many orders need the merchant. */
export const countNeedingMerchant = (db: Kysely<Tables>, shop: ShopDomain): Promise<number> =>
  countOf(db, shop, needsMerchant);

/** How many dropship orders of the shop meet the condition. */
async function countOf(db: Kysely<Tables>, shop: ShopDomain, condition: RawBuilder<SqlBool>): Promise<number> {
  const {count} = await db
    .selectFrom('dropship_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where(condition)
    .executeTakeFirstOrThrow();
  return count;
}

/** The unpaid orders that the merchant should pay, in total. */
export type PayableOrders = {
  /** All unpaid orders that the merchant should pay. */
  readonly count: number;
  /** Euro cents: goods and shipping fees, without the orders that are not priced. */
  readonly cents: number;
  /** How many of them have no known price or fee. */
  readonly unpriced: number;
  /** When the oldest of them was placed; null: there are none. */
  readonly oldestPlacedAt: Date | null;
};

/** Unpaid orders the merchant should pay: how many, what they cost, and when the oldest of them was placed. */
export async function loadPayableOrders(db: Kysely<Tables>, shop: ShopDomain): Promise<PayableOrders> {
  const {count, cents, unpriced, oldest} = await db
    .selectFrom('dropship_orders')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(price * quantity + fee), 0)::float8`.as('cents'),
      sql<number>`(count(*) filter (where price is null or fee is null))::int`.as('unpriced'),
      eb.fn.min<Date | null>('placed_at').as('oldest'),
    ])
    .where('shop', '=', shop)
    .where(isToBePaid)
    .executeTakeFirstOrThrow();
  return {count, cents, unpriced, oldestPlacedAt: oldest};
}
