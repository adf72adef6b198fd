import type {Sales} from '#contract/order-money.ts';
import type {RemoteData} from '../../shared/api/remote.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {count, dayAndMonth, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {BarChart} from './bar-chart.tsx';

/** Two charts: orders and margin of each of the last thirty days. */
export function SalesSection({sales}: {sales: RemoteData<Sales>}) {
  return (
    <s-section heading="The last 30 days">
      <Introduction of="sales" />
      {sales.value === null ? (
        <Loading what="the last 30 days" remote={sales} height="160px" />
      ) : sales.value.orders === 0 ? (
        <s-paragraph color="subdued">
          When a shopper has bought one of your products, orders and margin of each day appear here.
        </s-paragraph>
      ) : (
        <Charts sales={sales.value} />
      )}
    </s-section>
  );
}

function Charts({sales: {days, currency, orders, margin, unknown, ended}}: {sales: Sales}) {
  const inCurrency = (minor: number) => (currency === null ? count(minor) : money(minor, currency));
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
      <Chart
        title={`Orders: ${count(orders)}`}
        bars={days.map(({day, orders: value}) => ({day, value}))}
        format={count}
      />
      {currency !== null && unknown + ended < orders && (
        <Chart
          title={`Margin: ${inCurrency(margin)}`}
          note={withoutText({unknown, ended})}
          bars={days.map(({day, margin: value}) => ({day, value}))}
          format={inCurrency}
        />
      )}
    </s-grid>
  );
}

/** What the margin leaves out; null: nothing. */
function withoutText({unknown, ended}: Pick<Sales, 'unknown' | 'ended'>): string | null {
  const parts = [
    ...(unknown > 0 ? [`${countNoun(unknown, 'order')} whose margin is not known`] : []),
    ...(ended > 0
      ? [`${countNoun(ended, 'order')} that ${ended === 1 ? 'was' : 'were'} cancelled, refunded or closed`]
      : []),
  ];
  return parts.length === 0 ? null : `Without ${parts.join(' and ')}.`;
}

type Bar = {readonly day: string; readonly value: number};

type ChartProps = {
  readonly title: string;
  /** A sentence below the chart; null or left out: none. */
  readonly note?: string | null;
  readonly bars: readonly Bar[];
  /** Writes a value of a bar as text. */
  readonly format: (value: number) => string;
};

function Chart({title, note = null, bars, format}: ChartProps) {
  return (
    <s-stack gap="small-300">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {title}
      </s-text>
      <BarChart label={describeChart(title, bars, format)} values={bars.map(({value}) => value)} />
      <s-grid gridTemplateColumns="1fr auto">
        <s-text color="subdued" fontSize="small">
          {dayAndMonth(bars[0]?.day ?? '')}
        </s-text>
        <s-text color="subdued" fontSize="small">
          Today
        </s-text>
      </s-grid>
      {note !== null && (
        <s-text color="subdued" fontSize="small">
          {note}
        </s-text>
      )}
    </s-stack>
  );
}

/** The chart in words, for screen readers: every day whose value is not 0. */
function describeChart(title: string, bars: readonly Bar[], format: ChartProps['format']): string {
  const busy = bars.filter(({value}) => value !== 0).map(({day, value}) => `${dayAndMonth(day)} ${format(value)}`);
  return `${title}. By day: ${busy.length === 0 ? 'none' : busy.join(', ')}.`;
}
