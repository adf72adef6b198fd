// Answers to the page's requests by their Idempotency-Key. The row is stored before the work begins, so of twenty requests with one key
// one does the work. The others wait some seconds for its answer (http/idempotency.ts).

import type {Kysely} from 'kysely';
import {day, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** A holder without an answer after this long counts as dead, and the next request with the key does the work; milliseconds. */
export const workLimitMs = minute;
/** An answer is repeated for this long. */
export const repeatedForMs = day;

/** Not an HTTP status: the work is under way. */
const underWay = 0;

export type Repeat =
  /** The caller does the work: it is the first, or the first is overdue or its answer too old. `at` identifies its claim. */
  | {readonly kind: 'first'; readonly at: Date}
  | {readonly kind: 'under_way'}
  | {readonly kind: 'answered'; readonly status: number; readonly answer: object}
  | {readonly kind: 'other_request'};

export type RepeatKey = {
  readonly shop: ShopDomain;
  readonly key: string;
  /**
   * Digests of method, path and body. The first is stored; it is keyed, since the body may contain typed details of a buyer. A row with any
   * of them is the same request: the others come from older encryption keys and older versions of this program.
   */
  readonly digests: readonly [string, ...string[]];
};

export async function claimRepeat(db: Kysely<Tables>, repeat: RepeatKey, now: Date): Promise<Repeat> {
  const {shop, key, digests} = repeat;
  const claim = {request: digests[0], status: underWay, answer: '{}', at: now};
  const taken = await db
    .insertInto('repeats')
    .values({shop, key, ...claim})
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'key'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([
            eb('repeats.at', '<', new Date(now.getTime() - repeatedForMs)),
            eb.and([
              eb('repeats.status', '=', underWay),
              eb('repeats.request', 'in', digests),
              eb('repeats.at', '<', new Date(now.getTime() - workLimitMs)),
            ]),
          ]),
        ),
    )
    .returning('at')
    .executeTakeFirst();
  if (taken !== undefined) return {kind: 'first', at: taken.at};
  return (await loadRepeat(db, repeat)) ?? {kind: 'under_way'};
}

/** The state of a request that another caller does; null when that one failed and released the key. */
export async function loadRepeat(db: Kysely<Tables>, {shop, key, digests}: RepeatKey): Promise<Repeat | null> {
  const row = await db
    .selectFrom('repeats')
    .select(['request', 'status', 'answer'])
    .where('shop', '=', shop)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!digests.includes(row.request)) return {kind: 'other_request'};
  return row.status === underWay ? {kind: 'under_way'} : {kind: 'answered', status: row.status, answer: row.answer};
}

export async function saveRepeatAnswer(
  db: Kysely<Tables>,
  {shop, key}: RepeatKey,
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

/** No process works on any of them any more: the next request with the key does the work. */
export async function releaseDeadClaims(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('repeats').where('status', '=', underWay).execute();
}

/** The work failed on our side: the same request may be sent again. */
export async function releaseKey(db: Kysely<Tables>, {shop, key}: RepeatKey, claimedAt: Date): Promise<void> {
  await db
    .deleteFrom('repeats')
    .where('shop', '=', shop)
    .where('key', '=', key)
    .where('at', '=', claimedAt)
    .where('status', '=', underWay)
    .execute();
}
