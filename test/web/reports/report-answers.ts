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
  zone: [
    ['EU', null],
    ['GB', null],
    ['', null],
  ],
  article: [
    ['A-100', 'Fjordline knit jumper'],
    ['A-7/ü', null],
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
    orders: 9 - at,
    amounts: amountsOf(9 - at, at === 1 ? -250 : undefined),
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
