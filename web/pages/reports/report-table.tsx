import type {Report, ReportRow} from '#contract/reports/report.ts';
import {isPeriod} from '#domain/reports/report-names.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {type Column, IndexTable, type Sorting, type SortOption} from '../../shared/list/index-table.tsx';
import {count, money, percent} from '../../text/format.ts';
import {dateSorts, marginSorts, type ReportSort, revenueSorts, sortRows} from './report-sorts.ts';
import {groupings} from './report-view.ts';
import {rowName} from './report-words.ts';

/** A row of the table; `href` is null for what has no page. */
type TableRow = Omit<ReportRow, 'name'> & {readonly label: string; readonly href: string | null};

type ReportTableProps = {
  readonly report: Report;
  readonly sort: ReportSort;
  readonly onSort: Sorting['onSort'];
  readonly isLoading: boolean;
};

/** The figures of every period with orders, or of every group that the report names, and last those of all others. */
export function ReportTable({report, sort, onSort, isLoading}: ReportTableProps) {
  const {by, rows, others, currency} = report;
  const named = rows.map((row) => ({
    ...row,
    label: rowName(row, by),
    href: by === 'article' ? articleAddress(row.key) : null,
  }));
  // The chart shows the periods without orders, and the file has them.
  const shown = !isPeriod(by) ? named : named.filter(({orders}) => orders > 0);
  const rest =
    others === null
      ? []
      : [{...others, key: ' others', until: null, label: `All others (${count(others.groups)})`, href: null}];
  return (
    <IndexTable
      rows={[...sortRows(shown, sort), ...rest]}
      columns={columnsFor(by, currency, (report.total.amounts?.payment ?? 0) !== 0)}
      keyOf={({key}) => key}
      sorting={{value: sort, onSort}}
      isLoading={isLoading}
    />
  );
}

function columnsFor(by: Report['by'], currency: string | null, hasPayment: boolean): readonly Column<TableRow>[] {
  const amount = (
    heading: string,
    of: keyof Omit<NonNullable<ReportRow['amounts']>, 'marginPercent'>,
    sorts: readonly SortOption[] = [],
  ): Column<TableRow> => ({
    heading,
    format: 'currency',
    sorts,
    renderCell: ({amounts}) => (amounts === null || currency === null ? null : money(amounts[of], currency)),
  });
  return [
    {
      heading: groupings[by],
      listSlot: 'primary',
      sorts: isPeriod(by) ? dateSorts : [],
      renderCell: (row) => <Name row={row} />,
    },
    {heading: 'Orders', format: 'numeric', renderCell: (row) => <Orders row={row} />},
    amount('Revenue', 'revenue', revenueSorts),
    amount('Cost', 'cost'),
    amount('Supplier fees', 'fees'),
    ...(hasPayment ? [amount('Payment fees', 'payment')] : []),
    amount('Margin', 'margin', marginSorts),
    {
      heading: 'Margin %',
      format: 'numeric',
      renderCell: ({amounts}) => (amounts?.marginPercent == null ? null : percent(amounts.marginPercent)),
    },
    {heading: 'Money back', format: 'numeric', renderCell: ({refunded}) => count(refunded)},
  ];
}

const Name = ({row: {label, href}}: {readonly row: TableRow}) =>
  href === null ? (
    <s-text dir="auto">{label}</s-text>
  ) : (
    <s-link href={href}>
      <s-text dir="auto">{label}</s-text>
    </s-link>
  );

/** How many orders, and how many of them are in no amount. */
function Orders({row: {orders, ended, unknown}}: {readonly row: TableRow}) {
  const left = ended + unknown;
  return left === 0 ? count(orders) : `${count(orders)} (${count(left)} not counted)`;
}
