// How wide the page is shown, for what no container query can say: an attribute, or the text itself.
import {type RefObject, useLayoutEffect, useState, useSyncExternalStore} from 'react';

const phone = watchWidth(490);
const tablet = watchWidth(820);
const smallWindow = watchWidth(1000);

/** Whether the page is as narrow as on a phone; follows it when the window is resized. */
export const useIsNarrow = (): boolean => useSyncExternalStore(phone.follow, phone.isReached);

/**
 * Whether a table must show cards: on a tablet and beside the menu in a small window where it has many columns, and wherever its content
 * is wider than the frame around it, which is measured.
 */
export function useLacksRoom(frame: RefObject<HTMLElement | null>, columns: number, rows: string): boolean {
  const isTablet = useSyncExternalStore(tablet.follow, tablet.isReached);
  const isSmallWindow = useSyncExternalStore(smallWindow.follow, smallWindow.isReached);
  const isTooWide = useIsTooWide(frame, rows);
  return isTooWide || (isTablet && columns > 4) || (isSmallWindow && columns > 6);
}

/** What these rows need in a table, and the width that their frame has; `needed` is 0 as long as they fit. */
type Room = {readonly rows: string; readonly needed: number; readonly given: number};

/** Whether these rows do not fit into the frame as a table. Cards cannot say what a table would need, so that is remembered for the rows. */
function useIsTooWide(frame: RefObject<HTMLElement | null>, rows: string): boolean {
  const [room, setRoom] = useState<Room>({rows, needed: 0, given: 0});
  const needed = room.rows === rows ? room.needed : 0;
  useLayoutEffect(() => {
    const around = frame.current;
    if (around === null) return;
    const measure = () => {
      const given = around.clientWidth;
      const width = Math.max(needed, widthOfTable(around));
      setRoom((last) => {
        const next = {rows, needed: width > given + 1 ? width : needed, given};
        return last.rows === rows && last.needed === next.needed && last.given === given ? last : next;
      });
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(around);
    return () => sizes.disconnect();
  });
  return needed > room.given;
}

/** How wide the header of the table in the frame is, from its first column to its last; 0 while it shows cards. */
function widthOfTable(frame: HTMLElement): number {
  const headers = [...frame.querySelectorAll('s-table-header')].map((header) => header.getBoundingClientRect());
  const [first, last] = [headers[0], headers.at(-1)];
  return first === undefined || last === undefined ? 0 : last.right - first.left;
}

function watchWidth(pixels: number) {
  const query = matchMedia(`(max-width: ${pixels}px)`);
  return {
    isReached: () => query.matches,
    /** Calls `onChange` when the page becomes or stops being so narrow; returns the function that ends this. */
    follow: (onChange: () => void): (() => void) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
  };
}
