import type {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {calendarDay, count, percent} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {FigureWarnings} from './figure-warnings.tsx';
import {type Figure, figuresQuery} from './figures-api.ts';

/** The five figures that Shopify asks of the fulfilment service, and the orders that put one at risk. */
export function FiguresSection() {
  const remote = useRemote(figuresQuery);
  return (
    <s-section heading="What Shopify asks of the service">
      {remote.value === null ? (
        <Loading what="the figures of the fulfilment service" remote={remote} height="320px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="the figures of the fulfilment service" remote={remote} />
          <FigureWarnings warnings={remote.value.warnings} now={remote.loadedAt} />
          <Figures answer={remote.value} />
        </s-stack>
      )}
    </s-section>
  );
}

function Figures({answer}: {answer: ServiceFigures}) {
  const {since, orders, isCounted, countedFrom} = answer;
  return (
    <>
      <s-paragraph>
        {`${countNoun(orders, 'fulfilment order was', 'fulfilment orders were')} requested since ${calendarDay(since)}, in 28 days.`}
        {!isCounted && ` Shopify counts the figures from ${count(countedFrom)} on.`}
      </s-paragraph>
      <IndexTable rows={answer.figures} columns={columnsOf(isCounted)} keyOf={({kind}) => kind} />
      <s-paragraph color="subdued">
        Counted by Piecewise; Shopify’s own figures decide. Not counted are calls that did not reach Piecewise. An order
        that you fulfil in Shopify counts as completed here once it is marked as shipped here.
      </s-paragraph>
    </>
  );
}

const columnsOf = (isCounted: boolean): readonly Column<Figure>[] => [
  {heading: 'What', listSlot: 'primary', renderCell: ({kind}) => <s-text>{figureTexts[kind]}</s-text>},
  {heading: 'In 28 days', listSlot: 'secondary', renderCell: shareText},
  {heading: 'Goal', format: 'numeric', renderCell: ({goal}) => `${percent(goal)} or more`},
  {heading: 'State', listSlot: 'inline', renderCell: (figure) => <FigureState figure={figure} isCounted={isCounted} />},
];

const figureTexts: Readonly<Record<Figure['kind'], string>> = {
  requests: 'Requests answered within 24 hours',
  cancellations: 'Requests to cancel answered within 24 hours',
  calls: 'Shopify’s calls answered',
  completed: 'Orders shipped, of those requested seven days ago or earlier',
  tracking: 'Shipments with a tracking number within an hour',
};

/** "97.2 %: 35 of 36". Rounded down, so that a missed goal never looks reached. */
function shareText({met, of}: Figure): string {
  if (of === 0) return 'None yet';
  return `${percent(Math.floor((met * 1000) / of) / 10)}: ${count(met)} of ${count(of)}`;
}

function FigureState({figure: {isMet}, isCounted}: {figure: Figure; isCounted: boolean}) {
  if (!isCounted) return <s-badge tone="neutral">Not enough orders yet</s-badge>;
  if (isMet === null) return <s-badge tone="neutral">Nothing to count yet</s-badge>;
  return isMet ? <s-badge tone="success">Reached</s-badge> : <s-badge tone="critical">Missed</s-badge>;
}
