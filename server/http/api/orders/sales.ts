// Orders and margin of the last thirty days, day by day: the report of these days, as Home draws it.
import {Router} from 'express';
import {day} from '#domain/durations.ts';
import {createLocalDayFormat, daysUpTo} from '#domain/local-days.ts';
import {boundariesOf} from '#domain/reports/periods.ts';
import {addSums, noSums, type ReportSums, toFigures} from '#domain/reports/sum-report.ts';
import {countShippedSince} from '../../../db/orders/recent-sales.ts';
import {sumPeriods} from '../../../db/reports/report-sums.ts';
import type {Deps} from '../../../deps.ts';
import type {Sales} from '../../contract/order-money.ts';
import {shopOf} from '../../session.ts';
import {loadReportTerms} from '../reports/report-terms.ts';

const daysShown = 30;

/** Shipments count from this time on: 30 times 24 hours ago, not by calendar days. */
export const recentlyShippedSince = (now: Date): Date => new Date(now.getTime() - daysShown * day);

export function salesRoutes({db, now}: Pick<Deps, 'db' | 'now'>): Router {
  const router = Router();
  router.get('/sales', async (_req, res) => {
    const shop = shopOf(res);
    const {currency, timeZone, terms} = await loadReportTerms(db, shop);
    const days = daysUpTo(createLocalDayFormat(timeZone)(now()), daysShown);
    const boundaries = boundariesOf(
      days.map((one) => ({from: one, to: one})),
      timeZone,
    );
    const sums = await sumPeriods(db, shop, terms, boundaries);
    const answer: Sales = {
      currency,
      days: days.map((one, at) => ({day: one, ...toTotals(sums.get(at) ?? noSums)})),
      ...toTotals(addSums([...sums.values()])),
      shipped: await countShippedSince(db, shop, recentlyShippedSince(now())),
    };
    res.json(answer);
  });
  return router;
}

function toTotals(sums: ReportSums): Omit<Sales, 'currency' | 'days' | 'shipped'> {
  const {orders, unknown, ended, amounts} = toFigures(sums);
  return {orders, margin: amounts?.margin ?? 0, unknown, ended};
}
