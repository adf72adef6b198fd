// Reports: what was sold, what it cost and what is left, by period or by what was sold.
import {z} from 'zod';
import {findRangeProblem} from '#domain/reports/periods.ts';
import {periodNames, saleTraits} from '#domain/reports/report-names.ts';

const noSuchDay = 'A day is written like 2026-11-22.';
const Day = z.iso.date({error: noSuchDay, abort: true});
const ReportBy = z.enum([...periodNames, ...saleTraits], 'There is no such report.');
export type ReportBy = z.infer<typeof ReportBy>;

/** The query of GET /api/reports and GET /api/reports.csv: the last days up to today, or all from one day to another. */
export const ReportQuery = z
  .strictObject({
    by: ReportBy.default('day'),
    days: z.enum(['7', '30', '90'], 'This must be 7, 30 or 90.').optional(),
    from: Day.optional(),
    to: Day.optional(),
  })
  .superRefine(({by, days, from, to}, context) => {
    const refuse = (field: string, message: string) => context.addIssue({code: 'custom', path: [field], message});
    if (days !== undefined && (from !== undefined || to !== undefined)) {
      refuse('days', 'Ask for a number of days, or for a first and a last day.');
    } else if (from === undefined && to !== undefined) refuse('from', 'The first day is missing.');
    else if (from !== undefined && to === undefined) refuse('to', 'The last day is missing.');
    else if (from !== undefined && to !== undefined) {
      const problem = findRangeProblem({from, to}, by);
      if (problem !== null) refuse(problem.field, problem.message);
    }
  });
export type ReportQuery = z.infer<typeof ReportQuery>;

const count = z.number();

/** The figures of a group of store orders, or of all. Amounts are minor units of the store's currency. */
const figures = {
  orders: count,
  /** Cancelled, refunded or closed as a whole: in no amount. */
  ended: count,
  /** Of the others, those whose margin is not known, also those in another currency: in no amount. */
  unknown: count,
  /** Of the unknown ones, those in another currency than the store's. */
  otherCurrency: count,
  /** Orders whose buyer got money back for any line. */
  refunded: count,
  /** Orders of which that is not known yet. */
  unread: count,
  /** Null: there are orders, and the margin of none of them is known and counts. */
  amounts: z
    .object({
      /** Goods and shipping without tax, after discounts and refunds. */
      revenue: z.number(),
      cost: z.number(),
      /** The supplier's shipping fees. */
      fees: z.number(),
      payment: z.number(),
      margin: z.number(),
      /** Null: nothing was charged. */
      marginPercent: z.number().nullable(),
    })
    .nullable(),
};

const ReportRow = z.object({
  /**
   * The first day of a period; else the brand, the category, the zone or the article's id. Empty: no brand or category is stated, or the
   * country is not known. `unserved` as a zone: the supplier does not deliver there.
   */
  key: z.string(),
  /** The last day of a period; else null. */
  until: z.string().nullable(),
  /** The article's name; null: not known, or no report by article. */
  name: z.string().nullable(),
  ...figures,
});
export type ReportRow = z.infer<typeof ReportRow>;

/** GET /api/reports. */
export const Report = z.object({
  /** Null until it was read from Shopify: no margin is known then. */
  currency: z.string().nullable(),
  /** Whether cost can be counted in the store's currency: it is euro, or an exchange rate is set. */
  hasRate: z.boolean(),
  /** `settings`: the stored settings cannot be read, so no margin is known. Null: they can be read. */
  settingsUnreadable: z.literal('settings').nullable(),
  /** How many days a closed dropship order is kept; null: settings cannot be read, and nothing is deleted. */
  keptDays: z.number().nullable(),
  by: ReportBy,
  from: z.iso.date(),
  to: z.iso.date(),
  total: z.object(figures),
  /** Dropship orders of that time that were paid at the supplier, and the median of the seconds from the store order to that. */
  paid: z.object({count, medianSeconds: z.number().nullable()}),
  /** Periods in their order, without gaps; else the 50 groups with the most revenue and up to 50 more that lose money, by revenue. */
  rows: z.array(ReportRow),
  /** All further groups together; null: there are none. */
  others: z.object({groups: count, ...figures}).nullable(),
});
export type Report = z.infer<typeof Report>;
