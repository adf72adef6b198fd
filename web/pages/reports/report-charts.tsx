import type {Report} from '#contract/reports/report.ts';
import {TitledChart} from '../../shared/chart/titled-chart.tsx';
import {count, dayAndMonth} from '../../text/format.ts';
import {chosenGroups, groupsNote} from './charted-groups.ts';
import {amountText, rowName, unknownPeriodsNote} from './report-words.ts';

/** Revenue and margin of the report: by period as bars beside each other, else some groups as bars below each other. */
export function ReportCharts({report}: {readonly report: Report}) {
  const {rows, currency, total, by} = report;
  if (currency === null || total.amounts === null) return null;
  const format = (minor: number) => amountText(minor, currency);
  const isByPeriod = rows[0]?.until !== null;
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
      {(['revenue', 'margin'] as const).map((amount) => {
        const title = `${titles[amount]}: ${format(total.amounts?.[amount] ?? 0)}`;
        return isByPeriod ? (
          <TitledChart
            key={amount}
            title={title}
            note={unknownPeriodsNote(report)}
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
            note={groupsNote(report)}
            groups={chosenGroups(rows).map((row) => ({
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
