// The list of dropship orders, in pages: filtered, searched and sorted.
import {type Kysely, type RawBuilder, type SqlBool, sql} from 'kysely';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {type OrderSort, orderSorts, type SortKey} from '#domain/order-sorts.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredDropshipOrder, toDropshipOrder} from './dropship-orders.ts';
import {hasUnseenFlag, isToBePaid, needsMerchant} from './flagged-orders.ts';
import {stateSinceColumn} from './order-ages.ts';
import {type MarginTerms, storeOrderMargins} from './order-margin-column.ts';
import {isShippedSince} from './recent-sales.ts';

/** Which dropship orders to list; all conditions have to be met. */
export type OrderFilter = {
  /** Only orders in these states; empty: in all states. */
  readonly states: readonly DropshipState[];
  /** True: only orders with an unseen flag; false: no condition. */
  readonly flagged: boolean;
  /** True: only orders that need the merchant; false: no condition. */
  readonly needsYou: boolean;
  /** True: only unpaid orders that no flag says not to pay; false: no condition. */
  readonly toPay: boolean;
  /** Only orders marked as shipped at or after this time, and not refunded since; null: no condition. */
  readonly shippedSince: Date | null;
  /** Only orders that match this search; null: no condition. */
  readonly search: OrderSearch | null;
  /** Only dropship orders of this store order; null: no condition. */
  readonly orderGid: OrderGid | null;
};

/** Text to find in names, references and article ids, and the countries the same text names. */
export type OrderSearch = {readonly text: string; readonly countries: readonly string[]};

/** Where a page ends: the value that it is sorted by (null: not known, or sorted by date), and what identifies its last order. */
export type OrderPosition = {
  readonly key: number | null;
  readonly orderedAt: Date;
  readonly orderGid: OrderGid;
  readonly lineGid: LineItemGid;
  readonly generation: number;
};

/** A page of dropship orders. `next`: where the next one begins; null on the last page. */
export type DropshipPage = {readonly orders: readonly StoredDropshipOrder[]; readonly next: OrderPosition | null};

/** Which page to load: its order, where the page before ended (null: the first page), and its length. */
type PageRequest = {
  readonly sort: OrderSort;
  /** Used by the sort orders by margin. */
  readonly terms: MarginTerms;
  readonly after: OrderPosition | null;
  readonly limit: number;
};

/**
 * One page. Orders with the same value come by store order, the newest first (sorted by date: in its direction); its lines by their id, the
 * newest generation of a line first. What is not known comes last.
 */
export function loadDropshipOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: OrderFilter,
  page: PageRequest,
): Promise<DropshipPage> {
  const margins = orderSorts[page.sort].by === 'margin' ? storeOrderMargins(shop, page.terms) : null;
  if (margins === null) return loadSortedPage(db, shop, {filter, margins}, page);
  return inTransaction(db, async (transaction) => {
    // Enough memory to sum 50,000 orders by hashing, in place of a sort on disk.
    await sql`set local work_mem = '32MB'`.execute(transaction);
    // Compiling the statement would take longer than it saves.
    await sql`set local jit = off`.execute(transaction);
    return loadSortedPage(transaction, shop, {filter, margins}, page);
  });
}

/** @param margins the table of margins, where the page is sorted by them. */
async function loadSortedPage(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {filter, margins}: {readonly filter: OrderFilter; readonly margins: ReturnType<typeof storeOrderMargins>},
  {sort, after, limit}: PageRequest,
): Promise<DropshipPage> {
  const {by, descending} = orderSorts[sort];
  const key = margins === null ? sortKeys[by] : sql<number | null>`order_margin`;
  let query = db.selectFrom('dropship_orders').where('shop', '=', shop);
  if (filter.states.length > 0) query = query.where('state', 'in', filter.states);
  if (filter.flagged) query = query.where(hasUnseenFlag);
  if (filter.needsYou) query = query.where(needsMerchant);
  if (filter.toPay) query = query.where(isToBePaid);
  if (filter.shippedSince !== null) query = query.where(isShippedSince(filter.shippedSince));
  if (filter.orderGid !== null) query = query.where('order_gid', '=', filter.orderGid);
  if (filter.search !== null) query = query.where(matchesSearch(filter.search));
  if (margins !== null)
    query = query.leftJoin(margins.as('margins'), (join) => join.on(sql<SqlBool>`order_gid = margin_order`));
  const direction = descending ? 'desc' : 'asc';
  const byOrder = by === 'date' ? direction : 'desc';
  if (after !== null) query = query.where(comesAfter(after, key, descending, byOrder));
  if (key !== null) query = query.orderBy(key, (order) => order[direction]().nullsLast());
  // Only ids and values are sorted; the wide rows are read for the page alone.
  const sorted = query
    .select(['dropship_orders.id as found_id', (key ?? sql<null>`null`).as('sort_key')])
    .orderBy('ordered_at', byOrder)
    .orderBy('order_gid', byOrder)
    .orderBy((eb) => eb.fn<number>('length', ['line_gid']))
    .orderBy('line_gid')
    .orderBy('generation', 'desc')
    .limit(limit + 1);
  const rows = await db
    .selectFrom(sorted.as('found'))
    .innerJoin('dropship_orders', 'dropship_orders.id', 'found_id')
    .selectAll('dropship_orders')
    .select('sort_key')
    .orderBy('sort_key', (order) => order[direction]().nullsLast())
    .orderBy('ordered_at', byOrder)
    .orderBy('order_gid', byOrder)
    .orderBy((eb) => eb.fn<number>('length', ['line_gid']))
    .orderBy('line_gid')
    .orderBy('generation', 'desc')
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {orders: page.map(toDropshipOrder), next: last ? toPosition(last) : null};
}

/** SQL values that the list is sorted by, beside the date, as floating-point numbers; null: it is sorted by the date alone. */
const sortKeys: Readonly<Record<SortKey, RawBuilder<number | null> | null>> = {
  date: null,
  // Whole milliseconds, which are exact in a floating-point number, and in the cursor too.
  since: sql`floor(extract(epoch from ${stateSinceColumn}) * 1000)::float8`,
  amount: sql`price::float8 * quantity + fee`,
  // Without a rate, no margin is known.
  margin: null,
};

const toPosition = (
  row: Pick<StoredDropshipOrder, 'ordered_at' | 'order_gid' | 'line_gid' | 'generation'> & {
    readonly sort_key: number | null;
  },
): OrderPosition => ({
  key: row.sort_key,
  orderedAt: row.ordered_at,
  orderGid: row.order_gid,
  lineGid: row.line_gid,
  generation: row.generation,
});

/**
 * SQL condition: a name, a reference or the article id contains the text, or the text names the order's country. Lower-casing all texts of
 * an order at once halves the time of five `ilike`; the line break keeps a text from matching across two of them.
 */
function matchesSearch({text, countries}: OrderSearch) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const texts = sql`concat_ws(chr(10), order_name, reference, ref, article_id, article_name)`;
  const inTexts = sql<SqlBool>`lower(${texts}) like lower(${pattern})`;
  const inCountries = countries.length === 0 ? [] : [sql<SqlBool>`country in (${sql.join(countries)})`];
  return sql<SqlBool>`(${sql.join([inTexts, ...inCountries], sql` or `)})`;
}

/** SQL condition: the order comes after this position. */
function comesAfter(
  {key: at, orderedAt, orderGid, lineGid, generation}: OrderPosition,
  key: RawBuilder<number | null> | null,
  descending: boolean,
  byOrder: 'asc' | 'desc',
) {
  const isBeyond = byOrder === 'asc' ? sql`>` : sql`<`;
  const isLater = sql<SqlBool>`(ordered_at ${isBeyond} ${orderedAt} or (ordered_at = ${orderedAt} and (order_gid ${isBeyond} ${orderGid}
    or (order_gid = ${orderGid} and ((length(line_gid), line_gid) > (${lineGid.length}::int, ${lineGid}) or (line_gid = ${lineGid} and generation < ${generation}))))))`;
  if (key === null) return isLater;
  if (at === null) return sql<SqlBool>`(${key} is null and ${isLater})`;
  const isPast = descending ? sql`<` : sql`>`;
  return sql<SqlBool>`(${key} is null or ${key} ${isPast} ${at}::float8 or (${key} = ${at}::float8 and ${isLater}))`;
}
