// Reports as the API answers them, by the question: thirty days with some orders, one at a loss, and what was sold.
import type {RequestHandler} from 'express';
import {Report, type ReportBy} from '#contract/reports/report.ts';
import {daysUpTo} from '#domain/local-days.ts';
import {build} from '../answers.ts';

const noCounts = {ended: 0, unknown: 0, otherCurrency: 0, refunded: 0, unread: 0};
const amountsOf = (orders: number, margin = orders * 1_290) => {
  const [revenue, cost, fees, payment] = [orders * 6_090, orders * 3_700, orders * 990, orders * 110];
  const marginPercent = revenue === 0 ? null : Math.floor((margin * 10_000) / revenue) / 100;
  return {revenue, cost, fees, payment, margin, marginPercent};
};

const days = daysUpTo('2026-11-20', 30).map((key, at) => {
  const orders = [0, 1, 0, 2, 1, 3, 0][at % 7] ?? 0;
  return {...noCounts, key, until: key, name: null, orders, amounts: amountsOf(orders, at === 12 ? -640 : undefined)};
});
const all = days.reduce((sum, {orders}) => sum + orders, 0);

const groups: Readonly<Partial<Record<ReportBy, readonly (readonly [key: string, name: string | null])[]>>> = {
  brand: [
    ['Maison Perrin', null],
    ['Fjordline', null],
    ['', null],
  ],
  // The last one loses money.
  category: Array.from({length: 10}, (_, at) => [`Category ${at + 1}`, null] as const),
  zone: [
    ['EU', null],
    ['GB', null],
    ['unserved', null],
    ['', null],
  ],
  article: [
    ['A-100', 'Fjordline knit jumper'],
    ['A-7/ü', null],
    ['A-101', 'Fjordline knit jumper'],
  ],
};

export const aReport = build(Report, {
  currency: 'EUR',
  hasRate: true,
  settingsUnreadable: null,
  keptDays: 365,
  by: 'day',
  from: '2026-10-22',
  to: '2026-11-20',
  total: {...noCounts, orders: all, ended: 2, unknown: 1, refunded: 3, unread: 1, amounts: amountsOf(all - 3)},
  paid: {count: 24, medianSeconds: 5 * 3_600 + 60},
  rows: days,
  others: null,
});

/** What the question asks for. */
export function aReportFor(query: URLSearchParams): Report {
  const by = (query.get('by') ?? 'day') as ReportBy;
  const range = {from: query.get('from') ?? '2026-10-22', to: query.get('to') ?? '2026-11-20'};
  const named = groups[by];
  if (named === undefined) return aReport({by, ...range});
  const rows = named.map(([key, name], at) => ({
    ...noCounts,
    key,
    name,
    until: null,
    orders: 10 - at,
    amounts: amountsOf(10 - at, at === 1 || at === 9 ? -250 : undefined),
  }));
  return aReport({by, ...range, rows, others: {...noCounts, groups: 12, orders: 14, unknown: 14, amounts: null}});
}

export const reportHandler =
  (report = aReportFor): RequestHandler =>
  ({url}, response) =>
    void response.json(report(new URL(url, 'http://app').searchParams));

export const noOrders = () =>
  aReport({
    total: {...noCounts, orders: 0, amounts: amountsOf(0)},
    paid: {count: 0, medianSeconds: null},
    rows: days.map(({key}) => ({...noCounts, key, until: key, name: null, orders: 0, amounts: amountsOf(0)})),
  });

/** One order of the last day, not paid yet. */
export const oneOrder = () =>
  aReport({
    total: {...noCounts, orders: 1, unread: 1, amounts: amountsOf(1)},
    paid: {count: 0, medianSeconds: null},
    rows: days.map(({key}, at) => {
      const orders = at === 29 ? 1 : 0;
      return {...noCounts, key, until: key, name: null, orders, amounts: amountsOf(orders)};
    }),
  });

/** Settings that cannot be read. */
export const withoutSettings = () =>
  aReport({
    settingsUnreadable: 'settings',
    hasRate: false,
    keptDays: null,
    total: {...noCounts, orders: 4, unknown: 4, amounts: null},
    rows: days.slice(-1).map((row) => ({...row, orders: 4, unknown: 4, amounts: null})),
  });

/** Weeks, one with an order whose margin is not known. */
export const weeks = () =>
  aReport({
    by: 'week',
    from: '2026-11-02',
    to: '2026-11-20',
    rows: (['2026-11-02', '2026-11-09', '2026-11-16'] as const).map((key, at) => ({
      ...noCounts,
      key,
      until: ['2026-11-08', '2026-11-15', '2026-11-20'][at] ?? key,
      name: null,
      orders: at + 1,
      unknown: at === 1 ? 2 : 0,
      amounts: at === 1 ? null : amountsOf(at + 1),
    })),
  });

/** A store in francs without an exchange rate. */
export const withoutRate = () =>
  aReport({
    currency: 'CHF',
    hasRate: false,
    total: {...noCounts, orders: 4, unknown: 4, otherCurrency: 1, amounts: null},
    rows: days
      .slice(-1)
      .map(({key}) => ({...noCounts, key, until: key, name: null, orders: 4, unknown: 4, amounts: null})),
  });
