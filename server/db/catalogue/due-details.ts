// Finds the articles for which a run asks the supplier for price, colours and sizes (`a=stock`).

import {type Kysely, type RawBuilder, sql} from 'kysely';
import {day, hour} from '#domain/durations.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {type CandidateScope, isPlannable} from './candidates.ts';

/** An article for which a run asks `a=stock`. */
export type DueDetail = {
  readonly id: ArticleId;
  /** The article's hash and list price at this time, stored with the reading as what it was read for. */
  readonly readFor: string;
  /** True: the rules left the article out, perhaps because of its price (`isLeftOutAtPrice`). */
  readonly isLeftOut: boolean;
};

/** A reading this old, in days, is due in any case. */
const maxReadingAgeDays = 7;
/** Milliseconds: a nightly run sometimes begins a little earlier than the one of the night before. */
const earlyNightToleranceMs = 4 * hour;

/** 20 hours ago: a reading or a request before this is from an earlier night. */
const lastNightStart = (now: Date) => new Date(now.getTime() - day + earlyNightToleranceMs);

/** @property leftOutToo also the articles of `isLeftOutAtPrice`. */
type DueScope = Omit<CandidateScope, 'settingsPrint'> & {readonly leftOutToo?: boolean};

/**
 * Chosen articles whose price, colours and sizes are due: never read, changed since in the catalogue or the list, without a reading after
 * the last request, or read at least seven days ago. Each article is also due on a fixed day of seven, so reads are spread. Drafts
 * because of their price or variants are due every night. An article that `a=stock` did not know is due again after a night. Of the
 * chosen articles, those that `only` names are always due: the merchant decides on what the supplier says now.
 */
export async function* loadDueDetails(
  db: Kysely<Tables>,
  {leftOutToo = false, ...planning}: DueScope,
  now: Date,
  batch = 1_000,
): AsyncGenerator<DueDetail> {
  const {shop, only} = planning;
  const due = only === undefined ? isDueCondition(now, await loadOffSaleByDetails(db, shop)) : sql<boolean>`true`;
  yield* loadInBatches(db, sql<boolean>`${isPlannable(planning)} and ${due}`, batch);
  if (leftOutToo) yield* loadInBatches(db, sql<boolean>`${isLeftOutAtPrice(shop)} and ${due}`, batch);
}

/** SQL value: what a reading made now is for, the article's hash and list price. */
const readForColumn = sql<string>`concat(a.hash, '|', a.list_price)`;

/** SQL condition for an article whose price, colours and sizes are due. @param offSale ids of drafts that are due every night. */
const isDueCondition = (now: Date, offSale: readonly string[]): RawBuilder<boolean> => {
  const oldest = new Date(now.getTime() - maxReadingAgeDays * day);
  const yesterday = new Date(now.getTime() - day);
  const night = Math.floor(now.getTime() / day) % maxReadingAgeDays;
  return sql<boolean>`(not ${isUnknownToStock(now)} and (
    a.stock_read_at is null or a.stock_read_for is distinct from ${readForColumn} or a.stock_read_at <= ${oldest}
    or (a.stock_read_at <= ${yesterday} and mod(hashtext(a.article_id)::bigint + 2147483648, ${maxReadingAgeDays}) = ${night})
    or (a.stock_read_at <= ${lastNightStart(now)} and a.article_id = any(${offSale}::text[]))))`;
};

/**
 * SQL condition: the rules leave the article out, perhaps because of the price that `a=stock` stated, which is not the list's. Only a new
 * reading tells when that price changes, so without one the article would stay left out for ever.
 */
const isLeftOutAtPrice = (shop: ShopDomain): RawBuilder<boolean> => sql<boolean>`
  a.shop = ${shop} and a.listed and not a.chosen and a.hand is null and a.data is not null
  and a.stock_price is not null and a.stock_price is distinct from a.list_price`;

/** The articles that meet the condition, in the order of their ids, read `batch` at a time. */
async function* loadInBatches(
  db: Kysely<Tables>,
  which: RawBuilder<boolean>,
  batch: number,
): AsyncGenerator<DueDetail> {
  let after = '';
  for (;;) {
    const {rows} = await sql<DueDetail>`
      select a.article_id as id, ${readForColumn} as "readFor", not a.chosen as "isLeftOut" from articles a
      where ${which} and a.article_id > ${after} order by a.article_id limit ${batch}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield* rows;
    after = last.id;
  }
}

/** SQL condition: when the article was last asked for, less than 20 hours ago, `a=stock` did not know it. */
const isUnknownToStock = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`coalesce(a.asked_at > ${lastNightStart(now)}, false)`;

/** The ids of drafts because of a price or options, which are mostly those of `a=stock`: usually only a new reading can release them. */
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
    select count(*)::int as count from articles a where ${isPlannable({shop})} and a.asked_at > ${lastNightStart(now)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts a request in which `a=stock` did not know these articles, although the list names them. */
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
