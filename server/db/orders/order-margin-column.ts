// The margin of store orders, as the database calculates it to sort a list and to sum reports: the same figure as `toStoreOrderMargin` of the
// domain, minor unit for minor unit (test/http/orders/order-sorts.test.ts and test/db/reports compare them).
import {type RawBuilder, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {endingFlags} from '#domain/margins/ended-order.ts';
import type {PaymentTerms} from '#domain/margins/left-per-piece.ts';
import {type EuroRate, rateFactor} from '#domain/margins/margin.ts';
import {costlessStates} from '#domain/margins/store-order-margin.ts';
import {twoLetterCodes} from '#domain/orders/find-countries.ts';
import {resolveDestination, zoneCodes, zones} from '#domain/orders/zone.ts';
import {hasFlagOf} from './flagged-orders.ts';

/** What a margin depends on besides stored amounts: the store's currency with its rate, and the merchant's payment fees. */
export type MarginTerms = {readonly rate: EuroRate; readonly payment: PaymentTerms};

/**
 * SQL table of store orders, `margin_order`, with their margin as the list shows it, `order_margin`. Null where the list shows none: without
 * a rate, in another currency than the store's, or if a price or fee is not known and the rest makes no loss. Each `offset 0` keeps Postgres
 * from copying an expression into all its uses.
 */
export function storeOrderMargins(shop: ShopDomain, terms: MarginTerms) {
  const inStore = storeAmounts(terms);
  if (inStore === null) return null;
  const lines = saleLines(shop, sql<SqlBool>`true`);
  return sql<{margin_order: string; order_margin: number | null}>`(
    select order_gid as margin_order, case when unknown = 0 or remains < 0 then remains end as order_margin from (
      select order_gid, unknown, net - ${inStore.cost} - ${inStore.fees} - ${inStore.payment} as remains
      from (${orderAmounts(shop, lines, sql<SqlBool>`s.currency = ${terms.rate.currency}`)}) as counted offset 0
    ) as summed
  )`;
}

/** SQL values of `orderAmounts` in minor units of the store's currency; null: no rate is set. */
export function storeAmounts({rate, payment}: MarginTerms) {
  const factor = rateFactor(rate);
  if (factor === null) return null;
  const percent = Math.round(payment.percent * 100);
  const share = percent === 0 ? sql`0` : scaled(sql`gross`, percent, 10_000);
  return {
    cost: scaled(sql`cost`, factor.numerator, factor.denominator),
    fees: scaled(sql`fees`, factor.numerator, factor.denominator),
    payment: sql`case when gross <= 0 then 0 else ${share} + ${payment.fixed}::float8 end`,
  };
}

/**
 * SQL query: of each store order, revenue and shipping that count (`net`), the same with tax (`gross`), and what the supplier asks in euro
 * cents. Columns that a query around it does not name are not calculated.
 * @param from the lines: `saleLines`, or what was made of it. @param which condition on the store orders, `s`.
 */
export const orderAmounts = (shop: ShopDomain, from: RawBuilder<unknown>, which: RawBuilder<SqlBool>) => sql`
  select *, goods - out + shipping - shipping_out as net,
    goods - out + shipping - shipping_out + served_tax + shipping_tax
      - case when not has_charged then shipping_tax else ${partUpTo(sql`shipping_tax`)} end as gross
  from (
    select *, case when not has_charged then shipping else ${partUpTo(sql`shipping`)} end as shipping_out from (
      select sums.*, s.currency, s.ordered_at, s.refunded, s.revenue::float8 as goods, s.shipping::float8 as shipping,
        (s.shipping_paid - s.shipping)::float8 as shipping_tax,
        case when has_left_out then least(s.revenue::float8, left_out) else 0 end as out
      from (${orderSums(from)}) as sums
      join store_orders s on s.shop = ${shop} and s.order_gid = sums.order_gid and ${which} offset 0
    ) as outs offset 0
  ) as shippings offset 0`;

/** SQL value: the part of an amount that goes with the revenue that is left out. */
const partUpTo = (whole: RawBuilder<unknown>) =>
  sql`case when goods > 0 then ${scaled(whole, sql`out`, sql`goods`)} else 0 end`;

/** SQL query: the sums over the lines of a store order. `ended`: as `isEnded` of the domain decides. */
const orderSums = (from: RawBuilder<unknown>) => sql`
  select order_gid, bool_or(charged) as has_charged, bool_or(is_left_out) as has_left_out,
    count(*) filter (where charged and (price is null or fee is null)) as unknown,
    coalesce(sum(price * quantity) filter (where charged and fee is not null), 0) as cost,
    coalesce(sum(fee) filter (where charged and price is not null), 0) as fees,
    coalesce(sum(revenue - served) filter (where is_left_out), 0) as left_out,
    coalesce(sum(case when has_tax then served_paid - served end), 0) as served_tax,
    bool_and(is_over) as ended,
    min(key) as key, max(key) as last_key, sum(served) as served, count(*) filter (where charged) as charged, count(*) as lines
  from (${from}) as lines
  group by order_gid`;

/**
 * SQL query: the newest generation of each line of ours, with the part of it that is served.
 * Amounts are floating-point numbers, as in the domain; price and fee as `toMoneyLine` of server/http takes them.
 * @param which condition on the dropship orders, `d`. @param group what the line is summed with in a report; left out: nothing.
 */
export const saleLines = (shop: ShopDomain, which: RawBuilder<SqlBool>, group: SaleGroup = noGroup) => sql`
  select *, case when costless then has_left_revenue else served < revenue end as is_left_out from (
    select *, ${servedOf(sql`revenue`)} as served, ${servedOf(sql`paid`)} as served_paid
    from (${lines(shop, which, group)}) as lines offset 0
  ) as serves offset 0`;

/** A text that lines are grouped by, as an SQL value of the dropship order `d` and of tables that are joined to it. */
export type SaleGroup = {readonly key: RawBuilder<unknown>; readonly join: RawBuilder<unknown>};
const noGroup: SaleGroup = {key: sql`null::text`, join: sql``};

/** SQL value: the part of a line's amount for the pieces that its dropship order sends. */
const servedOf = (
  amount: RawBuilder<unknown>,
) => sql`case when not charged then 0 when quantity >= pieces then ${amount}
  else ${scaled(amount, sql`quantity`, sql`pieces`)} end`;

const costless = sql`d.state in (${sql.join(costlessStates.map((state) => sql.lit(state)))})`;

const lines = (shop: ShopDomain, which: RawBuilder<SqlBool>, {key, join}: SaleGroup) => sql`
  select d.order_gid, ${key} as key,
    d.quantity, ${costless} as costless, d.revenue is distinct from 0 as has_left_revenue,
    d.quantity > 0 and not ${costless} as charged,
    d.quantity <= 0 or ${costless} or (flags <> '[]' and ${hasFlagOf(endingFlags)}) as is_over,
    coalesce(d.price, (select a.stock_price from articles a where ${ofArticle(shop)} and a.stock_price between 1 and ${Number.MAX_SAFE_INTEGER}::bigint))::float8 as price,
    coalesce(d.fee, (select ${zoneFee} from (select) as one left join articles a on ${ofArticle(shop)}))::float8 as fee,
    coalesce(d.revenue, 0)::float8 as revenue, coalesce(d.buyer_paid, 0)::float8 as paid,
    d.revenue is not null and d.buyer_paid is not null as has_tax,
    coalesce(d.revenue_pieces, d.wanted, d.quantity) as pieces
  from dropship_orders d
  ${join}
  where d.shop = ${shop} and ${which} and d.id not in (
    select o.id from dropship_orders n
    join dropship_orders o on o.shop = n.shop and o.order_gid = n.order_gid and o.line_gid = n.line_gid and o.generation < n.generation
    where n.shop = ${shop} and n.generation > 1
  )`;

const ofArticle = (shop: ShopDomain) => sql`a.shop = ${shop} and a.article_id = d.article_id`;

/** The countries that the supplier delivers to, by zone. */
const countriesByZone = Map.groupBy(twoLetterCodes, (country) => {
  const destination = resolveDestination(country, null);
  return destination.kind === 'zone' ? destination.zone : null;
});

const knownZones = sql.join(zoneCodes.map((code) => sql.lit(code)));

/** SQL value: the dropship order's zone, or that of its country; null: neither is known. */
export const zoneOfOrder = sql`case when d.zone in (${knownZones}) then d.zone ${sql.join(
  zoneCodes.map((zone) => {
    const countries = (countriesByZone.get(zone) ?? []).map((country) => sql.lit(country));
    return sql`when d.country in (${sql.join(countries)}) then ${sql.lit(zone)}`;
  }),
  sql` `,
)} end`;

/** SQL value: the fee of the order's zone; the one that the article states, else that of the table of zones. */
const zoneFee = sql`case ${zoneOfOrder} ${sql.join(
  zoneCodes.map((zone, at) => {
    const fee = sql`coalesce(nullif(a.stock_fees[${sql.lit(at + 1)}], -1), ${sql.lit(zones[zone].fee)})`;
    return sql`when ${sql.lit(zone)} then ${fee}`;
  }),
  sql` `,
)} end`;

type Operand = number | RawBuilder<unknown>;

/** Up to this number the product of two fits into a bigint, which is calculated several times as quickly as a numeric. */
const mostForBigint = 2_000_000_000;

/** SQL value: `scaleMinor` of the domain. @param amount a column, or a constant: it is named several times. */
function scaled(amount: RawBuilder<unknown>, numerator: Operand, denominator: Operand): RawBuilder<unknown> {
  if (numerator === denominator && typeof numerator === 'number') return amount;
  const [times, by] = [numerator, denominator].map((one) => (typeof one === 'number' ? sql.lit(one) : one));
  const isSmall = [amount, times, by].map((value) => sql`abs(${value}) < ${sql.lit(mostForBigint)}`);
  const whole = sql`(${amount}::bigint * ${times}::bigint)`;
  const half = sql`${by}::bigint / 2`;
  const exact = sql`(${amount}::numeric * ${times}::numeric)`;
  return sql`case when ${sql.join(isSmall, sql` and `)}
    then ((${whole} + case when ${whole} < 0 then -(${half}) else ${half} end) / ${by}::bigint)::float8
    else div(${exact} + sign(${exact}) * div(${by}::numeric, 2), ${by}::numeric)::float8 end`;
}
