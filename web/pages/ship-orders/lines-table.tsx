import {useState} from 'react';
import {readyText} from '#domain/orders/tracking/match-line.ts';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {useIsNarrow} from '../../shared/list/narrow-screen.ts';
import type {Tone} from '../../text/words.ts';
import {isRefused} from './failed-lines.ts';
import type {ListLine} from './ship-list.ts';

/** How many lines one page of the table shows. */
const pageSize = 50;

/** The lines, those with a problem first. */
export function LinesTable({lines}: {lines: readonly ListLine[]}) {
  const [page, setPage] = useState(0);
  const sorted = lines.toSorted((one, other) => rankOf(one) - rankOf(other) || one.line - other.line);
  const from = page * pageSize;
  return (
    <IndexTable
      rows={sorted.slice(from, from + pageSize)}
      columns={columns}
      keyOf={({line}) => String(line)}
      hasPrevious={page > 0}
      hasNext={from + pageSize < sorted.length}
      onPrevious={() => setPage(page - 1)}
      onNext={() => setPage(page + 1)}
    />
  );
}

const columns: readonly Column<ListLine>[] = [
  {heading: 'Line', renderCell: ({line}) => <s-text color="subdued">{line}</s-text>},
  {heading: 'Order', listSlot: 'primary', renderCell: (line) => <NamedOrder line={line} />},
  {
    heading: 'Tracking',
    listSlot: 'secondary',
    renderCell: ({shipment, cells}) => (
      <s-box maxInlineSize="260px">
        <s-paragraph lineClamp={2}>
          {[shipment?.trackingNumber ?? cells.number, shipment?.carrier].filter(Boolean).join(', ') || '–'}
        </s-paragraph>
      </s-box>
    ),
  },
  {
    heading: 'Result',
    renderCell: (line) => <Result line={line} />,
  },
];

function NamedOrder({line: {order, cells, given}}: {line: ListLine}) {
  return (
    <s-box maxInlineSize="220px">
      <s-paragraph lineClamp={2}>
        <s-text dir="auto">{order?.orderName ?? (cells.order || cells.reference || given.slice(0, 100))}</s-text>
      </s-paragraph>
    </s-box>
  );
}

/** What the line came to. In a table its words are never broken, and a long refusal takes lines of its own. */
function Result({line}: {line: ListLine}) {
  const isNarrow = useIsNarrow();
  return (
    <div style={isNarrow ? {} : {minWidth: '180px', maxWidth: '480px'}}>
      <s-stack gap="small-400">
        <s-stack direction="inline">
          <s-badge tone={badgeOf(line).tone}>{badgeOf(line).label}</s-badge>
        </s-stack>
        {!isPlain(line) && <s-text>{line.outcome?.text ?? line.text}</s-text>}
        {isRefused(line) && line.order !== null && (
          <s-stack direction="inline">
            <s-button href={`/orders/${line.order.id}`}>Open {line.order.orderName}</s-button>
          </s-stack>
        )}
      </s-stack>
    </div>
  );
}

type Badge = {readonly label: string; readonly tone: Tone};

function badgeOf(line: ListLine): Badge {
  if (isRefused(line)) return {label: 'Refused', tone: 'warning'};
  if (line.outcome !== null) return {label: 'Shipped', tone: 'success'};
  return line.state === 'ready' ? {label: 'Ready', tone: 'info'} : {label: 'Nothing to do', tone: 'neutral'};
}

/** Whether the badge says all there is to say. */
const isPlain = ({outcome, text}: ListLine): boolean => (outcome === null ? text === readyText : outcome.isShipped);

/** Problems first, then what can be sent, what needs nothing, and what is done. */
function rankOf(line: ListLine): number {
  if (isRefused(line)) return 0;
  if (line.outcome !== null) return 3;
  return line.state === 'ready' ? 1 : 2;
}
