import {useState} from 'react';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {ownPriceWords, priceMove, warningsOf} from '../../shared/own-prices/own-price-words.ts';
import {WorstLeft} from '../../shared/pricing/left-per-piece.tsx';
import type {Tone} from '../../text/words.ts';
import type {PriceLine} from './price-list.ts';

type LinesTableProps = {readonly lines: readonly PriceLine[]; readonly currency: string};

/** How many lines one page of the table shows. */
const pageSize = 50;

/** The lines, those with a problem first. */
export function LinesTable({lines, currency}: LinesTableProps) {
  const [page, setPage] = useState(0);
  const sorted = lines.toSorted((one, other) => rankOf(one) - rankOf(other) || one.line - other.line);
  const from = page * pageSize;
  return (
    <IndexTable
      rows={sorted.slice(from, from + pageSize)}
      columns={columnsIn(currency)}
      keyOf={({line}) => String(line)}
      hasPrevious={page > 0}
      hasNext={from + pageSize < sorted.length}
      onPrevious={() => setPage(page - 1)}
      onNext={() => setPage(page + 1)}
    />
  );
}

const columnsIn = (currency: string): readonly Column<PriceLine>[] => [
  {heading: 'Line', renderCell: ({line}) => <s-text color="subdued">{line}</s-text>},
  {heading: 'Article', listSlot: 'primary', renderCell: (line) => <NamedArticle line={line} />},
  {
    heading: 'Own price',
    listSlot: 'secondary',
    renderCell: ({own, cells}) => (own === null ? cells.price.slice(0, 50) || '–' : ownPriceWords(own)),
  },
  {
    // Two amounts need two lines on a phone, so it is no column of amounts.
    heading: 'Price',
    renderCell: ({effect}) => (effect === null ? '–' : priceMove(effect, currency)),
  },
  {
    heading: 'Left per piece',
    format: 'currency',
    renderCell: ({effect}) => <WorstLeft left={effect?.left ?? null} currency={currency} />,
  },
  {heading: 'Result', renderCell: (line) => <Result line={line} currency={currency} />},
];

function NamedArticle({line: {cells, effect, given}}: {readonly line: PriceLine}) {
  const name = effect?.name || cells.article || given.slice(0, 100);
  return (
    <s-box maxInlineSize="240px">
      <s-paragraph lineClamp={2}>
        <s-text dir="auto">{name}</s-text>
      </s-paragraph>
    </s-box>
  );
}

function Result({line, currency}: {readonly line: PriceLine; readonly currency: string}) {
  const {label, tone} = badges[line.state];
  const warnings = line.effect === null || line.state === 'same' ? [] : warningsOf(line.effect, currency);
  return (
    <s-box maxInlineSize="320px">
      <s-stack gap="small-400">
        <s-stack direction="inline">
          <s-badge tone={tone}>{label}</s-badge>
        </s-stack>
        {line.state !== 'ready' && line.state !== 'saved' && <s-text>{line.text}</s-text>}
        {warnings.map((text) => (
          <s-text key={text} tone="caution">
            {text}
          </s-text>
        ))}
      </s-stack>
    </s-box>
  );
}

const badges: Readonly<Record<PriceLine['state'], {readonly label: string; readonly tone: Tone}>> = {
  ready: {label: 'Ready', tone: 'info'},
  same: {label: 'Nothing to do', tone: 'neutral'},
  asks: {label: 'Which number?', tone: 'warning'},
  refused: {label: 'Refused', tone: 'warning'},
  saved: {label: 'Saved', tone: 'success'},
};

/** Problems first, then what is to be thought of, what can be saved, what needs nothing, and what is done. */
function rankOf({state, effect}: PriceLine): number {
  if (state === 'refused' || state === 'asks') return 0;
  if (state === 'ready') return effect !== null && effect.warnings.length > 0 ? 1 : 2;
  return state === 'same' ? 3 : 4;
}
