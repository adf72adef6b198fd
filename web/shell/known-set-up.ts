// Remembers in the browser whether the store's set-up was over when it was last opened, so that the menu has the right entries from the
// start.
import type {Overview} from '#contract/overview.ts';
import {isStoreFilled} from '../shared/page/store-filled.ts';

/** The key of the browser's storage, one for each store. */
const storageKey = `piecewise-set-up-${new URLSearchParams(window.location.search).get('shop') ?? ''}`;

/** Whether set-up is known to be over; false where this browser does not know it. */
export function isSetUpKnownToBeOver(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'over';
  } catch {
    return false;
  }
}

/** Remembers in this browser whether the store's set-up is over. */
export function rememberSetUp(overview: Overview): void {
  try {
    if (isStoreFilled(overview)) localStorage.setItem(storageKey, 'over');
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser may refuse storage to a frame of another site: the menu then shows Set-up until the server has answered.
  }
}
