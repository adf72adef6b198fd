// Whether the page is shown on a phone, for what no container query can say: an attribute, or the text itself.
import {useSyncExternalStore} from 'react';

const narrowScreen = matchMedia('(max-width: 490px)');

/** Whether the screen is as narrow as a phone's; follows it when the window is resized. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(followWidth, () => narrowScreen.matches);
}

/** Calls `onChange` when the screen becomes or stops being narrow; returns the function that ends this. */
function followWidth(onChange: () => void): () => void {
  narrowScreen.addEventListener('change', onChange);
  return () => narrowScreen.removeEventListener('change', onChange);
}
