// The sums of a report over the store orders of some time, by period, or by what the sold lines are of.
import {type Kysely, type RawBuilder, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {type SaleTrait, unservedZone} from '#domain/reports/report-names.ts';
import {addSums, type ReportSums} from '#domain/reports/sum-report.ts';
import {inTransaction} from '../connection/transaction.ts';
import {
  type MarginTerms,
  orderAmounts,
  type SaleGroup,
  saleLines,
  storeAmounts,
  zoneOfOrder,
} from '../orders/order-margin-column.ts';
import type {Tables} from '../tables/tables.ts';

/** The first instant of each period, and last the end of them all; ascending, two or more. */
export type Boundaries = readonly Date[];

/** The sums of each period with orders, by its place: 0 is the first. */
export async function sumPeriods(
  db: Kysely<Tables>,
  shop: ShopDomain,
  terms: MarginTerms,
  boundaries: Boundaries,
): Promise<ReadonlyMap<number, ReportSums>> {
  const starts = sql.join(boundaries.slice(0, -1).map((at) => sql`${at}::timestamptz`));
  const rows = await readInHalves<{place: number} & ReportSums>(db, boundaries, (half) => {
    const sales = toSales(shop, saleLines(shop, isBetween('d', half)), terms, half);
    return sql`select width_bucket(ordered_at, array[${starts}]) - 1 as place, ${sums} from (${sales}) as sales group by place`;
  });
  return addByKey(rows.map(({place, ...of}) => [place, of]));
}

/**
 * The sums of all store orders, and those of each brand, category, zone or article that was sold, by its name; empty where none is stated, or
 * the country is not known.
 * An order with lines of several of them counts in each: its revenue, shipping included, and payment fees are divided in proportion to the
 * revenue of the lines. The amounts of the groups are no whole minor units.
 */
export async function sumTraits(
  db: Kysely<Tables>,
  shop: ShopDomain,
  terms: MarginTerms,
  {trait, boundaries}: {readonly trait: SaleTrait; readonly boundaries: Boundaries},
): Promise<{readonly total: ReportSums; readonly groups: ReadonlyMap<string, ReportSums>}> {
  const rows = await readInHalves<{group: string | null} & ReportSums>(db, boundaries, (half) => {
    const linesOf = (which: RawBuilder<SqlBool>) => saleLines(shop, which, saleGroups(shop)[trait]);
    const inHalf = isBetween('d', half);
    // Within `coalesce` Postgres looks each line up in a hash table; by itself it would read the lines of each such order one by one.
    const ofDivided = sql<SqlBool>`${inHalf} and coalesce(d.order_gid in (select order_gid from sales where key <> last_key), false)`;
    return sql`with sales as materialized (${toSales(shop, linesOf(inHalf), terms, half)})
    select null as "group", ${sums} from sales
    union all select key, ${sums} from (
      select key, ended, is_foreign, known, refunded, net, cost_there, fees_there, payment from sales where key = last_key
      union all ${divided(linesOf(ofDivided))}
    ) as parts group by key`;
  });
  const {total = [], groups = []} = Object.groupBy(rows, ({group}) => (group === null ? 'total' : 'groups'));
  return {
    total: addSums(total.map(({group: _none, ...of}) => of)),
    groups: addByKey(groups.map(({group, ...of}) => [group ?? '', of])),
  };
}

/** Adds up the sums that have the same key. */
const addByKey = <Key>(rows: readonly (readonly [Key, ReportSums])[]): ReadonlyMap<Key, ReportSums> =>
  new Map([...Map.groupBy(rows, ([key]) => key)].map(([key, some]) => [key, addSums(some.map(([, of]) => of))]));

/** Seconds from a store order to the payment of its dropship orders, of those that were paid. */
export async function loadPaidAfter(
  db: Kysely<Tables>,
  shop: ShopDomain,
  boundaries: Boundaries,
): Promise<{readonly paid: number /** Null: none is paid. */; readonly medianSeconds: number | null}> {
  const [row] = await read<{paid: number; medianSeconds: number | null}>(
    db,
    sql`select count(*)::int as paid, percentile_cont(0.5) within group (order by date_part('epoch', paid_at - ordered_at)) as "medianSeconds"
      from dropship_orders d where shop = ${shop} and paid_at is not null and ${isBetween('d', boundaries)}`,
  );
  return row ?? {paid: 0, medianSeconds: null};
}

/** SQL condition: the store order `s`, or the dropship order `d`, which has its time, is of the time of the report. */
const isBetween = (table: 's' | 'd', boundaries: Boundaries) => {
  const orderedAt = sql.ref(`${table}.ordered_at`);
  return sql<SqlBool>`${orderedAt} >= ${boundaries.at(0)}::timestamptz and ${orderedAt} < ${boundaries.at(-1)}::timestamptz`;
};

const saleGroups = (shop: ShopDomain): Readonly<Record<SaleTrait, SaleGroup>> => {
  const article = sql`left join articles b on b.shop = ${shop} and b.article_id = d.article_id`;
  return {
    brand: {key: sql`coalesce(b.brand, '') collate "C"`, join: article},
    category: {key: sql`coalesce(b.category, '') collate "C"`, join: article},
    zone: {
      key: sql`coalesce(${zoneOfOrder}, case when d.country is null then '' else ${sql.lit(unservedZone)} end) collate "C"`,
      join: sql``,
    },
    article: {key: sql`d.article_id collate "C"`, join: sql``},
  };
};

/**
 * SQL query: store orders with their amounts in minor units of the store's currency. `known`: the margin is known, and counts. An order in
 * another currency than the store's has none; of a currency with the empty name, none is known and none is another.
 */
function toSales(shop: ShopDomain, lines: RawBuilder<unknown>, terms: MarginTerms, boundaries: Boundaries) {
  const {cost, fees, payment} = storeAmounts(terms) ?? {cost: sql`0`, fees: sql`0`, payment: sql`0`};
  const hasRate = sql.lit(storeAmounts(terms) !== null);
  return sql`select order_gid, ordered_at, refunded, ended, key, last_key, net, cost, fees, served, charged, lines,
    ${terms.rate.currency}::text not in ('', currency) as is_foreign,
    ${hasRate} and not ended and unknown = 0 and currency = ${terms.rate.currency} as known,
    ${cost} as cost_there, ${fees} as fees_there, ${payment} as payment
  from (${orderAmounts(shop, lines, isBetween('s', boundaries))}) as amounts offset 0`;
}

/** SQL query: the parts of store orders whose lines, `lines`, are of several groups. */
const divided = (lines: RawBuilder<unknown>) => sql`
  select part.key, ended, is_foreign, known, refunded,
    net * weight, case when cost > 0 then cost_there * (part_cost / cost) else 0 end,
    case when fees > 0 then fees_there * (part_fees / fees) else 0 end, payment * weight
  from sales join (
    select order_gid, key, sum(served) as part_served, count(*) filter (where charged) as part_charged, count(*) as part_lines,
      coalesce(sum(price * quantity) filter (where charged), 0) as part_cost, coalesce(sum(fee) filter (where charged), 0) as part_fees
    from (${lines}) as lines
    group by order_gid, key
  ) as part on part.order_gid = sales.order_gid and sales.key <> last_key
  cross join lateral (
    select case when served > 0 then part_served / served when charged > 0 then part_charged::float8 / charged
      else part_lines::float8 / lines end as weight
  ) as weighed`;

/** SQL values: a column for each of `ReportSums`. */
const sums = sql`count(*)::int as orders, (count(*) filter (where ended))::int as ended,
  (count(*) filter (where not ended and not known))::int as unknown,
  (count(*) filter (where not ended and is_foreign))::int as "otherCurrency",
  (count(*) filter (where refunded > 0))::int as refunded, (count(*) filter (where refunded is null))::int as unread,
  coalesce(sum(net) filter (where known), 0) as revenue, coalesce(sum(cost_there) filter (where known), 0) as cost,
  coalesce(sum(fees_there) filter (where known), 0) as fees, coalesce(sum(payment) filter (where known), 0) as payment`;

/** Reads the orders of the first and of the second half of the time at once: Postgres sums them on two cores. */
async function readInHalves<Row>(
  db: Kysely<Tables>,
  boundaries: Boundaries,
  toQuery: (half: Boundaries) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const [from, to] = [boundaries.at(0)?.getTime() ?? 0, boundaries.at(-1)?.getTime() ?? 0];
  const [start, middle, end] = [from, Math.floor((from + to) / 2), to].map((at) => new Date(at)) as [Date, Date, Date];
  const halves = [
    [start, middle],
    [middle, end],
  ] as const;
  return (await Promise.all(halves.map((half) => read<Row>(db, toQuery(half))))).flat();
}

/** With enough memory to sum 100,000 orders by hashing or sorting; compiling the statement would take longer than it saves. */
function read<Row>(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<readonly Row[]> {
  return inTransaction(db, async (transaction) => {
    await sql`set local work_mem = '64MB'`.execute(transaction);
    await sql`set local jit = off`.execute(transaction);
    return (await sql<Row>`${query}`.execute(transaction)).rows;
  });
}
