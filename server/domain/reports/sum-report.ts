// The figures of a report from the sums of its groups. Amounts are minor units of the store's currency, and only of orders whose margin is
// known and counts; the margin is the one of left-per-piece.ts.
import {leftOf, marginPercentOf} from '#domain/margins/left-per-piece.ts';

/** Sums over store orders. */
export type ReportSums = {
  readonly orders: number;
  /** Cancelled, refunded or closed as a whole: in no amount. */
  readonly ended: number;
  /** Of the others, those whose margin is not known: in no amount either. */
  readonly unknown: number;
  /** Of the unknown ones, those in another currency than the store's. */
  readonly otherCurrency: number;
  /** Orders whose buyer got money back, of any of their lines. */
  readonly refunded: number;
  /** Orders of which it is not known whether the buyer got money back. */
  readonly unread: number;
  /** What the buyers pay for goods and shipping, without tax. */
  readonly revenue: number;
  readonly cost: number;
  /** The supplier's shipping fees. */
  readonly fees: number;
  readonly payment: number;
};

/** The amounts of a group with its margin; `marginPercent` is null where nothing was charged. */
export type ReportAmounts = Pick<ReportSums, 'revenue' | 'cost' | 'fees' | 'payment'> & {
  readonly margin: number;
  readonly marginPercent: number | null;
};

/** What is left of sums. */
const marginOf = ({revenue, cost, fees, payment}: ReportSums): number =>
  leftOf({revenue, shipping: 0, cost, fee: fees, payment});

/** One group. `amounts` is null where there are orders and none of them counts. */
export type ReportFigures = Omit<ReportSums, keyof ReportAmounts> & {readonly amounts: ReportAmounts | null};

/** How many brands, categories, zones or articles a report on the page names by their revenue, and how many more by their loss. */
const mostNamed = 50;

const amountNames = ['revenue', 'cost', 'fees', 'payment'] as const;
const countNames = ['orders', 'ended', 'unknown', 'otherCurrency', 'refunded', 'unread'] as const;
const names = [...amountNames, ...countNames];

export const noSums = Object.fromEntries(names.map((name) => [name, 0])) as ReportSums;

/** The figures of several periods together: no order is in two of them. */
export const addSums = (all: readonly ReportSums[]): ReportSums =>
  Object.fromEntries(names.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)])) as ReportSums;

export function toFigures(sums: ReportSums): ReportFigures {
  const {revenue, cost, fees, payment, ...counts} = sums;
  const isKnown = counts.orders === 0 || counts.orders > counts.ended + counts.unknown;
  const amounts = {revenue, shipping: 0, cost, fee: fees, payment};
  return {
    ...counts,
    amounts: isKnown
      ? {revenue, cost, fees, payment, margin: marginOf(sums), marginPercent: marginPercentOf(amounts)}
      : null,
  };
}

/** One group by its key: a brand, a category, a zone or an article; empty: none is stated, or the country is not known. */
export type NamedSums = readonly [key: string, sums: ReportSums];

/**
 * The groups with the most revenue and, of the others, those with the largest losses, each with whole minor units and sorted by revenue; and
 * the others together, null: all are named. The amounts of all of them add up to those of `total`. An order with lines of several groups
 * counts in each of them, so orders may add up to more. @param most how many of both kinds.
 */
export function nameLargest(
  groups: readonly NamedSums[],
  total: ReportSums,
  most = mostNamed,
): {
  readonly named: readonly NamedSums[];
  readonly others: {readonly groups: number; readonly sums: ReportSums} | null;
} {
  const sorted = groups.toSorted(
    ([key, one], [otherKey, other]) =>
      other.revenue - one.revenue || other.orders - one.orders || (key < otherKey ? -1 : 1),
  );
  const small = sorted.slice(most);
  const losses = small
    .filter(([, sums]) => marginOf(sums) < 0)
    .toSorted(([, one], [, other]) => marginOf(one) - marginOf(other));
  const losing = new Set(losses.slice(0, most));
  const named = [...sorted.slice(0, most), ...small.filter((group) => losing.has(group))];
  const rest = small.filter((group) => !losing.has(group)).map(([, sums]) => sums);
  const all = [...named.map(([, sums]) => sums), ...(rest.length === 0 ? [] : [addSums(rest)])];
  const columns = amountNames.map((name) =>
    roundTo(
      total[name],
      all.map((sums) => sums[name]),
    ),
  );
  const whole = all.map((sums, at) => ({
    ...sums,
    ...Object.fromEntries(amountNames.map((name, column) => [name, columns[column]?.[at] ?? 0])),
  }));
  return {
    named: named.map(([key], at) => [key, whole[at] ?? noSums]),
    others: rest.length === 0 ? null : {groups: rest.length, sums: whole.at(-1) ?? noSums},
  };
}

/** Whole numbers next to the parts that add up to the total: the parts with the largest fractions are rounded up. */
function roundTo(total: number, parts: readonly number[]): readonly number[] {
  const whole = parts.map(Math.floor);
  const missing = total - whole.reduce((sum, one) => sum + one, 0);
  const byFraction = parts.map((part, at) => ({at, fraction: part - Math.floor(part)}));
  const up = new Set(
    byFraction
      .toSorted((one, other) => other.fraction - one.fraction || one.at - other.at)
      .slice(0, missing)
      .map(({at}) => at),
  );
  return whole.map((one, at) => (up.has(at) ? one + 1 : one));
}
