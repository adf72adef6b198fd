import type {ReactNode} from 'react';
import {useElementEvents} from '../../element-events.ts';

export type OrdersTableProps = {
  readonly isLoading: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly children: ReactNode;
};

/** The table around the rows, with its columns and the buttons to the other pages. */
export function OrdersTable({isLoading, hasPrevious, hasNext, onPrevious, onNext, children}: OrdersTableProps) {
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
        <s-table-header listSlot="primary">Order</s-table-header>
        <s-table-header listSlot="secondary">Article</s-table-header>
        <s-table-header>Ships to</s-table-header>
        <s-table-header>State</s-table-header>
        <s-table-header>Cost and margin</s-table-header>
        <s-table-header>At the supplier</s-table-header>
      </s-table-header-row>
      <s-table-body>{children}</s-table-body>
    </s-table>
  );
}
