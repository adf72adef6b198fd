import type {Sales} from '#contract/order-money.ts';
import type {RemoteData} from '../../shared/api/remote.ts';
import {leftOutSentence} from '../../shared/chart/left-out.ts';
import {TitledChart} from '../../shared/chart/titled-chart.tsx';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {count, dayAndMonth, money} from '../../text/format.ts';

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
      <TitledChart
        title={`Orders: ${count(orders)}`}
        bars={days.map(({day, orders: value}) => ({name: dayAndMonth(day), value}))}
        lastName="Today"
        format={count}
      />
      {currency !== null && unknown + ended < orders && (
        <TitledChart
          title={`Margin: ${inCurrency(margin)}`}
          note={leftOutSentence({unknown, ended})}
          bars={days.map(({day, ...of}) => ({
            name: dayAndMonth(day),
            value: of.orders > 0 && of.unknown + of.ended === of.orders ? null : of.margin,
          }))}
          lastName="Today"
          format={inCurrency}
        />
      )}
    </s-grid>
  );
}
