import type {Report} from '#contract/reports/report.ts';
import {TitledChart} from '../../shared/chart/titled-chart.tsx';
import {dayAndMonth} from '../../text/format.ts';
import {amountText, rowName} from './report-words.ts';

/** Revenue and margin of the report: by period as bars beside each other, else the largest groups as bars below each other. */
export function ReportCharts({report}: {readonly report: Report}) {
  const {rows, currency, total} = report;
  if (currency === null || total.amounts === null) return null;
  const format = (minor: number) => amountText(minor, currency);
  const isByPeriod = rows[0]?.until !== null;
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
      {(['revenue', 'margin'] as const).map((amount) => {
        const title = `${titles[amount]}: ${format(total.amounts?.[amount] ?? 0)}`;
        const values = rows.map((row) => row.amounts?.[amount] ?? 0);
        return isByPeriod ? (
          <TitledChart
            key={amount}
            title={title}
            bars={rows.map(({key}, at) => ({name: dayAndMonth(key), value: values[at] ?? 0}))}
            format={format}
          />
        ) : (
          <LargestGroups
            key={amount}
            title={title}
            groups={rows.map((row, at) => ({name: rowName(row, report.by), value: values[at] ?? 0}))}
            format={format}
          />
        );
      })}
    </s-grid>
  );
}

const titles = {revenue: 'Revenue', margin: 'Margin'} as const;
const mostShown = 8;

type LargestGroupsProps = {
  readonly title: string;
  readonly groups: readonly {readonly name: string; readonly value: number}[];
  readonly format: (value: number) => string;
};

/** A list with a bar behind each name; a loss is of another colour, as in the other charts. */
function LargestGroups({title, groups, format}: LargestGroupsProps) {
  const shown = groups.slice(0, mostShown);
  const longest = Math.max(1, ...shown.map(({value}) => Math.abs(value)));
  return (
    <s-stack gap="small-300">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {title}
      </s-text>
      {shown.map(({name, value}) => (
        <s-stack key={name} gap="small-500">
          <s-grid gridTemplateColumns="1fr auto" gap="small-200">
            <s-text dir="auto">{name}</s-text>
            <s-text fontVariantNumeric="tabular-nums">{format(value)}</s-text>
          </s-grid>
          <svg aria-hidden="true" viewBox="0 0 100 6" width="100%" height="6" preserveAspectRatio="none">
            <rect width={(100 * Math.abs(value)) / longest} height="6" fill={value < 0 ? '#c70a24' : '#2a6fb0'} />
          </svg>
        </s-stack>
      ))}
    </s-stack>
  );
}
