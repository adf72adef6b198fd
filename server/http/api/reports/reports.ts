// Routes of the reports: the figures of one, and the same as a file.
import {Router} from 'express';
import type {CsvCell} from '#domain/csv.ts';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {createLocalDayFormat, daysAfter} from '#domain/local-days.ts';
import {rateFactor} from '#domain/margins/margin.ts';
import {toDecimal} from '#domain/money.ts';
import {boundariesOf, listPeriods} from '#domain/reports/periods.ts';
import {type DayRange, isPeriod, reportFileName, unservedZone} from '#domain/reports/report-names.ts';
import {
  addSums,
  nameLargest,
  noSums,
  type ReportFigures,
  type ReportSums,
  toFigures,
} from '#domain/reports/sum-report.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import type {MarginTerms} from '../../../db/orders/order-margin-column.ts';
import {loadPaidAfter, sumPeriods, sumTraits} from '../../../db/reports/report-sums.ts';
import type {Deps} from '../../../deps.ts';
import {type Report, ReportQuery, type ReportRow} from '../../contract/reports/report.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';
import {parseInput} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadReportTerms} from './report-terms.ts';

type ReportDeps = Pick<Deps, 'db' | 'now'>;

export function reportRoutes(deps: ReportDeps): Router {
  const router = Router();
  router.get('/reports', async (req, res) => {
    res.json(await loadReport(deps, shopOf(res), parseInput(ReportQuery, req.query)));
  });
  router.get('/reports.csv', async (req, res) => {
    const report = await loadReport(deps, shopOf(res), parseInput(ReportQuery, req.query), Number.POSITIVE_INFINITY);
    await sendCsvFile(res, reportFileName(report), headingsOf(report), toLines(report));
  });
  return router;
}

/** @param most how many groups are named, as `nameLargest` says; left out: those of the page. */
async function loadReport({db, now}: ReportDeps, shop: ShopDomain, query: ReportQuery, most?: number): Promise<Report> {
  const {currency, timeZone, terms, settings} = await loadReportTerms(db, shop);
  const range = rangeOf(query, createLocalDayFormat(timeZone)(now()));
  const wholeRange = boundariesOf([range], timeZone);
  const [sums, {paid, medianSeconds}] = await Promise.all([
    loadSums({db}, shop, terms, {by: query.by, range, timeZone, most}),
    loadPaidAfter(db, shop, wholeRange),
  ]);
  return {
    currency,
    hasRate: rateFactor(terms.rate) !== null,
    settingsUnreadable: settings === null ? 'settings' : null,
    keptDays: settings?.orders.retentionDays ?? null,
    by: query.by,
    ...range,
    ...sums,
    paid: {count: paid, medianSeconds},
  };
}

/** The days of the query; without any the last thirty. @param today by the store's calendar. */
function rangeOf({days = '30', from, to}: ReportQuery, today: string): DayRange {
  return from !== undefined && to !== undefined ? {from, to} : {from: daysAfter(today, 1 - Number(days)), to: today};
}

type Asked = {
  readonly by: Report['by'];
  readonly range: DayRange;
  readonly timeZone: string;
  readonly most: number | undefined;
};

async function loadSums(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  terms: MarginTerms,
  {by, range, timeZone, most}: Asked,
): Promise<Pick<Report, 'total' | 'rows' | 'others'>> {
  if (isPeriod(by)) {
    const periods = listPeriods(range, by);
    const sums = await sumPeriods(db, shop, terms, boundariesOf(periods, timeZone));
    const rows = periods.map(({from, to}, at) => toRow({key: from, until: to}, sums.get(at) ?? noSums));
    return {total: toFigures(addSums([...sums.values()])), rows, others: null};
  }
  const {total, groups} = await sumTraits(db, shop, terms, {trait: by, boundaries: boundariesOf([range], timeZone)});
  const {named, others} = nameLargest([...groups], total, most);
  const ids = by === 'article' ? named.flatMap(([key]) => ArticleId.safeParse(key).data ?? []) : [];
  const names = await loadArticleNames(db, shop, ids);
  return {
    total: toFigures(total),
    rows: named.map(([key, sums]) => toRow({key, name: names.get(key) || null}, sums)),
    others: others === null ? null : {groups: others.groups, ...toFigures(others.sums)},
  };
}

const toRow = (
  {
    key,
    until = null,
    name = null,
  }: {readonly key: string; readonly until?: string | null; readonly name?: string | null},
  sums: ReportSums,
): ReportRow => ({key, until, name, ...toFigures(sums)});

/** The heading of the column of days, brands, …; periods have one for their last day as well. */
const headingsOf = ({by}: Report): readonly string[] => [
  ...(isPeriod(by) ? ['from', 'to'] : by === 'article' ? ['article', 'name'] : [by]),
  'orders',
  'orders cancelled, refunded or closed',
  'orders whose margin is not known',
  'orders with money given back',
  'orders of which that is not known',
  'revenue',
  'cost',
  'supplier fees',
  'payment fees',
  'margin',
  'margin %',
  'currency',
];

async function* toLines({by, rows, currency}: Report): AsyncGenerator<readonly CsvCell[][]> {
  yield rows.map((row) => [...namesOf(row, by), ...toCells(row, currency)]);
}

function namesOf({key, until, name}: ReportRow, by: Report['by']): readonly CsvCell[] {
  if (until !== null) return [key, until];
  if (by === 'article') return [key, name];
  if (by !== 'zone') return [key || 'not stated'];
  return [key === unservedZone ? 'country not served' : key || 'country not known'];
}

/** An amount that is not known is an empty cell. */
function toCells(
  {orders, ended, unknown, refunded, unread, amounts}: ReportFigures,
  currency: string | null,
): CsvCell[] {
  const amount = (minor: number | undefined) =>
    minor === undefined || currency === null ? null : Number(toDecimal({minor, currency}));
  return [
    orders,
    ended,
    unknown,
    refunded,
    unread,
    amount(amounts?.revenue),
    amount(amounts?.cost),
    amount(amounts?.fees),
    amount(amounts?.payment),
    amount(amounts?.margin),
    amounts?.marginPercent ?? null,
    currency,
  ];
}
