// Routes of the reports: the figures of one, and the same as a file.
import {Router} from 'express';
import type {CsvCell} from '#domain/csv.ts';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {createLocalDayFormat, daysAfter} from '#domain/local-days.ts';
import {euroRateFor, rateFactor} from '#domain/margins/margin.ts';
import {toDecimal} from '#domain/money.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import {boundariesOf, type DayRange, listPeriods, periodNames} from '#domain/reports/periods.ts';
import {
  addSums,
  nameLargest,
  noSums,
  type ReportFigures,
  type ReportSums,
  saleTraits,
  toFigures,
} from '#domain/reports/sum-report.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import type {MarginTerms} from '../../../db/orders/order-margin-column.ts';
import {loadPaidAfter, sumPeriods, sumTraits} from '../../../db/reports/report-sums.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {type Report, ReportQuery, type ReportRow} from '../../contract/reports/report.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';
import {parseInput} from '../../refusal.ts';
import {shopOf} from '../../session.ts';

type ReportDeps = Pick<Deps, 'db' | 'now'>;

export function reportRoutes(deps: ReportDeps): Router {
  const router = Router();
  router.get('/reports', async (req, res) => {
    res.json(await loadReport(deps, shopOf(res), parseInput(ReportQuery, req.query)));
  });
  router.get('/reports.csv', async (req, res) => {
    const report = await loadReport(deps, shopOf(res), parseInput(ReportQuery, req.query));
    const name = `report-by-${report.by}-${report.from}-to-${report.to}.csv`;
    await sendCsvFile(res, name, headingsOf(report), toLines(report));
  });
  return router;
}

async function loadReport({db, now}: ReportDeps, shop: ShopDomain, query: ReportQuery): Promise<Report> {
  const facts = await loadShop(db, shop);
  const {settings} = await loadStoredSettings(db, shop);
  const timeZone = facts?.timeZone ?? 'UTC';
  const currency = facts?.currency ?? null;
  const range = rangeOf(query, createLocalDayFormat(timeZone)(now()));
  // No order is in the currency with the empty name, so no margin is known.
  const terms = {rate: euroRateFor(currency ?? '', settings), payment: paymentTermsOf(settings.pricing)};
  const wholeRange = boundariesOf([range], timeZone);
  const [sums, {paid, medianSeconds}] = await Promise.all([
    loadSums({db}, shop, terms, {by: query.by, range, timeZone}),
    loadPaidAfter(db, shop, wholeRange),
  ]);
  return {
    currency,
    hasRate: rateFactor(terms.rate) !== null,
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

type Asked = {readonly by: Report['by']; readonly range: DayRange; readonly timeZone: string};

async function loadSums(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  terms: MarginTerms,
  {by, range, timeZone}: Asked,
): Promise<Pick<Report, 'total' | 'rows' | 'others'>> {
  const period = periodNames.find((name) => name === by);
  if (period !== undefined) {
    const periods = listPeriods(range, period);
    const sums = await sumPeriods(db, shop, terms, boundariesOf(periods, timeZone));
    const rows = periods.map(({from, to}, at) => toRow({key: from, until: to}, sums.get(at) ?? noSums));
    return {total: toFigures(addSums([...sums.values()])), rows, others: null};
  }
  const trait = saleTraits.find((name) => name === by) ?? 'brand';
  const {total, groups} = await sumTraits(db, shop, terms, {trait, boundaries: boundariesOf([range], timeZone)});
  const {named, others} = nameLargest([...groups], total);
  const ids = trait === 'article' ? named.flatMap(([key]) => ArticleId.safeParse(key).data ?? []) : [];
  const names = await loadArticleNames(db, shop, ids);
  return {
    total: toFigures(total),
    rows: named.map(([key, sums]) => toRow({key, name: names.get(key) ?? null}, sums)),
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
  ...(periodNames.some((name) => name === by) ? ['from', 'to'] : by === 'article' ? ['article', 'name'] : [by]),
  'orders',
  'cancelled, refunded or closed',
  'margin not known',
  'refunded to the buyer',
  'refund not known',
  'revenue',
  'cost',
  'supplier fees',
  'payment fees',
  'margin',
  'margin %',
  'currency',
];

async function* toLines({by, rows, others, currency}: Report): AsyncGenerator<readonly CsvCell[][]> {
  const isPeriod = periodNames.some((name) => name === by);
  const named = (key: string, second: string | null) => (isPeriod || by === 'article' ? [key, second] : [key]);
  yield rows.map((row) => [
    ...named(row.key === '' ? 'not known' : row.key, isPeriod ? row.until : row.name),
    ...toCells(row, currency),
  ]);
  if (others !== null) yield [[...named(`all others (${others.groups})`, null), ...toCells(others, currency)]];
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
