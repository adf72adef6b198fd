// The list of dropship orders, in pages: filtered and searched, and sorted by facts of an order that do not change.
import {type Kysely, type SqlBool, sql} from 'kysely';
import {DropshipOrderId, type OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Tables} from '../tables/tables.ts';
import {loadDropshipOrder, readOrder, type StoredDropshipOrder} from './dropship-orders.ts';
import {callsForPerson, isToBePaid} from './flagged-orders.ts';
import {isShippedSince} from './recent-sales.ts';

export type OrderFilter = {
  /** Empty: all states. */
  readonly states: readonly DropshipState[];
  /** Only those with an unseen flag. */
  readonly flagged: boolean;
  /** Only unpaid ones that no flag says not to pay. */
  readonly toPay: boolean;
  /** Only those marked as shipped since then, and not refunded afterwards. */
  readonly shippedSince: Date | null;
  readonly search: OrderSearch | null;
  /** Only those of this store order. */
  readonly orderGid: OrderGid | null;
};

/** Text to find in names, references and article ids, and the countries the same text names. */
export type OrderSearch = {readonly text: string; readonly countries: readonly string[]};

export type DropshipPage = {readonly orders: readonly StoredDropshipOrder[]; readonly nextCursor: string | null};

/** Newest store order first, its lines by their id, the newest generation of a line first. `cursor` comes from the previous page. */
export async function loadDropshipOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: OrderFilter & {readonly cursor: string | null; readonly limit: number},
): Promise<DropshipPage> {
  let query = db.selectFrom('dropship_orders').selectAll().where('shop', '=', shop);
  if (filter.states.length > 0) query = query.where('state', 'in', filter.states);
  if (filter.flagged) query = query.where(callsForPerson);
  if (filter.toPay) query = query.where(isToBePaid);
  if (filter.shippedSince !== null) query = query.where(isShippedSince(filter.shippedSince));
  if (filter.orderGid !== null) query = query.where('order_gid', '=', filter.orderGid);
  if (filter.search !== null) query = query.where(matches(filter.search));
  if (filter.cursor !== null) query = query.where(await comesAfter(db, shop, filter.cursor));
  const rows = await query
    .orderBy('ordered_at', 'desc')
    .orderBy('order_gid', 'desc')
    .orderBy((eb) => eb.fn<number>('length', ['line_gid']))
    .orderBy('line_gid')
    .orderBy('generation', 'desc')
    .limit(filter.limit + 1)
    .execute();
  const orders = rows.slice(0, filter.limit).map(readOrder);
  const last = orders.at(-1);
  return {
    orders,
    nextCursor: rows.length > filter.limit && last ? `${last.ordered_at.toISOString()}~${last.id}` : null,
  };
}

/**
 * Whether a name, a reference or the article id contains the text, or the text names the order's country. Lower-casing all texts of an
 * order at once halves the time of five `ilike`; the line break keeps a text from matching across two of them.
 */
function matches({text, countries}: OrderSearch) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const texts = sql`concat_ws(chr(10), order_name, reference, ref, article_id, article_name)`;
  const inTexts = sql<SqlBool>`lower(${texts}) like lower(${pattern})`;
  const inCountries = countries.length === 0 ? [] : [sql<SqlBool>`country in (${sql.join(countries)})`];
  return sql<SqlBool>`(${sql.join([inTexts, ...inCountries], sql` or `)})`;
}

/** The orders after the cursor's order. If that order is gone, the list continues after its time. */
async function comesAfter(db: Kysely<Tables>, shop: ShopDomain, cursor: string) {
  const [time = '', given = ''] = cursor.split('~');
  const orderedAt = new Date(time);
  const id = DropshipOrderId.safeParse(given);
  const last = id.success ? await loadDropshipOrder(db, shop, id.data) : null;
  if (last === null) return sql<SqlBool>`ordered_at < ${orderedAt}`;
  const {order_gid, line_gid, generation} = last;
  return sql<SqlBool>`(ordered_at < ${orderedAt} or (ordered_at = ${orderedAt} and (order_gid < ${order_gid}
    or (order_gid = ${order_gid} and ((length(line_gid), line_gid) > (${line_gid.length}::int, ${line_gid}) or (line_gid = ${line_gid} and generation < ${generation}))))))`;
}
