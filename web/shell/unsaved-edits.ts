// Asks before unsaved edits are lost. Links inside the app ask where they are followed (app-navigation.tsx). For closing, the browser
// asks in its own words: https://developer.mozilla.org/en-US/docs/Web/API/Window/beforeunload_event
import {useEffect} from 'react';

/** Asks also when the page is closed or loaded again, and before the browser's Back and Forward. */
export function useAskBeforeLeaving(hasUnsavedEdits: boolean): void {
  useEffect(() => {
    if (!hasUnsavedEdits) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    edited = {place: placeInHistory(), step: 'watching'};
    return () => {
      window.removeEventListener('beforeunload', ask);
      edited = null;
    };
  }, [hasUnsavedEdits]);
}

/** Resolves when the merchant agrees to lose the edits, at once if there are none; never resolves if they stay. */
export const agreeToLeave = async (): Promise<void> => shopify.saveBar.leaveConfirmation();

type Edited = {
  readonly place: number | null;
  readonly step: 'watching' | 'taking back' | 'leaving';
};

/** The page with unsaved edits; null: there are none. */
let edited: Edited | null = null;
let stepsTakenBack = 0;

/**
 * A step in the history cannot be cancelled. It is taken back before the router hears of it, and taken again if the merchant
 * agrees. Listeners of the window run in the order they were added, so this one is added when the app is loaded.
 */
window.addEventListener('popstate', (event) => {
  if (edited === null || edited.step === 'leaving') return;
  const page = edited;
  if (page.step === 'taking back') {
    event.stopImmediatePropagation();
    edited = {...page, step: 'watching'};
    void askAboutSteps(page, stepsTakenBack);
    return;
  }
  const place = placeInHistory();
  if (page.place === null || place === null || page.place === place) return;
  event.stopImmediatePropagation();
  stepsTakenBack = place - page.place;
  edited = {...page, step: 'taking back'};
  window.history.go(-stepsTakenBack);
});

async function askAboutSteps({place}: Edited, steps: number): Promise<void> {
  await agreeToLeave();
  edited = {place, step: 'leaving'};
  window.history.go(steps);
}

/** react-router numbers the entries of the history in their state. */
function placeInHistory(): number | null {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered && typeof state.idx === 'number' ? state.idx : null;
}
