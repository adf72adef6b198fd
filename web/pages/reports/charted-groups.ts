// Which groups of a report its charts show: those with the most revenue, and of the others those that lose most.
import type {Report, ReportRow} from '#contract/reports/report.ts';
import {count} from '../../text/format.ts';
import {pluralOf} from './report-words.ts';

/** How many of both kinds are shown. */
const mostShown = 8;

const marginOf = ({amounts}: ReportRow): number => amounts?.margin ?? 0;

/** @param rows sorted by revenue, as the report has them. */
export function chartedGroups(rows: readonly ReportRow[]): readonly ReportRow[] {
  const losing = rows.slice(mostShown).filter((row) => marginOf(row) < 0);
  const worst = losing.toSorted((one, other) => marginOf(one) - marginOf(other)).slice(0, mostShown);
  return [...rows.slice(0, mostShown), ...worst];
}

/** Which of the groups are shown, where there are more; null: all are. */
export function chartedNote({by, rows, others}: Report): string | null {
  const groups = rows.length + (others?.groups ?? 0);
  const shown = chartedGroups(rows);
  if (shown.length === groups) return null;
  const hidesLosses = rows.some((row) => marginOf(row) < 0 && !shown.includes(row));
  const losses =
    shown.length <= mostShown ? '' : hidesLosses ? ' and those that lose most' : ' and those that lose money';
  return `${count(shown.length)} of ${count(groups)} ${pluralOf(by)}: those with the most revenue${losses}.`;
}
