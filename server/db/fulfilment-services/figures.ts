// What the figures of the fulfilment service are counted from, and what the merchant is warned of.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import {openRequestStatuses, unansweredStatuses} from '#domain/fulfilment-requests/request-status.ts';
import type {FigureFacts, WarningKind, WarningTimes} from '#domain/fulfilment-service/service-figures.ts';
import type {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {FlagCode} from '#domain/orders/flags.ts';
import type {Tables} from '../tables/tables.ts';

/** Flags of a sent order that say that nothing of the line is left in the store. */
const goneFlags = [
  'order_deleted',
  'order_cancelled',
  'order_refunded',
  'line_removed',
] as const satisfies readonly FlagCode[];

/** SQL condition on `o`, a dropship order: the store order no longer has the line, so nothing of it is left to fulfil. */
const isGone = sql<boolean>`(o.state = 'cancelled' or exists (
  select from jsonb_array_elements(o.flags) as flag where flag->>'code' = any(${[...goneFlags]}::text[])
))`;

/** SQL condition on `r`, a row of `fulfilment_requests`: each of its lines has a dropship order `o` of which this is true. */
const isEachLine = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`(
  cardinality(r.lines) > 0 and not exists (
    select from unnest(r.lines) as line (gid) where not exists (
      select from dropship_orders o
      where o.shop = r.shop and o.order_gid = r.order_gid and o.line_gid = line.gid and ${condition}
    )
  )
)`;

/** SQL condition on `r`: every line that the store still has is fulfilled there. */
const isCompleted = isEachLine(sql`(o.fulfil = 'done' or ${isGone})`);

/** SQL condition on `r`: the service has it to fulfil. */
const isOpen = sql<boolean>`r.status in (${sql.join(openRequestStatuses)})`;

/** SQL condition on `r`: Shopify waits for an answer. */
const isUnanswered = sql<boolean>`r.status in (${sql.join(unansweredStatuses)})`;

/** SQL condition on `r`: the service has it, or gave it up after it was accepted, which counts as not completed. */
const isAssigned = sql<boolean>`((${isOpen} and not ${isEachLine(isGone)}) or (r.status = 'closed' and exists (
  select from request_answers a where a.shop = r.shop and a.fulfilment_order_gid = r.fulfilment_order_gid
    and a.kind = 'request' and a.asked_at = r.asked_at
)))`;

/** What happened since then, and every request that waits. */
export async function loadFigureFacts(db: Kysely<Tables>, shop: ShopDomain, since: Date): Promise<FigureFacts> {
  const {rows: orders} = await sql<FigureFacts['orders'][number]>`
    select r.asked_at as "askedAt", ${isAssigned} as "isAssigned", ${isCompleted} as "isCompleted"
    from fulfilment_requests r where r.shop = ${shop} and r.asked_at >= ${since}
  `.execute(db);
  const {rows: answers} = await sql<FigureFacts['answers'][number]>`
    select kind, asked_at as "askedAt", answered_at as "answeredAt" from request_answers
    where shop = ${shop} and asked_at >= ${since}
    union all
    select case r.status when 'requested' then 'request' else 'cancellation' end, ${askedAt}, null
    from fulfilment_requests r where r.shop = ${shop} and ${isUnanswered}
  `.execute(db);
  const calls = await db
    .selectFrom('service_calls')
    .select(['day', 'answered', 'failed'])
    .where('shop', '=', shop)
    .where('day', '>=', since.toISOString().slice(0, 'YYYY-MM-DD'.length))
    .execute();
  const fulfilments = await db
    .selectFrom('service_fulfilments')
    .select(['made_at as madeAt', 'tracked_at as trackedAt'])
    .where('shop', '=', shop)
    .where('made_at', '>=', since)
    .execute();
  return {orders, answers, calls, fulfilments};
}

/** SQL on `r`, a row of `fulfilment_requests` that waits for an answer: since when. */
const askedAt = sql<Date>`case r.status when 'requested' then r.asked_at else coalesce(r.cancel_asked_at, r.looked_at) end`;

/** An order that the merchant is warned of. */
export type WarnedOrder = {
  readonly kind: WarningKind;
  readonly since: Date;
  readonly orderGid: OrderGid;
  /** The order's name in the store; null: it has no line of ours. */
  readonly orderName: string | null;
  /** The dropship order that the merchant looks at; null: there is none. */
  readonly dropshipOrderId: DropshipOrderId | null;
  /** How many there are of its kind. */
  readonly total: number;
};

/** SQL: all that the merchant is warned of, as rows of kind, time, order and lines. `own_id`: the dropship order itself, if it is one. */
const warned = (shop: ShopDomain, {since, before}: WarningTimes): RawBuilder<unknown> => sql`
  select 'unanswered' as kind, ${askedAt} as since, r.order_gid, r.lines, null::uuid as own_id
  from fulfilment_requests r where r.shop = ${shop} and ${isUnanswered}
    and ${askedAt} between ${since} and ${before.unanswered}
  union all
  select 'uncompleted', r.asked_at, r.order_gid, r.lines, null
  from fulfilment_requests r where r.shop = ${shop} and ${isOpen} and not ${isCompleted}
    and r.asked_at between ${since} and ${before.uncompleted}
  union all
  select 'untracked', f.made_at, o.order_gid, array[o.line_gid], o.id
  from service_fulfilments f join dropship_orders o on o.shop = f.shop and o.id = f.dropship_order_id
  where f.shop = ${shop} and f.tracked_at is null and f.made_at between ${since} and ${before.untracked}
    and o.state = 'shipped' and o.fulfil is distinct from 'failed' and o.buyer_erased_at is null
`;

/** The orders that the merchant is warned of, at most `limit` of each kind, the oldest first. */
export async function loadWarnedOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  times: WarningTimes,
  limit: number,
): Promise<readonly WarnedOrder[]> {
  const {rows} = await sql<WarnedOrder>`
    select w.kind, w.since, w.order_gid as "orderGid", o.order_name as "orderName", o.id as "dropshipOrderId", w.total
    from (
      select *, count(*) over (partition by kind)::int as total,
        row_number() over (partition by kind order by since, order_gid) as place
      from (${warned(shop, times)}) as every
    ) as w
    left join lateral (
      select id, order_name from dropship_orders
      where shop = ${shop} and order_gid = w.order_gid and line_gid = any(w.lines) and (w.own_id is null or id = w.own_id)
      order by coalesce(fulfil, '') = 'done', generation desc, id limit 1
    ) as o on true
    where w.place <= ${limit} order by w.kind, w.since, w.order_gid
  `.execute(db);
  return rows;
}

/** How many orders the merchant is warned of, by kind. */
export async function countWarned(
  db: Kysely<Tables>,
  shop: ShopDomain,
  times: WarningTimes,
): Promise<Readonly<Record<WarningKind, number>>> {
  const {rows} = await sql<{kind: WarningKind; total: number}>`
    select kind, count(*)::int as total from (${warned(shop, times)}) as every group by kind
  `.execute(db);
  const totals = new Map(rows.map(({kind, total}) => [kind, total]));
  const of = (kind: WarningKind) => totals.get(kind) ?? 0;
  return {unanswered: of('unanswered'), uncompleted: of('uncompleted'), untracked: of('untracked')};
}
