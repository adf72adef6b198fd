// Answers to the page's requests by their Idempotency-Key. The row is stored before the work begins, so of twenty requests with one key
// one does the work. The others wait some seconds for its answer (http/idempotency.ts).

import type {Kysely} from 'kysely';
import {day, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Milliseconds: a request under way for longer counts as dead, and the next request with its key does the work. */
export const workLimitMs = minute;
/** Milliseconds: for how long an answer is repeated. */
export const answerLifetimeMs = day;

/** Stands in the row for an HTTP status while the work is under way. */
const underWayStatus = 0;

/** What a request with an Idempotency-Key finds. */
export type RequestClaim =
  /** The caller does the work: it is the first, or the first is overdue or its answer too old. `at` identifies its claim. */
  | {readonly kind: 'first'; readonly at: Date}
  /** Another request with the key does the work now. */
  | {readonly kind: 'under_way'}
  /** The work was done: the stored answer is repeated. */
  | {readonly kind: 'answered'; readonly status: number; readonly answer: object}
  /** The key belongs to a request with another method, path or body. */
  | {readonly kind: 'other_request'};

/** A request with its Idempotency-Key. */
export type RequestKey = {
  readonly shop: ShopDomain;
  readonly key: string;
  /**
   * Digests of method, path and body. The first is stored; it is keyed, since the body may contain typed details of a buyer. A row with any
   * of them is the same request: the others come from older encryption keys and older versions of this program.
   */
  readonly digests: readonly [string, ...string[]];
};

/** Claims the work for the caller, or tells what another request with the key did. */
export async function claimRequest(db: Kysely<Tables>, repeat: RequestKey, now: Date): Promise<RequestClaim> {
  const {shop, key, digests} = repeat;
  const claim = {request: digests[0], status: underWayStatus, answer: '{}', at: now};
  const taken = await db
    .insertInto('repeats')
    .values({shop, key, ...claim})
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'key'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([
            eb('repeats.at', '<', new Date(now.getTime() - answerLifetimeMs)),
            eb.and([
              eb('repeats.status', '=', underWayStatus),
              eb('repeats.request', 'in', digests),
              eb('repeats.at', '<', new Date(now.getTime() - workLimitMs)),
            ]),
          ]),
        ),
    )
    .returning('at')
    .executeTakeFirst();
  if (taken !== undefined) return {kind: 'first', at: taken.at};
  return (await loadRequestClaim(db, repeat)) ?? {kind: 'under_way'};
}

/** The state of a request that another caller does; null when that one failed and released the key. */
export async function loadRequestClaim(
  db: Kysely<Tables>,
  {shop, key, digests}: RequestKey,
): Promise<RequestClaim | null> {
  const row = await db
    .selectFrom('repeats')
    .select(['request', 'status', 'answer'])
    .where('shop', '=', shop)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!digests.includes(row.request)) return {kind: 'other_request'};
  return row.status === underWayStatus
    ? {kind: 'under_way'}
    : {kind: 'answered', status: row.status, answer: row.answer};
}

/** Stores the answer, if the claim of `claimedAt` still counts. */
export async function saveRequestAnswer(
  db: Kysely<Tables>,
  {shop, key}: RequestKey,
  claimedAt: Date,
  {status, answer}: {readonly status: number; readonly answer: object},
): Promise<void> {
  await db
    .updateTable('repeats')
    .set({status, answer: JSON.stringify(answer)})
    .where('shop', '=', shop)
    .where('key', '=', key)
    .where('at', '=', claimedAt)
    .execute();
}

/** Removes all claims without an answer, when no process works on them any more: the next request with the key does the work. */
export async function releaseDeadClaims(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('repeats').where('status', '=', underWayStatus).execute();
}

/** Releases the key, because the work failed on our side: the same request may be sent again. */
export async function releaseRequestKey(db: Kysely<Tables>, {shop, key}: RequestKey, claimedAt: Date): Promise<void> {
  await db
    .deleteFrom('repeats')
    .where('shop', '=', shop)
    .where('key', '=', key)
    .where('at', '=', claimedAt)
    .where('status', '=', underWayStatus)
    .execute();
}
