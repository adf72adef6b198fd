// The sort orders of a report's table. What is not known comes last in both directions.
import type {ReportBy, ReportRow} from '#contract/reports/report.ts';
import {isPeriod} from '#domain/reports/report-names.ts';

export const dateSorts = [{value: 'newest', label: 'Newest first', isDescending: true}] as const;
export const revenueSorts = [
  {value: 'revenue-low', label: 'Least revenue first'},
  {value: 'revenue-high', label: 'Most revenue first', isDescending: true},
] as const;
export const marginSorts = [
  {value: 'margin-low', label: 'Least margin first'},
  {value: 'margin-high', label: 'Most margin first', isDescending: true},
] as const;

const groupSorts = [...revenueSorts, ...marginSorts];
const sorts = [...dateSorts, ...groupSorts];
export type ReportSort = (typeof sorts)[number]['value'];

export const readSort = (named: string | null): ReportSort | null =>
  sorts.find(({value}) => value === named)?.value ?? null;

export const sortsOf = (by: ReportBy) => (isPeriod(by) ? sorts : groupSorts);

/** The sort order that is asked for, if the report has it; else that of the report: periods by time, groups by revenue. */
export const shownSort = (sort: ReportSort | null, by: ReportBy): ReportSort =>
  sortsOf(by).find(({value}) => value === sort)?.value ?? (isPeriod(by) ? 'newest' : 'revenue-high');

export function sortRows<Row extends Pick<ReportRow, 'amounts'>>(
  rows: readonly Row[],
  sort: ReportSort,
): readonly Row[] {
  if (sort === 'newest') return rows.toReversed();
  const name = sort.startsWith('revenue') ? 'revenue' : 'margin';
  const sign = sort.endsWith('-low') ? 1 : -1;
  const [known, unknown] = [rows.filter(({amounts}) => amounts !== null), rows.filter(({amounts}) => amounts === null)];
  return [
    ...known.toSorted((one, other) => sign * ((one.amounts?.[name] ?? 0) - (other.amounts?.[name] ?? 0))),
    ...unknown,
  ];
}
