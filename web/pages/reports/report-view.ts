// Which report is shown, as its address has it, and the questions for it.
import type {Report, ReportBy} from '#contract/reports/report.ts';
import {findRangeProblem} from '#domain/reports/periods.ts';
import type {DayRange} from '#domain/reports/report-names.ts';
import {callApi, downloadFile} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';
import {type ReportSort, readSort} from './report-sorts.ts';

/** The last days up to today, or the days from one to another. */
export type ReportRange = {readonly days: ReportDays} | DayRange;
/** `sort`: of the table; null: the one of the report. */
export type ReportView = {readonly by: ReportBy; readonly range: ReportRange; readonly sort: ReportSort | null};

export const dayNumbers = ['7', '30', '90'] as const;
export type ReportDays = (typeof dayNumbers)[number];

export const groupings: Readonly<Record<ReportBy, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  brand: 'Brand',
  category: 'Category',
  zone: 'Zone',
  article: 'Article',
};

/** What cannot be read counts as left out: thirty days, by day. */
export function readView(address: URLSearchParams): ReportView {
  const named = address.get('by') ?? '';
  const by = Object.hasOwn(groupings, named) ? (named as ReportBy) : 'day';
  const sort = readSort(address.get('sort'));
  const range = {from: address.get('from') ?? '', to: address.get('to') ?? ''};
  if (isDay(range.from) && isDay(range.to) && findRangeProblem(range, 'week') === null)
    return toView({by, range, sort});
  return toView({by, range: {days: dayNumbers.find((days) => days === address.get('days')) ?? '30'}, sort});
}

/** Many days are shown by week: see `findRangeProblem`. */
export const toView = ({by, range, sort}: ReportView): ReportView => ({
  by: 'from' in range && findRangeProblem(range, by) !== null ? 'week' : by,
  range,
  sort,
});

/** Whether the report can be shown by single days. */
export const hasSingleDays = (range: ReportRange): boolean =>
  !('from' in range) || findRangeProblem(range, 'day') === null;

export const addressOf = (view: ReportView): string =>
  `/reports?${toParams(view)}${view.sort === null ? '' : `&sort=${view.sort}`}`;

export const reportQuery = (view: ReportView): RemoteQuery<Report> => ({
  key: ['report', toParams(view)],
  load: (signal) => callApi('GET', `/api/reports?${toParams(view)}`, {signal}),
  waitMs: () => null,
  keepsPrevious: true,
});

export const loadReportFile = (view: ReportView) => downloadFile(`/api/reports.csv?${toParams(view)}`);

const toParams = ({by, range}: ReportView): string => new URLSearchParams({...range, by}).toString();

/** Whether it is a day of the calendar, such as "2026-11-22". */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
