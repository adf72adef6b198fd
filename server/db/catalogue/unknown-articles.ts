// Articles that the list holds and no page of the catalogue has shown. Each is asked for by its id. If the catalogue does not know it, or
// gives no readable answer, it is asked for again after one day, then two, four and at most seven.

import {type Kysely, sql} from 'kysely';
import {backOff, day, hour} from '#domain/durations.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

const longestDays = 7;
/** A night sometimes begins a little earlier than the one before. */
const earlyMs = 4 * hour;

export type UnknownArticles = {
  readonly due: readonly ArticleId[];
  /** Articles not asked for now. */
  readonly waiting: readonly ArticleId[];
};

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
    const isDue = askedAt === null || dueAt(asks, askedAt) <= now.getTime();
    (isDue ? due : waiting).push(id);
  }
  return {due, waiting};
}

function dueAt(asks: number, askedAt: Date): number {
  const days = backOff(Math.max(1, asks), {first: 1, longest: longestDays});
  return askedAt.getTime() + days * day - earlyMs;
}

/** They were asked for, and no article came. */
export async function saveAskedInVain(
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
