import {type ReactNode, useRef} from 'react';
import {useElementEvents} from '../page/element-events.ts';
import {type Grouping, headingOf, toGroups} from './grouping.ts';
import {useIsNarrow, useLacksRoom} from './narrow-screen.ts';
import type {Selection} from './selection.tsx';

/** A sort order of a list: its name in the address, its label, and whether the highest or newest is first. */
export type SortOption = {readonly value: string; readonly label: string; readonly isDescending?: true};

/** A column of a list's table. */
export type Column<Row> = {
  readonly heading: string;
  /** The place of the column in the card that phones show in place of a row. */
  readonly listSlot?: 'primary' | 'secondary' | 'inline';
  /** How the values are aligned; an amount is never broken between two lines. */
  readonly format?: 'currency' | 'numeric';
  /** The sort orders that the column's header offers: the first press asks for the first, the next press for the one after it. */
  readonly sorts?: readonly SortOption[];
  /** The content of the column's cell in a row; null: there is none, which is a dash in the table, and no line of a card. */
  readonly renderCell: (row: Row) => ReactNode;
  /** The content of its cell in the row that heads a group; left out: that cell is empty. */
  readonly renderHeadingCell?: (rows: readonly Row[]) => ReactNode;
};

/** The state of a list's paging, and the handlers of its buttons. */
export type PagingProps = {
  readonly isLoading: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
};

/** The `value` of the present sort order, and the handler for another one. */
export type Sorting = {readonly value: string; readonly onSort: (value: string) => void};

type IndexTableProps<Row> = Partial<PagingProps> & {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** A key of the row that is unique in the table. */
  readonly keyOf: (row: Row) => string;
  /** The DOM id of the link that a click anywhere in the row follows. */
  readonly linkIdOf?: (row: Row) => string;
  readonly selection?: Selection<Row>;
  readonly sorting?: Sorting;
  readonly grouping?: Grouping<Row> | undefined;
};

const doNothing = () => {};

/**
 * The table of a list, with rows that open, headers that sort, check boxes, and buttons to other pages. Where the page is too narrow for
 * its columns, and on phones, it shows cards.
 */
export function IndexTable<Row>({
  rows,
  columns,
  keyOf,
  linkIdOf,
  selection,
  sorting,
  grouping,
  isLoading = false,
  hasPrevious = false,
  hasNext = false,
  onPrevious = doNothing,
  onNext = doNothing,
}: IndexTableProps<Row>) {
  const table = useElementEvents<HTMLElementTagNameMap['s-table'], 'previouspage' | 'nextpage'>({
    previouspage: onPrevious,
    nextpage: onNext,
  });
  const isNarrow = useIsNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const lacksRoom = useLacksRoom(frame, columns.length, rows.map(keyOf).join(' '));
  return (
    <div ref={frame}>
      <s-table
        ref={table}
        variant={lacksRoom ? 'list' : 'auto'}
        loading={isLoading}
        paginate={hasPrevious || hasNext}
        hasPreviousPage={hasPrevious}
        hasNextPage={hasNext}
      >
        <s-table-header-row>
          {columns.map((column) => (
            <ColumnHeader key={column.heading} column={column} sorting={sorting} />
          ))}
        </s-table-header-row>
        <s-table-body>
          {/* Side by side, so that a row stays the same when another one leaves its group. */}
          {toGroups(rows, grouping).flatMap((group) => [
            ...headingOf(group, grouping).map(({key, name}) => (
              <HeadingRow key={key} rows={group} columns={columns} selection={selection} name={name} />
            )),
            ...group.map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                selection={selection}
                linkId={linkIdOf?.(row)}
                isCard={lacksRoom || isNarrow}
              />
            )),
          ])}
        </s-table-body>
      </s-table>
    </div>
  );
}

type TableRowProps<Row> = Pick<IndexTableProps<Row>, 'columns'> & {
  readonly row: Row;
  readonly selection: Selection<Row> | undefined;
  /** The DOM id of the link that a click anywhere in the row follows. */
  readonly linkId: string | undefined;
  readonly isCard: boolean;
};

function TableRow<Row>({row, columns, selection, linkId, isCard}: TableRowProps<Row>) {
  return (
    <s-table-row {...(linkId === undefined ? {} : {clickDelegate: linkId})}>
      {columns.map(({heading, format, renderCell}, index) => {
        const content = renderCell(row);
        return (
          <s-table-cell key={heading} ref={(cell) => showCell(cell, content !== null || !isCard)}>
            {index === 0 && selection !== undefined ? (
              <SelectableCell row={row} selection={selection}>
                {content}
              </SelectableCell>
            ) : (
              <CellContent format={format}>{content ?? '–'}</CellContent>
            )}
          </s-table-cell>
        );
      })}
    </s-table-row>
  );
}

/** A card leaves out a line without content; the element takes no style of React's. */
function showCell(cell: HTMLElement | null, isShown: boolean): void {
  if (cell !== null) cell.style.display = isShown ? '' : 'none';
}

/** A header that sorts shows its arrow while the table is sorted by it, so that the columns stay narrow. */
function ColumnHeader<Row>({column, sorting}: {column: Column<Row>; sorting: Sorting | undefined}) {
  const {heading, listSlot, format, sorts = []} = column;
  const shown = sorts.findIndex(({value}) => value === sorting?.value);
  const next = sorts[(shown + 1) % sorts.length];
  const isAscending = sorts[shown]?.isDescending === undefined;
  return (
    <s-table-header
      {...(listSlot === undefined ? {} : {listSlot})}
      {...(format === undefined ? {} : {format})}
      {...(shown === -1 ? {} : {'aria-sort': isAscending ? 'ascending' : 'descending'})}
    >
      {sorting === undefined || next === undefined ? (
        heading
      ) : (
        <div style={{display: 'flex', justifyContent: format === undefined ? 'start' : 'end'}}>
          <s-clickable accessibilityLabel={`${heading}: ${next.label}`} onClick={() => sorting.onSort(next.value)}>
            <span style={{whiteSpace: 'nowrap'}}>
              <s-text type="strong">{heading}</s-text>
              {shown !== -1 && (
                <>
                  {' '}
                  <s-icon type={isAscending ? 'sort-ascending' : 'sort-descending'} size="small" />
                </>
              )}
            </span>
          </s-clickable>
        </div>
      )}
    </s-table-header>
  );
}

type HeadingRowProps<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly selection: Selection<Row> | undefined;
  readonly name: string;
};

/** The row that heads a group, with a check box that chooses all of its rows. */
function HeadingRow<Row>({rows, columns, selection, name}: HeadingRowProps<Row>) {
  const free = selection === undefined ? [] : rows.filter(selection.mayChoose);
  const chosen = free.filter((row) => selection?.chosen.includes(row));
  return (
    <s-table-row>
      {columns.map(({heading, format, renderHeadingCell}, index) =>
        renderHeadingCell === undefined ? (
          <s-table-cell key={heading} />
        ) : (
          <s-table-cell key={heading}>
            {index === 0 && selection !== undefined ? (
              <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="center">
                <s-checkbox
                  accessibilityLabel={`Choose ${name}`}
                  checked={free.length > 0 && chosen.length === free.length}
                  indeterminate={chosen.length > 0 && chosen.length < free.length}
                  disabled={free.length === 0}
                  onChange={(event) => selection.choose(free, event.currentTarget.checked)}
                />
                {renderHeadingCell(rows)}
              </s-grid>
            ) : (
              <CellContent format={format}>{renderHeadingCell(rows)}</CellContent>
            )}
          </s-table-cell>
        ),
      )}
    </s-table-row>
  );
}

/** The content of a cell; an amount is never broken between two lines. */
const CellContent = ({format, children}: {format: Column<never>['format'] | undefined; children: ReactNode}) =>
  format === undefined ? children : <span style={{whiteSpace: 'nowrap'}}>{children}</span>;

type SelectableCellProps<Row> = {row: Row; selection: Selection<Row>; children: ReactNode};

/** The row's first cell with the check box before it. */
const SelectableCell = <Row,>({row, selection, children}: SelectableCellProps<Row>) => (
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
