// Moves the focus in the list of orders by keys, and keeps it in the list when the row that has it leaves.
import {type FocusEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef} from 'react';

/** The attribute that marks, in each row, the element that keys move the focus to. */
export const rowAttribute = 'data-order';

export type RowFocus = {
  /** The position of the row with the focus; -1: none. */
  readonly focusedIndex: () => number;
  /** Moves the focus to the row of this order; undefined: does nothing. */
  readonly moveTo: (id: string | undefined) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/**
 * Remembers which row of the list has the focus. @param list the element around the rows. @param ids the orders of the rows, in their
 * order.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]): RowFocus {
  const last = useRef<{id: string; index: number} | null>(null);
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[${rowAttribute}="${CSS.escape(id)}"]`);
  const moveTo = (id: string | undefined) => {
    if (id !== undefined) rowOf(id)?.focus();
  };
  const keepFocus = () => {
    // Does not take the focus while the merchant works in another tab or in the admin around this page.
    if (last.current === null || !document.hasFocus()) return;
    const {id, index} = last.current;
    if (ids.includes(id)) {
      last.current = {id, index: ids.indexOf(id)};
      return;
    }
    last.current = null;
    // The browser gives the focus of a removed element to the body.
    if (document.activeElement !== document.body) return;
    const next = ids[Math.min(index, ids.length - 1)];
    if (next === undefined) list.current?.focus();
    else moveTo(next);
  };
  useLayoutEffect(keepFocus);
  const comeBack = useEffectEvent(keepFocus);
  useEffect(() => {
    const listener = () => comeBack();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
  return {
    focusedIndex: () => (last.current === null ? -1 : ids.indexOf(last.current.id)),
    moveTo,
    onFocus({target}) {
      const row = target.closest('s-table-row');
      // The row that heads a group is none of the list: keys there go by the group's first row.
      const id = idIn(row) ?? idIn(row?.nextElementSibling);
      last.current = id === undefined ? null : {id, index: ids.indexOf(id)};
    },
    // React fires no blur event for an element that it removes. While another tab has the focus, the element stays this page's active one.
    onBlur({target, relatedTarget}) {
      const staysInList = relatedTarget instanceof Node && list.current?.contains(relatedTarget) === true;
      if (!staysInList && target !== document.activeElement) last.current = null;
    },
  };
}

/** The order of a row of the table; undefined: it is a row of none. */
const idIn = (row: Element | null | undefined): string | undefined =>
  row?.querySelector(`[${rowAttribute}]`)?.getAttribute(rowAttribute) ?? undefined;
