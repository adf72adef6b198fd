// For which chosen articles a run asks price, colours and sizes.

import {type Kysely, type RawBuilder, sql} from 'kysely';
import {day, hour} from '#domain/durations.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {type Planning, selectable} from './candidates.ts';

export type DueDetail = {readonly id: ArticleId; readonly readFor: string};

const longestDays = 7;
/** A night sometimes begins a little earlier than the one before. */
const earlyMs = 4 * hour;

const lastNight = (now: Date) => new Date(now.getTime() - day + earlyMs);

/**
 * Chosen articles whose price, colours and sizes are due: never read, changed since in the catalogue or the list, or read more than
 * seven days ago. Each article is due on a fixed night of seven, so reads are spread. Articles that are off sale because of their
 * details are read every night; so are articles that `a=stock` did not know. Named articles are always read: the merchant decides on
 * what the supplier says now.
 */
export async function* loadDueDetails(
  db: Kysely<Tables>,
  planning: Omit<Planning, 'settingsPrint'>,
  now: Date,
  batch = 1_000,
): AsyncGenerator<DueDetail> {
  const oldest = new Date(now.getTime() - longestDays * day);
  const yesterday = new Date(now.getTime() - day);
  const night = Math.floor(now.getTime() / day) % longestDays;
  const readFor = sql<string>`concat(a.hash, '|', a.list_price)`;
  const offSale = await loadOffSaleByDetails(db, planning.shop);
  let after = '';
  for (;;) {
    const {rows} = await sql<DueDetail>`
      select a.article_id as id, ${readFor} as "readFor" from articles a
      where ${selectable(planning)} and a.article_id > ${after}
        and (${planning.only !== undefined} or (not ${isRefused(now)} and (
          a.stock_read_at is null or a.stock_read_for is distinct from ${readFor} or a.stock_read_at <= ${oldest}
          or (a.stock_read_at <= ${yesterday} and mod(hashtext(a.article_id)::bigint + 2147483648, ${longestDays}) = ${night})
          or (a.stock_read_at <= ${lastNight(now)} and a.article_id = any(${offSale}::text[])))))
      order by a.article_id limit ${batch}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield* rows;
    after = last.id;
  }
}

/** `a=stock` did not know the article when it was last asked, less than 20 hours ago. */
const isRefused = (now: Date): RawBuilder<boolean> => sql<boolean>`coalesce(a.asked_at > ${lastNight(now)}, false)`;

/** Held because of a price or options, which are mostly those of `a=stock`: usually only a new reading can release them. */
async function loadOffSaleByDetails(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('article_id')
    .where('shop', '=', shop)
    .where('state', '=', 'held')
    .where('reason_code', 'in', ['price_invalid', 'variants_impossible'])
    .execute();
  return rows.map((row) => row.article_id);
}

/** Chosen articles this run does not ask `a=stock` for, because it did not know them less than 20 hours ago. */
export async function countRefusedDetails(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from articles a where ${selectable({shop})} and ${isRefused(now)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** `a=stock` does not know these articles, although the list names them. */
export async function saveRefusedDetails(
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
    .execute();
}
