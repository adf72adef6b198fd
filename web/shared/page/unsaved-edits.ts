// Asks before unsaved edits are lost. Links inside the app ask where they are followed (app-navigation.tsx). For closing, the browser
// asks in its own words: https://developer.mozilla.org/en-US/docs/Web/API/Window/beforeunload_event
import {useEffect} from 'react';
import {askToLeave} from './leave-question.tsx';

type Form = {
  /** Whether Shopify's bar for unsaved changes is shown for the form: the bar then asks. */
  readonly hasSaveBar: boolean;
};

/** The forms with unsaved edits. */
const forms = new Set<Form>();

/**
 * Asks also when the page is closed or loaded again, and before the browser's Back and Forward. Any number of forms of a page can
 * have unsaved edits.
 */
export function useAskBeforeLeaving(hasUnsavedEdits: boolean, {hasSaveBar = false} = {}): void {
  useEffect(() => {
    if (!hasUnsavedEdits) return;
    const form = {hasSaveBar};
    forms.add(form);
    if (forms.size === 1) {
      window.addEventListener('beforeunload', preventUnload);
      edited = {place: placeInHistory(), step: 'watching'};
    }
    return () => {
      forms.delete(form);
      if (forms.size > 0) return;
      window.removeEventListener('beforeunload', preventUnload);
      edited = null;
    };
  }, [hasUnsavedEdits, hasSaveBar]);
}

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Resolves when the merchant agrees to lose the edits, at once if there are none; never resolves if they stay. */
export async function agreeToLeave(): Promise<void> {
  await shopify.saveBar.leaveConfirmation();
  if ([...forms].some(({hasSaveBar}) => !hasSaveBar)) await askToLeave();
}

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
