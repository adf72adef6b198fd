// Asks before unsaved edits are lost. For links inside the app, app-navigation.tsx asks when they are followed; when the page closes, the
// browser asks in its own words: https://developer.mozilla.org/en-US/docs/Web/API/Window/beforeunload_event
import {useEffect} from 'react';
import {askToLeave} from './leave-question.tsx';

type EditedForm = {
  /** Whether Shopify's save bar is shown for the form; then the bar asks. */
  readonly hasSaveBar: boolean;
};

/** The forms with unsaved edits. */
const editedForms = new Set<EditedForm>();

/**
 * Registers a form with unsaved edits, so that leaving asks first, also when the page is closed or loaded again, and before the browser's
 * Back and Forward. Any number of forms of a page can have unsaved edits.
 */
export function useAskBeforeLeaving(hasUnsavedEdits: boolean, {hasSaveBar = false} = {}): void {
  useEffect(() => {
    if (!hasUnsavedEdits) return;
    const form = {hasSaveBar};
    editedForms.add(form);
    if (editedForms.size === 1) {
      window.addEventListener('beforeunload', preventUnload);
      editedPage = {historyIndex: readHistoryIndex(), step: 'watching'};
    }
    return () => {
      editedForms.delete(form);
      if (editedForms.size > 0) return;
      window.removeEventListener('beforeunload', preventUnload);
      editedPage = null;
    };
  }, [hasUnsavedEdits, hasSaveBar]);
}

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Resolves when the merchant agrees to lose the edits, at once if there are none; never resolves if they stay. */
export async function agreeToLeave(): Promise<void> {
  await shopify.saveBar.leaveConfirmation();
  if ([...editedForms].some(({hasSaveBar}) => !hasSaveBar)) await askToLeave();
}

/** The page with unsaved edits: its index in the history, and how far a step of the history is handled. */
type EditedPage = {
  readonly historyIndex: number | null;
  /**
   * watching: no step of the history is handled; taking back: a step is being taken back; leaving: the merchant agreed to lose the
   * edits.
   */
  readonly step: 'watching' | 'taking back' | 'leaving';
};

/** The page with unsaved edits; null: there are none. */
let editedPage: EditedPage | null = null;
/** The step in the history that was last taken back: negative for Back, positive for Forward. */
let stepsTakenBack = 0;

/**
 * Handles the browser's Back and Forward. A step in the history cannot be cancelled, so it is taken back before the router hears of it, and
 * taken again if the merchant agrees. Listeners of the window run in the order they were added, so this one is added when the app is
 * loaded.
 */
window.addEventListener('popstate', (event) => {
  if (editedPage === null || editedPage.step === 'leaving') return;
  const page = editedPage;
  if (page.step === 'taking back') {
    event.stopImmediatePropagation();
    editedPage = {...page, step: 'watching'};
    void askAboutSteps(page, stepsTakenBack);
    return;
  }
  const place = readHistoryIndex();
  if (page.historyIndex === null || place === null || page.historyIndex === place) return;
  event.stopImmediatePropagation();
  stepsTakenBack = place - page.historyIndex;
  editedPage = {...page, step: 'taking back'};
  window.history.go(-stepsTakenBack);
});

/** Asks before the edits are lost, then takes the step in the history again. @param steps negative for Back, positive for Forward. */
async function askAboutSteps({historyIndex}: EditedPage, steps: number): Promise<void> {
  await agreeToLeave();
  editedPage = {historyIndex, step: 'leaving'};
  window.history.go(steps);
}

/** The index of the present history entry, which react-router keeps in the entry's state; null if there is none. */
function readHistoryIndex(): number | null {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered && typeof state.idx === 'number' ? state.idx : null;
}
