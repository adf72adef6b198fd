// Articles that the list holds and no page of the catalogue has shown. Each is asked for by its id. If the catalogue does not know it, or
// gives no readable answer, it is asked for again after one day, then two, four and at most seven.

import {type Kysely, sql} from 'kysely';
import {backOff, day, hour} from '#domain/durations.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The longest time between two requests for an unknown article. */
const maxWaitDays = 7;
/** Milliseconds: a nightly run sometimes begins a little earlier than the one of the night before. */
const earlyNightToleranceMs = 4 * hour;

/** The listed articles that no page of the catalogue has shown. */
export type UnknownArticles = {
  /** Articles to ask for now. */
  readonly due: readonly ArticleId[];
  /** Articles to ask for on a later day, because an earlier request found nothing. */
  readonly waiting: readonly ArticleId[];
};

/** Loads the shop's unknown articles, and whether each is to be asked for now. */
export async function loadUnknownArticles(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<UnknownArticles> {
  const rows = await db
    .selectFrom('articles')
    .select(['article_id', 'asks', 'asked_at'])
    .where('shop', '=', shop)
    .where('listed', '=', true)
    .where('data', 'is', null)
    .orderBy('article_id')
    .execute();
  const due: ArticleId[] = [];
  const waiting: ArticleId[] = [];
  for (const {article_id: id, asks, asked_at: askedAt} of rows) {
    const isDue = askedAt === null || dueAtMs(asks, askedAt) <= now.getTime();
    (isDue ? due : waiting).push(id);
  }
  return {due, waiting};
}

/** When the article is asked for again, in milliseconds since 1970. */
function dueAtMs(asks: number, askedAt: Date): number {
  const days = backOff(Math.max(1, asks), {first: 1, longest: maxWaitDays});
  return askedAt.getTime() + days * day - earlyNightToleranceMs;
}

/** Counts a request by id to which the catalogue gave no article. */
export async function saveFailedAsks(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('articles')
    .set({asks: sql<number>`least(asks + 1, 30)`, asked_at: now})
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .where('data', 'is', null)
    .execute();
}
