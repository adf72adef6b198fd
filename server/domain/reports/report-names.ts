// What a report is divided into, and how it is called. The page loads this file, so it imports no zod.

/** What a report is divided into: periods of time. */
export const periodNames = ['day', 'week', 'month'] as const;
export type PeriodName = (typeof periodNames)[number];

export const isPeriod = (by: string): by is PeriodName => periodNames.some((name) => name === by);

/** What a report is divided into beside periods: what the sold articles are, or where they go. */
export const saleTraits = ['brand', 'category', 'zone', 'article'] as const;
export type SaleTrait = (typeof saleTraits)[number];

/** The key of the orders that go to countries the supplier does not deliver to, in a report by zone. */
export const unservedZone = 'unserved';

/** Local days like "2026-11-22", both included. */
export type DayRange = {readonly from: string; readonly to: string};

/** The name of a report's file. */
export const reportFileName = ({by, from, to}: DayRange & {readonly by: PeriodName | SaleTrait}): string =>
  `report-by-${by}-${from}-to-${to}.csv`;
