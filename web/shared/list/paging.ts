import {useState} from 'react';

export type Paging = {
  /** Null: the first page. */
  readonly cursor: string | null;
  /** The buttons of a table. @param next the cursor of the next page; null: the shown page is the last. */
  readonly toPages: (next: string | null) => {
    readonly hasPrevious: boolean;
    readonly hasNext: boolean;
    readonly onPrevious: () => void;
    readonly onNext: () => void;
  };
};

/** The page of a list that is shown, and the way to it. @param list identifies the list; a new list begins at its first page. */
export function usePaging(list: string): Paging {
  /** Cursors of the visited pages; the last one is shown. */
  const [walked, setWalked] = useState<{list: string; trail: readonly string[]}>({list, trail: []});
  const trail = walked.list === list ? walked.trail : [];
  const setTrail = (next: readonly string[]) => setWalked({list, trail: next});
  return {
    cursor: trail.at(-1) ?? null,
    toPages: (next) => ({
      hasPrevious: trail.length > 0,
      hasNext: next !== null,
      onPrevious: () => setTrail(trail.slice(0, -1)),
      onNext: () => next !== null && setTrail([...trail, next]),
    }),
  };
}
