import {useState} from 'react';

/** The cursor of the shown page, and the props of the buttons to other pages. */
export type Paging = {
  /** The cursor of the shown page; null: the first page. */
  readonly cursor: string | null;
  /** The props for a table's paging buttons. @param next the cursor of the next page; null: the shown page is the last. */
  readonly toPagingProps: (next: string | null) => {
    readonly hasPrevious: boolean;
    readonly hasNext: boolean;
    readonly onPrevious: () => void;
    readonly onNext: () => void;
  };
};

/** Remembers which page of a list is shown. @param list identifies the list; a new list begins at its first page. */
export function usePaging(list: string): Paging {
  /** The cursors of the visited pages; the last one is shown. */
  const [walked, setWalked] = useState<{list: string; trail: readonly string[]}>({list, trail: []});
  const trail = walked.list === list ? walked.trail : [];
  const setTrail = (next: readonly string[]) => setWalked({list, trail: next});
  return {
    cursor: trail.at(-1) ?? null,
    toPagingProps: (next) => ({
      hasPrevious: trail.length > 0,
      hasNext: next !== null,
      onPrevious: () => setTrail(trail.slice(0, -1)),
      onNext: () => next !== null && setTrail([...trail, next]),
    }),
  };
}
