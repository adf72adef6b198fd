import type {ReactNode} from 'react';
import {useElementEvents} from '../page/element-events.ts';

export type PagedTableProps = {
  readonly isLoading: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  /** The row of headers, then the body. */
  readonly children: ReactNode;
};

/** A table with buttons to its other pages. */
export function PagedTable({isLoading, hasPrevious, hasNext, onPrevious, onNext, children}: PagedTableProps) {
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
      {children}
    </s-table>
  );
}
