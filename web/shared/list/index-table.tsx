import type {ReactNode} from 'react';
import {useElementEvents} from '../page/element-events.ts';
import type {Selection} from './selection.tsx';

export type ListSort = {readonly value: string; readonly label: string};

export type Column<Row> = {
  readonly heading: string;
  readonly listSlot?: 'primary' | 'secondary' | 'inline';
  readonly format?: 'currency' | 'numeric';
  /** The orders of the list that its header offers: the first press asks for the first, the next for the one after it. */
  readonly sorts?: readonly ListSort[];
  readonly renderCell: (row: Row) => ReactNode;
};

export type Pages = {
  readonly isLoading: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
};

export type Sorting = {readonly value: string; readonly onSort: (value: string) => void};

type IndexTableProps<Row> = Partial<Pages> & {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The id of the link that a click anywhere in the row follows. */
  readonly linkOf?: (row: Row) => string;
  readonly selection?: Selection<Row>;
  readonly sorting?: Sorting;
};

const nothing = () => {};

/** The table of a list: rows that open, headers that sort, check boxes, and buttons to its other pages. Cards on phones. */
export function IndexTable<Row>({
  rows,
  columns,
  keyOf,
  linkOf,
  selection,
  sorting,
  isLoading = false,
  hasPrevious = false,
  hasNext = false,
  onPrevious = nothing,
  onNext = nothing,
}: IndexTableProps<Row>) {
  const table = useElementEvents<HTMLElementTagNameMap['s-table'], 'previouspage' | 'nextpage'>({
    previouspage: onPrevious,
    nextpage: onNext,
  });
  return (
    <s-table
      ref={table}
      loading={isLoading}
      paginate={hasPrevious || hasNext}
      hasPreviousPage={hasPrevious}
      hasNextPage={hasNext}
    >
      <s-table-header-row>
        {columns.map((column) => (
          <Header key={column.heading} column={column} sorting={sorting} />
        ))}
      </s-table-header-row>
      <s-table-body>
        {rows.map((row) => (
          <s-table-row key={keyOf(row)} {...(linkOf === undefined ? {} : {clickDelegate: linkOf(row)})}>
            {columns.map((column, index) => (
              <s-table-cell key={column.heading}>
                {index === 0 && selection !== undefined ? (
                  <Chosen row={row} selection={selection}>
                    {column.renderCell(row)}
                  </Chosen>
                ) : (
                  <Content column={column} row={row} />
                )}
              </s-table-cell>
            ))}
          </s-table-row>
        ))}
      </s-table-body>
    </s-table>
  );
}

function Header<Row>({column, sorting}: {column: Column<Row>; sorting: Sorting | undefined}) {
  const {heading, listSlot, format, sorts = []} = column;
  const shown = sorts.findIndex(({value}) => value === sorting?.value);
  const next = sorts[(shown + 1) % sorts.length];
  return (
    <s-table-header
      {...(listSlot === undefined ? {} : {listSlot})}
      {...(format === undefined ? {} : {format})}
      {...(shown === -1 ? {} : {'aria-sort': shown === 0 ? 'ascending' : 'descending'})}
    >
      {sorting === undefined || next === undefined ? (
        heading
      ) : (
        <s-clickable accessibilityLabel={`${heading}: ${next.label}`} onClick={() => sorting.onSort(next.value)}>
          <span style={{whiteSpace: 'nowrap'}}>
            <s-text type="strong">{heading}</s-text>{' '}
            <s-icon type={shown === -1 ? 'sort' : shown === 0 ? 'sort-ascending' : 'sort-descending'} size="small" />
          </span>
        </s-clickable>
      )}
    </s-table-header>
  );
}

/** An amount is never broken between two lines. */
const Content = <Row,>({column: {format, renderCell}, row}: {column: Column<Row>; row: Row}) =>
  format === undefined ? renderCell(row) : <span style={{whiteSpace: 'nowrap'}}>{renderCell(row)}</span>;

type ChosenProps<Row> = {row: Row; selection: Selection<Row>; children: ReactNode};

/** The row's check box before its first cell. */
const Chosen = <Row,>({row, selection, children}: ChosenProps<Row>) => (
  <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="center">
    <s-checkbox
      accessibilityLabel={`Choose ${selection.nameOf(row)}`}
      checked={selection.chosen.includes(row)}
      disabled={!selection.mayChoose(row)}
      onChange={(event) => selection.choose([row], event.currentTarget.checked)}
    />
    {children}
  </s-grid>
);
