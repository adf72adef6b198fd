// The margin of store orders, as the database calculates it to sort a list: the same figure as `toStoreOrderMargin` of the domain, minor
// unit for minor unit (test/http/orders/order-sorts.test.ts compares them).
import {type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {PaymentTerms} from '#domain/margins/left-per-piece.ts';
import {type EuroRate, rateFactor} from '#domain/margins/margin.ts';
import {costlessStates} from '#domain/margins/store-order-margin.ts';
import {twoLetterCodes} from '#domain/orders/find-countries.ts';
import {resolveDestination, zoneCodes, zones} from '#domain/orders/zone.ts';

/** What a margin depends on besides stored amounts: the store's currency with its rate, and the merchant's payment fees. */
export type MarginTerms = {readonly rate: EuroRate; readonly payment: PaymentTerms};

/**
 * SQL table of store orders, `margin_order`, with their margin as the list shows it, `order_margin`. Null where the list shows none: without
 * a rate, in another currency than the store's, or if a price or fee is not known and the rest makes no loss. Each `offset 0` keeps Postgres
 * from copying an expression into all its uses.
 */
export function storeOrderMargins(shop: ShopDomain, {rate, payment}: MarginTerms) {
  const factor = rateFactor(rate);
  if (factor === null) return null;
  const toStore = (cents: RawBuilder<unknown>) => scaled(cents, factor.numerator, factor.denominator);
  const percent = Math.round(payment.percent * 100);
  const kept = sql`case when gross <= 0 then 0 else ${percent === 0 ? sql`0` : scaled(sql`gross`, percent, 10_000)} + ${payment.fixed}::float8 end`;
  return sql<{margin_order: string; order_margin: number | null}>`(
    select order_gid as margin_order, case when unknown = 0 or remains < 0 then remains end as order_margin from (
      select order_gid, unknown, net - ${toStore(sql`cost`)} - ${toStore(sql`fees`)} - ${kept} as remains
      from (${countedAmounts(shop, rate.currency)}) as counted offset 0
    ) as summed
  )`;
}

/** SQL query: of each store order, revenue and shipping that count (`net`), the same with tax, and what the supplier asks in euro cents. */
const countedAmounts = (shop: ShopDomain, currency: string) => sql`
  select order_gid, unknown, cost, fees, goods - out + shipping - shipping_out as net,
    goods - out + shipping - shipping_out + served_tax + shipping_tax
      - case when not has_charged then shipping_tax else ${partUpTo(sql`shipping_tax`)} end as gross
  from (
    select *, case when not has_charged then shipping else ${partUpTo(sql`shipping`)} end as shipping_out from (
      select *, case when has_left_out then least(goods, left_out) else 0 end as out
      from (${orderSums(shop, currency)}) as sums offset 0
    ) as outs offset 0
  ) as shippings offset 0`;

/** SQL value: the part of an amount that goes with the revenue that is left out. */
const partUpTo = (whole: RawBuilder<unknown>) =>
  sql`case when goods > 0 then ${scaled(whole, sql`out`, sql`goods`)} else 0 end`;

/** SQL query: the sums over the lines of a store order. */
const orderSums = (shop: ShopDomain, currency: string) => sql`
  select order_gid, min(goods) as goods, min(shipping) as shipping, min(shipping_tax) as shipping_tax, bool_or(charged) as has_charged, bool_or(is_left_out) as has_left_out,
    count(*) filter (where charged and (price is null or fee is null)) as unknown,
    coalesce(sum(price * quantity) filter (where charged and fee is not null), 0) as cost,
    coalesce(sum(fee) filter (where charged and price is not null), 0) as fees,
    coalesce(sum(revenue - served) filter (where is_left_out), 0) as left_out,
    coalesce(sum(case when has_tax then served_paid - served end), 0) as served_tax
  from (
    select *, case when costless then has_left_revenue else served < revenue end as is_left_out from (
      select *, ${servedOf(sql`revenue`)} as served, ${servedOf(sql`paid`)} as served_paid
      from (${lines(shop, currency)}) as lines offset 0
    ) as serves offset 0
  ) as left_outs
  group by order_gid`;

/** SQL value: the part of a line's amount for the pieces that its dropship order sends. */
const servedOf = (
  amount: RawBuilder<unknown>,
) => sql`case when not charged then 0 when quantity >= pieces then ${amount}
  else ${scaled(amount, sql`quantity`, sql`pieces`)} end`;

const costless = sql`d.state in (${sql.join(costlessStates.map((state) => sql.lit(state)))})`;

/**
 * SQL query: the newest generation of each line beside the amounts of its store order; price and fee as `toMoneyLine` of server/http takes
 * them. Amounts are floating-point numbers, as in the domain.
 */
const lines = (shop: ShopDomain, currency: string) => sql`
  select s.order_gid, s.revenue::float8 as goods, s.shipping::float8 as shipping, (s.shipping_paid - s.shipping)::float8 as shipping_tax,
    d.quantity, ${costless} as costless, d.revenue is distinct from 0 as has_left_revenue,
    d.quantity > 0 and not ${costless} as charged,
    coalesce(d.price, case when a.stock_price between 1 and ${Number.MAX_SAFE_INTEGER}::bigint then a.stock_price end)::float8 as price,
    coalesce(d.fee, ${zoneFee})::float8 as fee, coalesce(d.revenue, 0)::float8 as revenue, coalesce(d.buyer_paid, 0)::float8 as paid,
    d.revenue is not null and d.buyer_paid is not null as has_tax,
    coalesce(d.revenue_pieces, d.wanted, d.quantity) as pieces
  from store_orders s
  join dropship_orders d on d.shop = s.shop and d.order_gid = s.order_gid
  left join articles a on a.shop = ${shop} and a.article_id = d.article_id and (d.price is null or d.fee is null)
  where s.shop = ${shop} and d.shop = ${shop} and s.currency = ${currency} and not exists (
    select from dropship_orders n where n.shop = ${shop} and n.generation > 1 and n.order_gid = d.order_gid and n.line_gid = d.line_gid
      and n.generation > d.generation
  )`;

/** The countries that the supplier delivers to, by zone. */
const countriesByZone = Map.groupBy(twoLetterCodes, (country) => {
  const destination = resolveDestination(country, null);
  return destination.kind === 'zone' ? destination.zone : null;
});

/** SQL value: the fee of the order's zone, or of its country's; the one that the article states, else that of the table of zones. */
const zoneFee = sql`case ${sql.join(
  zoneCodes.flatMap((zone, at) => {
    const fee = sql`coalesce(nullif(a.stock_fees[${sql.lit(at + 1)}], -1), ${sql.lit(zones[zone].fee)})`;
    const countries = (countriesByZone.get(zone) ?? []).map((country) => sql.lit(country));
    return [
      sql`when d.zone = ${sql.lit(zone)} then ${fee}`,
      sql`when d.country in (${sql.join(countries)}) and not coalesce(d.zone in (${sql.join(zoneCodes.map((code) => sql.lit(code)))}), false) then ${fee}`,
    ];
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
