// How wide the page is shown, for what no container query can say: an attribute, or the text itself.
import {useSyncExternalStore} from 'react';

const phone = watchWidth(490);
const tablet = watchWidth(820);
const smallWindow = watchWidth(1000);

/** Whether the page is as narrow as on a phone; follows it when the window is resized. */
export const useIsNarrow = (): boolean => useSyncExternalStore(phone.follow, phone.isReached);

/** Whether the page is too narrow for a table of so many columns: on a tablet, or beside the menu in a small window. */
export function useLacksRoom(columns: number): boolean {
  const isTablet = useSyncExternalStore(tablet.follow, tablet.isReached);
  const isSmallWindow = useSyncExternalStore(smallWindow.follow, smallWindow.isReached);
  return (isTablet && columns > 4) || (isSmallWindow && columns > 6);
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
