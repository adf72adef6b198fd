// Whether the store's set-up was over when it was last opened in this browser: the menu has its entry, or leaves it out, from the start.
import type {Overview} from '#contract/overview.ts';
import {isFilled} from '../shared/page/set-up-steps.ts';

const storageKey = `piecewise-set-up-${new URLSearchParams(window.location.search).get('shop') ?? ''}`;

/** False where this browser does not know it. */
export function isKnownToBeOver(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'over';
  } catch {
    return false;
  }
}

export function rememberSetUp(overview: Overview): void {
  try {
    if (isFilled(overview)) localStorage.setItem(storageKey, 'over');
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser may refuse storage to a frame of another site: the menu then shows Set-up until the server has answered.
  }
}
