import type {Report, ReportRow} from '#contract/reports/report.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {count} from '../../text/format.ts';
import {groupings} from './report-view.ts';
import {amountText, percentText, rowName} from './report-words.ts';

/** A row of the table; `name` is null for what the report sums as all others. */
type TableRow = Omit<ReportRow, 'name'> & {readonly label: string; readonly href: string | null};

/** The figures of every period with orders, the newest first, or of every group, the one with the most revenue first. */
export function ReportTable({report, isLoading}: {readonly report: Report; readonly isLoading: boolean}) {
  const {by, rows, others, currency} = report;
  const named = rows.map((row) => ({
    ...row,
    label: rowName(row, by),
    href: by === 'article' ? articleAddress(row.key) : null,
  }));
  // The chart shows the periods without orders, and the file has them.
  const ordered = rows[0]?.until == null ? named : named.filter(({orders}) => orders > 0).toReversed();
  const rest =
    others === null
      ? []
      : [{...others, key: ' others', until: null, label: `All others (${count(others.groups)})`, href: null}];
  return (
    <IndexTable
      rows={[...ordered, ...rest]}
      columns={columnsFor(by, currency, (report.total.amounts?.payment ?? 0) !== 0)}
      keyOf={({key}) => key}
      isLoading={isLoading}
    />
  );
}

function columnsFor(by: Report['by'], currency: string | null, hasPayment: boolean): readonly Column<TableRow>[] {
  const amount = (heading: string, of: keyof NonNullable<ReportRow['amounts']>): Column<TableRow> => ({
    heading,
    format: 'currency',
    renderCell: ({amounts}) => amountText(amounts?.[of] ?? undefined, currency),
  });
  return [
    {heading: groupings[by], listSlot: 'primary', renderCell: (row) => <Name row={row} />},
    {heading: 'Orders', format: 'numeric', renderCell: (row) => <Orders row={row} />},
    amount('Revenue', 'revenue'),
    amount('Cost', 'cost'),
    amount('Supplier fees', 'fees'),
    ...(hasPayment ? [amount('Payment fees', 'payment')] : []),
    amount('Margin', 'margin'),
    {heading: 'Margin %', format: 'numeric', renderCell: ({amounts}) => percentText(amounts?.marginPercent)},
    {heading: 'Refunded', format: 'numeric', renderCell: ({refunded}) => count(refunded)},
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
