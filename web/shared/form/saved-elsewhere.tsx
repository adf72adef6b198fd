import {useEffect, useRef, useState} from 'react';
import {findDifferingFields} from './form-kind.ts';
import type {FormState} from './form-state.ts';

type SavedElsewhereProps<Draft, Form> = {
  readonly form: FormState<Draft, Form>;
  /** How often a save had to wait, or was refused, because of what was saved elsewhere; each time it rises, the section takes the focus. */
  readonly timesAsked: number;
};

/** Shows what another tab or person saved while this form held unsaved edits. Nothing is saved until the merchant has decided. */
export function SavedElsewhereSection<Draft, Form>({form, timesAsked}: SavedElsewhereProps<Draft, Form>) {
  const box = useRef<HTMLDivElement>(null);
  const {savedElsewhere, draft, kind, keepDraft, discard} = form;
  const isShown = savedElsewhere !== null;
  useEffect(() => {
    if (timesAsked === 0 || !isShown) return;
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, [timesAsked, isShown]);
  const [decided, setDecided] = useState(0);
  useEffect(() => {
    // The pressed button disappears, so the empty box holds the focus; it takes no space.
    if (decided > 0) box.current?.focus();
  }, [decided]);
  if (!isShown) return <div ref={box} tabIndex={-1} style={{outline: 'none', position: 'absolute'}} />;
  const settle = (decide: () => void) => {
    decide();
    setDecided((times) => times + 1);
  };
  const saved = kind.draftOf(savedElsewhere);
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="These settings were saved elsewhere while you edited them">
        <s-stack gap="small-200">
          {findDifferingFields(kind, draft, saved).map((field) => (
            <s-text key={field.key ?? field.label}>
              {field.label}: saved is {field.textOf(saved)}, you have {field.textOf(draft)}.
            </s-text>
          ))}
          <s-text color="subdued">Nothing is saved until you decide.</s-text>
          <s-stack direction="inline" gap="small-300">
            <s-button variant="primary" onClick={() => settle(discard)}>
              Load what was saved
            </s-button>
            <s-button onClick={() => settle(keepDraft)}>Keep all that you have</s-button>
          </s-stack>
        </s-stack>
      </s-section>
    </div>
  );
}
