import type {Sales} from '#contract/order-money.ts';
import type {Remote} from '../../shared/api/remote.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {count, dayAndMonth, money} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {BarChart} from './bar-chart.tsx';

/** Orders and margin of each of the last thirty days. */
export function SalesSection({sales}: {sales: Remote<Sales>}) {
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

function Charts({sales: {days, currency, orders, margin, unknown}}: {sales: Sales}) {
  const inCurrency = (minor: number) => (currency === null ? count(minor) : money(minor, currency));
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
      <Chart
        title={`Orders: ${count(orders)}`}
        bars={days.map(({day, orders: value}) => ({day, value}))}
        format={count}
      />
      {currency !== null && unknown < orders && (
        <Chart
          title={`Margin: ${inCurrency(margin)}`}
          note={unknown > 0 ? `Without ${counted(unknown, 'order')} whose margin is not known.` : null}
          bars={days.map(({day, margin: value}) => ({day, value}))}
          format={inCurrency}
        />
      )}
    </s-grid>
  );
}

type Bar = {readonly day: string; readonly value: number};

type ChartProps = {
  readonly title: string;
  readonly note?: string | null;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
};

function Chart({title, note = null, bars, format}: ChartProps) {
  return (
    <s-stack gap="small-300">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {title}
      </s-text>
      <BarChart label={describe(title, bars, format)} values={bars.map(({value}) => value)} />
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

/** The chart in words: every day that had something. */
function describe(title: string, bars: readonly Bar[], format: ChartProps['format']): string {
  const busy = bars.filter(({value}) => value !== 0).map(({day, value}) => `${dayAndMonth(day)} ${format(value)}`);
  return `${title}. By day: ${busy.length === 0 ? 'none' : busy.join(', ')}.`;
}
