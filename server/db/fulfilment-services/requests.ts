// The requests to the fulfilment service: which Shopify has made, and how each was answered.
import {type Kysely, type Selectable, sql} from 'kysely';
import {
  findRequestEnd,
  isAnswer,
  type RequestEnd,
  type RequestStatus,
  unansweredStatuses,
} from '#domain/fulfilment-requests/request-status.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {FulfilmentRequestsTable} from '../tables/fulfilment-tables.ts';
import type {DropshipOrdersTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredRequest = Selectable<FulfilmentRequestsTable>;

/** What Shopify was found to ask. `askedAt`: when it was asked, as far as known. */
export type FoundRequest = {
  readonly gid: string;
  readonly orderGid: OrderGid;
  readonly status: (typeof unansweredStatuses)[number];
};

/**
 * Stores that Shopify waits for an answer. One that is stored as waiting already keeps its time; one that was answered before is asked
 * again.
 */
export async function saveAsked(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {gid, orderGid, status}: FoundRequest,
  now: Date,
): Promise<void> {
  const isCancellation = status === 'cancel_requested';
  const asked = {
    status,
    lines: [],
    answered_at: null,
    answer: null,
    looked_at: now,
    ...(isCancellation ? {cancel_asked_at: now, cancel_answered_at: null} : {asked_at: now}),
  };
  await db
    .insertInto('fulfilment_requests')
    .values({shop, fulfilment_order_gid: gid, order_gid: orderGid, ...asked, asked_at: now})
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'fulfilment_order_gid'])
        .doUpdateSet(isCancellation ? {status, cancel_asked_at: now, cancel_answered_at: null, looked_at: now} : asked)
        .where('fulfilment_requests.status', '!=', status),
    )
    .execute();
}

/** The requests that wait for an answer, those looked at longest ago first. */
export async function loadUnanswered(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly StoredRequest[]> {
  return db
    .selectFrom('fulfilment_requests')
    .selectAll()
    .where('shop', '=', shop)
    .where('status', 'in', unansweredStatuses)
    .orderBy('looked_at')
    .orderBy('fulfilment_order_gid')
    .limit(limit)
    .execute();
}

/** The requests for one store order. */
export async function loadRequestsOfOrder(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<readonly StoredRequest[]> {
  return db
    .selectFrom('fulfilment_requests')
    .selectAll()
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .orderBy('fulfilment_order_gid')
    .execute();
}

/** How the requests for the order's line ended without an order at the supplier; null: none did. */
export const loadRequestEnd = async (
  db: Kysely<Tables>,
  {shop, order_gid: order, line_gid: line}: Pick<DropshipOrdersTable, 'shop' | 'order_gid' | 'line_gid'>,
): Promise<RequestEnd> => findRequestEnd(await loadRequestsOfOrder(db, shop, order), line);

/** Whether Shopify waits for an answer about any of the shop's requests. */
export async function hasUnanswered(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  return (await loadUnanswered(db, shop, 1)).length > 0;
}

/** What a look at a request showed. `sentAt`: null where Shopify does not say. */
export type SeenRequest = {readonly lines: readonly LineItemGid[]; readonly sentAt: Date | null};

/** Stores the lines of the request, and when it was sent, which Shopify says more exactly than the first look. */
export async function saveLook(
  db: Kysely<Tables>,
  request: StoredRequest,
  {lines, sentAt}: SeenRequest,
  now: Date,
): Promise<void> {
  const column = request.status === 'cancel_requested' ? 'cancel_asked_at' : 'asked_at';
  await db
    .updateTable('fulfilment_requests')
    .set({lines, looked_at: now, ...(sentAt === null ? {} : {[column]: sentAt})})
    .where('shop', '=', request.shop)
    .where('fulfilment_order_gid', '=', request.fulfilment_order_gid)
    .where('status', '=', request.status)
    .execute();
}

/**
 * Stores the answer, or what Shopify shows in its place. Does nothing if the request is asked again meanwhile. Each answer also has a
 * row of its own, for the figures; a request that was taken back had none.
 */
export async function saveAnswered(
  db: Kysely<Tables>,
  request: StoredRequest,
  {status, answer}: {readonly status: RequestStatus; readonly answer: string | null},
  now: Date,
): Promise<void> {
  const isCancellation = request.status === 'cancel_requested';
  const kind = isCancellation ? 'cancellation' : 'request';
  const [askedAt, answeredAt] = isCancellation
    ? (['cancel_asked_at', 'cancel_answered_at'] as const)
    : (['asked_at', 'answered_at'] as const);
  await sql`
    with ended as (
      update fulfilment_requests set status = ${status}, answer = coalesce(${answer}::text, answer), looked_at = ${now},
        ${sql.ref(answeredAt)} = ${now}
      where shop = ${request.shop} and fulfilment_order_gid = ${request.fulfilment_order_gid} and status = ${request.status}
      returning shop, fulfilment_order_gid, ${sql.ref(askedAt)} as asked
    )
    insert into request_answers (shop, fulfilment_order_gid, kind, asked_at, answered_at)
    select shop, fulfilment_order_gid, ${kind}, coalesce(asked, ${now}::timestamptz), ${now}::timestamptz
    from ended where ${isAnswer(request.status, status)}
    on conflict do nothing
  `.execute(db);
}

/** The installed shops that have a fulfilment service. */
export async function loadServiceShops(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const {rows} = await sql<{shop: ShopDomain}>`
    select f.shop from fulfilment_services f join shops s using (shop)
    where s.state = 'installed' and f.location_gid is not null order by f.shop
  `.execute(db);
  return rows.map(({shop}) => shop);
}

/** The gid of the service's location in Shopify; null: the shop has no service. */
export async function loadServiceLocation(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db
    .selectFrom('fulfilment_services')
    .select('location_gid')
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row?.location_gid ?? null;
}
