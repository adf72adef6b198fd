import {PagedTable, type PagedTableProps} from '../../shared/list/paged-table.tsx';

export type OrdersTableProps = PagedTableProps;

/** The table around the rows, with its columns and the buttons to the other pages. */
export const OrdersTable = ({children, ...paging}: OrdersTableProps) => (
  <PagedTable {...paging}>
    <s-table-header-row>
      <s-table-header listSlot="primary">Order</s-table-header>
      <s-table-header listSlot="secondary">Article</s-table-header>
      <s-table-header>Ships to</s-table-header>
      <s-table-header>State</s-table-header>
      <s-table-header>Cost and margin</s-table-header>
      <s-table-header>At the supplier</s-table-header>
    </s-table-header-row>
    <s-table-body>{children}</s-table-body>
  </PagedTable>
);
