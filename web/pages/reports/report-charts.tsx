import type {Report} from '#contract/reports/report.ts';
import {isPeriod} from '#domain/reports/report-names.ts';
import {TitledChart} from '../../shared/chart/titled-chart.tsx';
import {dayAndMonth} from '../../text/format.ts';
import {chartedGroups, chartedNote} from './charted-groups.ts';
import {amountText, rowName, uncountedNote} from './report-words.ts';

/** Revenue and margin of the report: by period as bars beside each other, else some groups as bars below each other. */
export function ReportCharts({report}: {readonly report: Report}) {
  const {rows, currency, total, by} = report;
  if (currency === null || total.amounts === null) return null;
  const format = (minor: number) => amountText(minor, currency);
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
      {(['revenue', 'margin'] as const).map((amount) => {
        const title = `${titles[amount]}: ${format(total.amounts?.[amount] ?? 0)}`;
        return isPeriod(by) ? (
          <TitledChart
            key={amount}
            title={title}
            note={uncountedNote(report)}
            by={by}
            bars={rows.map((row) => ({
              name: by === 'day' ? dayAndMonth(row.key) : rowName(row, by),
              value: row.amounts?.[amount] ?? null,
            }))}
            format={format}
          />
        ) : (
          <ChosenGroups
            key={amount}
            title={title}
            note={chartedNote(report)}
            groups={chartedGroups(rows).map((row) => ({
              key: row.key,
              name: rowName(row, by),
              value: row.amounts?.[amount] ?? null,
            }))}
            currency={currency}
          />
        );
      })}
    </s-grid>
  );
}

const titles = {revenue: 'Revenue', margin: 'Margin'} as const;

type ChosenGroupsProps = {
  readonly title: string;
  readonly note: string | null;
  /** `value` is null where no order of the group counts. */
  readonly groups: readonly {readonly key: string; readonly name: string; readonly value: number | null}[];
  readonly currency: string;
};

/** A list with a bar below each name; a loss is of another colour, as in the other charts, and what is not known has no bar. */
function ChosenGroups({title, note, groups, currency}: ChosenGroupsProps) {
  const longest = Math.max(1, ...groups.map(({value}) => Math.abs(value ?? 0)));
  return (
    <s-stack gap="small-300">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {title}
      </s-text>
      {groups.map(({key, name, value}) => (
        <s-stack key={key} gap="small-500">
          <s-grid gridTemplateColumns="1fr auto" gap="small-200">
            <s-text dir="auto">{name}</s-text>
            <s-text fontVariantNumeric="tabular-nums">{amountText(value, currency)}</s-text>
          </s-grid>
          <svg aria-hidden="true" viewBox="0 0 100 6" width="100%" height="6" preserveAspectRatio="none">
            {value !== null && (
              <rect width={(100 * Math.abs(value)) / longest} height="6" fill={value < 0 ? '#c70a24' : '#2a6fb0'} />
            )}
          </svg>
        </s-stack>
      ))}
      {note !== null && (
        <s-text color="subdued" fontSize="small">
          {note}
        </s-text>
      )}
    </s-stack>
  );
}
