// What is left of one piece, as the database calculates it to sort a list: the same figure as `worstLeft` of left-per-piece.ts, cent for
// cent (test/http/products/articles-by-margin.test.ts compares them).
import {type RawBuilder, sql} from 'kysely';
import {netOf, type SalesTerms} from '#domain/margins/left-per-piece.ts';
import {rateFactor} from '#domain/margins/margin.ts';
import type {ChargeBand} from '#domain/margins/store-charges.ts';
import {zones as table, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';

/** The terms and zones of the store's sales. */
export type SoldAt = {readonly terms: SalesTerms; readonly zones: readonly ZoneCode[]};

/** Zones with the same charges; of these, the one with the highest fee is the worst. */
type Alike = {readonly bands: readonly ChargeBand[]; readonly zones: readonly ZoneCode[]};

/**
 * Minor units: the largest price that is calculated with, far more than any real one, so that nothing overflows. Larger ones count as this.
 */
const highestPrice = 100_000_000_000_000;
/** Euro cents: the largest cost or fee that is calculated with, far more than any real one. Larger costs count as this. */
const highestCost = 1_000_000_000_000;

/** SQL value: the price, or `highestPrice` if the price is larger. */
export const boundedPrice = (price: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`least(${price}, ${sql.lit(highestPrice)})::bigint`;

/**
 * SQL values for what is left of one piece. @returns null where nothing can be calculated: the rate or the tax is not known, or the store
 * sells to no zone.
 */
export function leftColumns({terms, zones}: SoldAt) {
  const rate = rateFactor(terms);
  if (rate === null || netOf(1, terms) === null || zones.length === 0) return null;
  const alike = groupAlike(zones, terms);
  return {
    /** Of article `a`: the highest fee of each group, euro cents. */
    fees: sql.join(alike.map(({zones: of}, at) => sql`${highestFee(of)} as ${sql.ref(`fee_${at}`)}`)),
    /** Of the columns `price` (minor units), `cost` (euro cents) and the fees. Null without a price or a cost above 0. */
    left: sql<
      number | null
    >`case when price > 0 and cost > 0 then ${scaled(sql`price`, 10_000, netDivisor(terms), highestPrice)}
      - ${scaled(sql`least(cost, ${sql.lit(highestCost)})`, rate.numerator, rate.denominator, highestCost)}
      + least(${sql.join(alike.map(({bands}, at) => toGroupLeft(bands, sql.ref(`fee_${at}`), terms, rate)))}) end`,
  };
}

/** A price times 10,000, divided by this, is the price without tax. */
const netDivisor = ({taxesIncluded, vatPercent}: SalesTerms): number =>
  10_000 + (taxesIncluded ? Math.round((vatPercent ?? 0) * 100) : 0);

/** The zones in groups with the same charges for shipping. */
function groupAlike(zones: readonly ZoneCode[], {shipping}: SalesTerms): readonly Alike[] {
  const bandsOf = (zone: ZoneCode): readonly ChargeBand[] => shipping?.get(zone) ?? [];
  const groups = Map.groupBy(zones, (zone) => JSON.stringify(bandsOf(zone)));
  return [...groups.values()].map((of) => ({zones: of, bands: of.slice(0, 1).flatMap(bandsOf)}));
}

/** SQL value, euro cents: the highest fee of these zones; a zone's fee is the stated one, else that of the table (as in `feeOf`). */
const highestFee = (zones: readonly ZoneCode[]): RawBuilder<unknown> =>
  sql`greatest(${sql.join(
    zones.map((zone) => {
      const place = sql.lit(zoneCodes.indexOf(zone) + 1);
      return sql`coalesce(nullif(a.stock_fees[${place}], -1), ${sql.lit(table[zone].fee)})`;
    }),
  )})`;

/** A fraction to multiply amounts by. */
type Factor = {readonly numerator: number; readonly denominator: number};

/** What a group of zones adds to and takes from price less cost: charged shipping, fee, payment fees. */
function toGroupLeft(
  bands: readonly ChargeBand[],
  fee: RawBuilder<unknown>,
  terms: SalesTerms,
  {numerator, denominator}: Factor,
): RawBuilder<unknown> {
  const known = bands.length === 0 ? [{from: 0, charge: null}] : bands;
  const [first, ...others] = known.map(({from, charge}) => ({from, part: toShippingLessPayment(charge ?? 0, terms)}));
  const cases = others.toReversed().map(({from, part}) => sql`when price >= ${sql.lit(from)} then ${part}`);
  const added = first === undefined ? sql`0` : first.part;
  const shipping = cases.length === 0 ? added : sql`case ${sql.join(cases, sql` `)} else ${added} end`;
  return sql`${shipping} - ${scaled(fee, numerator, denominator, highestCost)}`;
}

/** SQL value, minor units: the charged shipping without tax, less the payment fees on price and shipping. */
function toShippingLessPayment(charge: number, terms: SalesTerms): RawBuilder<unknown> {
  const {percent, fixed} = terms.payment;
  const flat = sql.lit((netOf(charge, terms) ?? 0) - fixed);
  if (percent === 0) return sql`${flat}`;
  return sql`(${flat} - ${scaled(sql`(price + ${sql.lit(charge)})`, Math.round(percent * 100), 10_000, 2 * highestPrice)})`;
}

/** `scaleMinor` of an amount of 0 or more, which is not above `highest`. */
function scaled(
  amount: RawBuilder<unknown>,
  numerator: number,
  denominator: number,
  highest: number,
): RawBuilder<unknown> {
  if (numerator === denominator) return amount;
  const common = commonDivisor(numerator, denominator);
  const [times, divisor] = [numerator / common, denominator / common];
  const half = Math.floor(divisor / 2);
  const [by, add, of] = [times, half, divisor].map((one) => sql.lit(one));
  if (times * highest + half < 9e18) return sql`((${amount}::bigint * ${by}::bigint + ${add}) / ${of})`;
  return sql`div(${amount}::numeric * ${by}::numeric + ${add}, ${of})::bigint`;
}

/** The greatest common divisor. */
const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));
