import {useState} from 'react';

/** The cursor of the shown page, and the props of the buttons to other pages. */
export type Paging = {
  /** The cursor of the shown page; null: the first page. */
  readonly cursor: string | null;
  /** How many rows the pages before the shown one have, as far as `toPagingProps` was given their number. */
  readonly before: number;
  /**
   * The props for a table's paging buttons. @param next the cursor of the next page; null: the shown page is the last. @param rows how many
   * rows the shown page has.
   */
  readonly toPagingProps: (
    next: string | null,
    rows?: number,
  ) => {
    readonly hasPrevious: boolean;
    readonly hasNext: boolean;
    readonly onPrevious: () => void;
    readonly onNext: () => void;
  };
};

type VisitedPage = {readonly cursor: string; readonly before: number};

/** Remembers which page of a list is shown. @param list identifies the list; a new list begins at its first page. */
export function usePaging(list: string): Paging {
  /** The visited pages; the last one is shown. */
  const [walked, setWalked] = useState<{list: string; trail: readonly VisitedPage[]}>({list, trail: []});
  const trail = walked.list === list ? walked.trail : [];
  const {cursor, before} = trail.at(-1) ?? {cursor: null, before: 0};
  const setTrail = (next: readonly VisitedPage[]) => setWalked({list, trail: next});
  return {
    cursor,
    before,
    toPagingProps: (next, rows = 0) => ({
      hasPrevious: trail.length > 0,
      hasNext: next !== null,
      onPrevious: () => setTrail(trail.slice(0, -1)),
      onNext: () => next !== null && setTrail([...trail, {cursor: next, before: before + rows}]),
    }),
  };
}
