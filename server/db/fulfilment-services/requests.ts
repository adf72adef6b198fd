// The requests to the fulfilment service: which Shopify has made, and how each was answered.
import {type Kysely, type Selectable, sql} from 'kysely';
import {
  isAnswer,
  openRequestStatuses,
  type RequestStatus,
  unansweredStatuses,
} from '#domain/fulfilment-requests/request-status.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {FulfilmentRequestsTable} from '../tables/fulfilment-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredRequest = Selectable<FulfilmentRequestsTable>;

/** What Shopify was found to ask. */
export type FoundRequest = {
  readonly gid: string;
  readonly orderGid: OrderGid;
  readonly status: (typeof unansweredStatuses)[number];
};

/**
 * Stores that Shopify waits for an answer. One that is stored as waiting already keeps its time; one that was answered before is asked
 * again, and keeps its lines until it is looked at.
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
    is_seen: false,
    answered_at: null,
    answer: null,
    refused: null,
    looked_at: now,
    ...(isCancellation ? {cancel_asked_at: now, cancel_answered_at: null} : {asked_at: now}),
  };
  await db
    .insertInto('fulfilment_requests')
    .values({shop, fulfilment_order_gid: gid, order_gid: orderGid, lines: [], ...asked, asked_at: now})
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'fulfilment_order_gid'])
        .doUpdateSet(
          isCancellation
            ? {status, cancel_asked_at: now, cancel_answered_at: null, refused: null, looked_at: now}
            : asked,
        )
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

/**
 * Of the requests that are answered, those to look at again. Being closed: at once, before all others. Accepted: a day after the last look
 * while the newest order of a line is unpaid, paid or closed; at once where it was closed since that look.
 */
export async function loadAnsweredToCheck(
  db: Kysely<Tables>,
  shop: ShopDomain,
  lookedBefore: Date,
  limit: number,
): Promise<readonly StoredRequest[]> {
  const {rows} = await sql<StoredRequest>`
    select r.* from fulfilment_requests r where r.shop = ${shop} and (r.status = 'closing' or (r.status = 'accepted' and exists (
      select from dropship_orders d where d.shop = r.shop and d.order_gid = r.order_gid and (
        (d.state in ('awaiting_payment', 'paid', 'dismissed') and r.looked_at < ${lookedBefore})
        or (d.state = 'dismissed' and d.closed_at >= r.looked_at)
      ) and not exists (
        select from dropship_orders later
        where later.shop = d.shop and later.order_gid = d.order_gid and later.line_gid = d.line_gid and later.generation > d.generation
      ))))
    order by r.status != 'closing', r.looked_at, r.fulfilment_order_gid limit ${limit}
  `.execute(db);
  return rows;
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

/** Whether any of the shop's requests waits for an answer, or to be closed. */
export async function hasOpenRequests(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const open = db
    .selectFrom('fulfilment_requests')
    .select('shop')
    .where('shop', '=', shop)
    .where('status', 'in', [...unansweredStatuses, 'closing'])
    .limit(1);
  return (await open.executeTakeFirst()) !== undefined;
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

/** Stores that the first look at the request is done. One that ends before it is done is made again. */
export const saveSeen = (db: Kysely<Tables>, request: StoredRequest): Promise<boolean> =>
  update(db, request, {is_seen: true});

/** Stores that an answered request was looked at, with its lines where none were read before. */
export const saveChecked = (
  db: Kysely<Tables>,
  request: StoredRequest,
  lines: readonly LineItemGid[],
  now: Date,
): Promise<boolean> => update(db, request, {looked_at: now, ...(request.lines.length === 0 ? {lines} : {})});

/** Stores what Shopify said when it refused an answer, and the state that the request has nevertheless. */
export const saveRefusal = (
  db: Kysely<Tables>,
  request: StoredRequest,
  {status, refused}: {readonly status: RequestStatus; readonly refused: string},
  now: Date,
): Promise<boolean> => update(db, request, {status, refused, looked_at: now});

/** Stores that an accepted request is being closed, or no longer. False: it has another state meanwhile. */
export const saveClosing = (
  db: Kysely<Tables>,
  request: StoredRequest,
  status: 'accepted' | 'closing',
): Promise<boolean> => update(db, request, {status});

/** Changes a request, unless it has another state meanwhile: then false. */
async function update(db: Kysely<Tables>, request: StoredRequest, values: object): Promise<boolean> {
  const {numUpdatedRows: updated} = await db
    .updateTable('fulfilment_requests')
    .set(values)
    .where('shop', '=', request.shop)
    .where('fulfilment_order_gid', '=', request.fulfilment_order_gid)
    .where('status', '=', request.status)
    .executeTakeFirst();
  return updated > 0n;
}

/** How a request was answered, or what Shopify shows in place of an answer. `lines`: kept where none were read before. */
export type RequestOutcome = {
  readonly status: RequestStatus;
  readonly answer: string | null;
  readonly lines?: readonly LineItemGid[];
};

/**
 * Stores the answer, or what Shopify shows in its place; the time of the first answer stays. Does nothing if the request is asked again
 * meanwhile. Each answer also has a row of its own, for the figures; a request that was taken back had none.
 */
export async function saveAnswered(
  db: Kysely<Tables>,
  request: StoredRequest,
  {status, answer, lines}: RequestOutcome,
  now: Date,
): Promise<void> {
  const isCancellation = request.status === 'cancel_requested';
  const kind = isCancellation ? 'cancellation' : 'request';
  const askedAt = isCancellation ? 'cancel_asked_at' : 'asked_at';
  const answeredAt = isCancellation
    ? sql`cancel_answered_at = ${now}`
    : sql`answered_at = coalesce(answered_at, ${now})`;
  await sql`
    with ended as (
      update fulfilment_requests set status = ${status}, answer = coalesce(${answer}::text, answer), looked_at = ${now},
        refused = null, lines = case when cardinality(lines) = 0 then ${lines ?? []}::text[] else lines end, ${answeredAt}
      where shop = ${request.shop} and fulfilment_order_gid = ${request.fulfilment_order_gid} and status = ${request.status}
      returning shop, fulfilment_order_gid, ${sql.ref(askedAt)} as asked
    )
    insert into request_answers (shop, fulfilment_order_gid, kind, asked_at, answered_at)
    select shop, fulfilment_order_gid, ${kind}, coalesce(asked, ${now}::timestamptz), ${now}::timestamptz
    from ended where ${isAnswer(request.status, status)}
    on conflict do nothing
  `.execute(db);
}

/** Ends what is open of the requests: the service that they were made to is gone. */
export async function endRequests(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db
    .updateTable('fulfilment_requests')
    .set({status: 'closed', looked_at: now})
    .where('shop', '=', shop)
    .where('status', 'in', openRequestStatuses)
    .execute();
}
