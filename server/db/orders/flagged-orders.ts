// Dropship orders whose store order changed after they were sent and that need the merchant; and unpaid orders that are to be paid.
import {type Kysely, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {flaggedStates, unpayableFlags} from '#domain/orders/flags.ts';
import type {Tables} from '../tables/tables.ts';

/** An unseen flag, on an order in a state where flags are shown; orders with any flag have an index. */
export const callsForPerson = sql<SqlBool>`flags <> '[]' and state in (${sql.join(flaggedStates)}) and exists (
  select from jsonb_array_elements(flags) as flag
  where not flags_seen @> jsonb_build_array(jsonb_build_object('code', flag->'code', 'at', flag->'at'))
)`;

/** Unpaid, without a flag that says not to pay. Seen flags count too: a cancelled order must not be paid after its flag was seen either. */
export const isToBePaid = sql<SqlBool>`state = 'awaiting_payment' and not exists (
  select from jsonb_array_elements(flags) as flag where flag->>'code' in (${sql.join(unpayableFlags)})
)`;

export async function countFlagged(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {count} = await db
    .selectFrom('dropship_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where(callsForPerson)
    .executeTakeFirstOrThrow();
  return count;
}

export type ToPay = {
  readonly count: number;
  /** Euro cents: goods and shipping fees, without the orders that are not priced. */
  readonly cents: number;
  readonly unpriced: number;
  readonly oldestPlacedAt: Date | null;
};

/** Unpaid orders the merchant should pay: how many, what they cost, and when the oldest of them was placed. */
export async function loadToPay(db: Kysely<Tables>, shop: ShopDomain): Promise<ToPay> {
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
