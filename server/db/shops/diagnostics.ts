// What the database knows about a shop's health, for its report: counts, codes, ids and times. No statement here selects a text that a
// buyer or another program may have written, and each finds its rows by an index.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {loadLedger} from '../connection/schema-ledger.ts';
import type {StoredRun} from '../runs/runs.ts';
import type {Tables} from '../tables/tables.ts';

/** When a webhook of the topic was last stored; null: none is stored. */
export type TopicSeen = {readonly topic: string; readonly lastAt: Date | null};

export const lastSeenStatement = (shop: ShopDomain, topics: readonly string[]): RawBuilder<TopicSeen> => sql<TopicSeen>`
  select asked.topic, (
    select d.received_at from deliveries d where d.shop = ${shop} and d.topic = asked.topic
    order by d.received_at desc limit 1
  ) as "lastAt"
  from unnest(${topics}::text[]) with ordinality as asked (topic, place) order by asked.place`;

/** When a webhook of each topic was last stored, in the given order. */
export async function loadLastSeen(
  db: Kysely<Tables>,
  shop: ShopDomain,
  topics: readonly string[],
): Promise<readonly TopicSeen[]> {
  return (await lastSeenStatement(shop, topics).execute(db)).rows;
}

/** Deliveries that wait to be handled; `oldestAt` is when the first of them was stored, null: none waits. */
export type WaitingDeliveries = {readonly count: number; readonly oldestAt: Date | null};

export const waitingStatement = (shop: ShopDomain): RawBuilder<WaitingDeliveries> => sql<WaitingDeliveries>`
  select count(*)::int as count, min(received_at) as "oldestAt"
  from deliveries where shop = ${shop} and state = 'pending'`;

export async function loadWaiting(db: Kysely<Tables>, shop: ShopDomain): Promise<WaitingDeliveries> {
  return (await waitingStatement(shop).execute(db)).rows[0] ?? {count: 0, oldestAt: null};
}

/** A delivery that was given up. */
export type GivenUpDelivery = {
  readonly id: number;
  readonly topic: string;
  /** Gid of what it was about; null: nothing, or a buyer. */
  readonly resource: string | null;
  readonly failures: number;
  readonly at: Date;
};

/** The deliveries that were given up last, the newest first. */
export async function loadGivenUp(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly GivenUpDelivery[]> {
  return db
    .selectFrom('deliveries')
    .select(['id', 'topic', 'failures'])
    .select(sql<string | null>`case when topic not like 'customers/%' then resource end`.as('resource'))
    .select(sql<Date>`done_at`.as('at'))
    .where('shop', '=', shop)
    .where('state', '=', 'failed')
    .where('done_at', 'is not', null)
    .orderBy('done_at', 'desc')
    .limit(limit)
    .execute();
}

/** Orders of one state and reason that are not at the supplier. */
export type UnsentOrders = {
  readonly state: string;
  /** Null: no code is stored. */
  readonly code: string | null;
  readonly count: number;
  readonly newestId: DropshipOrderId;
  readonly newestAt: Date;
};

/** The states of orders that are not at the supplier, or may not be. */
const unsentStates = ['waiting', 'needs_details', 'blocked', 'held', 'unconfirmed', 'rejected'] as const;

/** Of each state only this many orders are counted, the newest. */
export const countedPerState = 1_000;

export const unsentStatement = (shop: ShopDomain): RawBuilder<UnsentOrders> => sql<UnsentOrders>`
  select newest.state, newest.reason_code as code, count(*)::int as count, max(newest.ordered_at) as "newestAt",
    (array_agg(newest.id order by newest.ordered_at desc, newest.id))[1] as "newestId"
  from unnest(${unsentStates}::text[]) as asked (state)
  cross join lateral (
    select o.id, o.state, o.reason_code, o.ordered_at from dropship_orders o
    where o.shop = ${shop} and o.state = asked.state
    order by o.ordered_at desc limit ${countedPerState}
  ) as newest
  group by newest.state, newest.reason_code
  order by count desc, newest.state, newest.reason_code nulls last`;

/** The newest orders that are not at the supplier, counted by state and reason, the most frequent first. */
export async function countUnsent(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly UnsentOrders[]> {
  return (await unsentStatement(shop).execute(db)).rows;
}

/** How many of the newest runs are looked through for those that did not end well. */
const lookedThrough = 50;

/** Of the newest runs those that failed or were only done in part, the newest first. */
export async function loadTroubledRuns(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly Pick<StoredRun, 'id' | 'kind' | 'state' | 'reason' | 'started_at' | 'finished_at'>[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('runs')
        .select(['id', 'kind', 'state', 'reason', 'started_at', 'finished_at'])
        .where('shop', '=', shop)
        .orderBy('started_at', 'desc')
        .limit(lookedThrough)
        .as('newest'),
    )
    .selectAll()
    .where('state', 'in', ['failed', 'partial'])
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
}

/** The schema's version: the number of the last migration that was applied. */
export const loadSchemaVersion = async (db: Kysely<Tables>): Promise<number> =>
  (await loadLedger(db)).at(-1)?.version ?? 0;
