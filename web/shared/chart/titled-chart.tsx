import {BarChart} from './bar-chart.tsx';

/** A bar with its name, such as "22 Nov". */
export type NamedBar = {readonly name: string /** Null: no order of it counts. */; readonly value: number | null};

type TitledChartProps = {
  readonly title: string;
  /** A sentence below the chart; null or left out: none. */
  readonly note?: string | null;
  readonly bars: readonly NamedBar[];
  /** What stands below the last bar; left out: its name. */
  readonly lastName?: string;
  /** Writes a value of a bar as text. */
  readonly format: (value: number) => string;
  /** What each bar is of, such as a week; left out: a day. */
  readonly by?: string;
};

/** A bar chart below its title, with the names of the first and the last bar. */
export function TitledChart(props: TitledChartProps) {
  const {title, note = null, bars, lastName = bars.at(-1)?.name} = props;
  return (
    <s-stack gap="small-300">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {title}
      </s-text>
      <BarChart label={describeChart(props)} values={bars.map(({value}) => value)} />
      <s-grid gridTemplateColumns="1fr auto">
        <s-text color="subdued" fontSize="small">
          {bars[0]?.name ?? ''}
        </s-text>
        {bars.length > 1 && (
          <s-text color="subdued" fontSize="small">
            {lastName}
          </s-text>
        )}
      </s-grid>
      {note !== null && (
        <s-text color="subdued" fontSize="small">
          {note}
        </s-text>
      )}
    </s-stack>
  );
}

/** The chart in words, for screen readers: every bar whose value is not 0. */
function describeChart({title, bars, format, by = 'day'}: TitledChartProps): string {
  const busy = bars
    .filter(({value}) => value !== 0)
    .map(({name, value}) => `${name} ${value === null ? 'not counted' : format(value)}`);
  return `${title}. By ${by}: ${busy.length === 0 ? 'none' : busy.join(', ')}.`;
}
