// What an operator watches of all stores together: counts, ages and times, without the name of any store.
import {type Kysely, sql} from 'kysely';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {stateSinceColumn} from '../orders/order-ages.ts';
import type {Tables} from '../tables/tables.ts';

/** How many stores there are of a kind, or orders in a state, with the oldest of them. */
export type StoreFigures = {
  /** Stores by their state; `reason`: why nothing is sent for a stopped one, else null. */
  readonly stores: readonly {readonly state: string; readonly reason: string | null; readonly count: number}[];
  /** Of the installed stores: how many have a key that the supplier refuses, no valid token, or webhooks that seem not to arrive. */
  readonly troubled: {readonly refusedKey: number; readonly noToken: number; readonly silentWebhooks: number};
  /** When each installed store with both keys last read the whole catalogue; not those that never did, or are leaving. */
  readonly goodNights: readonly Date[];
  /** Installed stores by how their newest full update ended; one that goes on does not count. */
  readonly lastNights: readonly {readonly state: string; readonly count: number}[];
  /** Orders of installed stores that are not paid yet, by state; `oldestSince`: since when the one that is longest in it is there. */
  readonly orders: readonly {readonly state: DropshipState; readonly count: number; readonly oldestSince: Date}[];
  /**
   * Since when the oldest of each kind of work of installed stores could be done; null: none waits. An update behind another one of its store
   * does not wait for a worker.
   */
  readonly waiting: {readonly webhooks: Date | null; readonly orders: Date | null; readonly updates: Date | null};
};

/** The states of orders that somebody still has to bring on: the app, the merchant, or the supplier. */
const openStates = [
  'waiting',
  'needs_details',
  'blocked',
  'held',
  'placing',
  'unconfirmed',
  'awaiting_payment',
] as const satisfies readonly DropshipState[];

/** Of each store so many of its newest updates are looked at, for the newest full one and for those that wait. */
const newestRuns = 10;

/**
 * Loads the figures. Every statement reads stores, or finds its rows by an index that begins with the store. One follows the other, so that
 * one connection is enough.
 */
export async function loadStoreFigures(db: Kysely<Tables>, now: Date): Promise<StoreFigures> {
  const stores = await sql<StoreFigures['stores'][number]>`
    select state, case when state = 'stopped' then stopped_reason end as reason, count(*)::int as count
    from shops group by 1, 2 order by 1, 2`.execute(db);
  const troubled = await sql<StoreFigures['troubled']>`
    select
      count(*) filter (where 'rejected' in (catalogue_key_state, dropship_key_state))::int as "refusedKey",
      count(*) filter (where needs_reauth)::int as "noToken",
      count(*) filter (where reconcile_found > 0)::int as "silentWebhooks"
    from shops where state = 'installed'`.execute(db);
  const goodNights = await sql<{at: Date}>`
    select last_good_night_at as at from shops
    where state = 'installed' and catalogue_key_state <> 'absent' and dropship_key_state <> 'absent'
      and last_good_night_at is not null and not exists (select from departures d where d.shop = shops.shop)`.execute(
    db,
  );
  const orders = await sql<StoreFigures['orders'][number]>`
    select found.state, sum(found.count)::int as count, min(found.since) as "oldestSince"
    from shops s cross join lateral (
      select o.state, count(*) as count, min(${stateSinceColumn}) as since from dropship_orders o
      where o.shop = s.shop and o.state = any(${openStates}::text[]) group by o.state
    ) found
    where s.state = 'installed' group by found.state order by found.state`.execute(db);
  const runs = await loadNewestRuns(db);
  const waiting = await loadWaiting(db, now);
  return {
    stores: stores.rows,
    troubled: troubled.rows[0] ?? {refusedKey: 0, noToken: 0, silentWebhooks: 0},
    goodNights: goodNights.rows.map(({at}) => at),
    lastNights: countStates(runs.map(({state}) => state)),
    orders: orders.rows,
    waiting: {...waiting, updates: earliest(runs.flatMap(({queuedAt}) => queuedAt ?? []))},
  };
}

/** Of each installed store how its newest full update ended, and since when an update waits that no other one of the store holds up. */
async function loadNewestRuns(
  db: Kysely<Tables>,
): Promise<readonly {readonly state: string | null; readonly queuedAt: Date | null}[]> {
  const {rows} = await sql<{state: string | null; queuedAt: Date | null}>`
    select
      (array_agg(r.state order by r.started_at desc) filter (where r.kind = 'full' and r.finished_at is not null))[1] as state,
      case when not bool_or(r.state = 'running') then min(r.heartbeat_at) filter (where r.state = 'queued') end as "queuedAt"
    from shops s cross join lateral (
      select kind, state, started_at, heartbeat_at, finished_at from runs
      where runs.shop = s.shop order by started_at desc limit ${newestRuns}
    ) r
    where s.state = 'installed' group by s.shop`.execute(db);
  return rows;
}

/** Since when the oldest webhook and order of installed stores could have been worked on. */
async function loadWaiting(db: Kysely<Tables>, now: Date): Promise<Omit<StoreFigures['waiting'], 'updates'>> {
  const {rows} = await sql<{webhooks: Date | null; orders: Date | null}>`
    select
      (select min(d.received_at) from deliveries d join shops s on s.shop = d.shop and s.state = 'installed'
        where d.state = 'pending' and coalesce(d.next_attempt_at, d.received_at) <= ${now}) as webhooks,
      (select min(o.next_attempt_at) from dropship_orders o join shops s on s.shop = o.shop and s.state = 'installed'
        where o.state in ('waiting', 'needs_details', 'blocked', 'held') and o.next_attempt_at <= ${now}) as orders`.execute(
    db,
  );
  return rows[0] ?? {webhooks: null, orders: null};
}

const earliest = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));

/** How often each state occurs; null does not count. */
function countStates(states: readonly (string | null)[]): StoreFigures['lastNights'] {
  const counts = new Map<string, number>();
  for (const state of states) if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({state, count}));
}
