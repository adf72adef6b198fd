import {useEffect, useRef, useState} from 'react';
import {differing} from './form-kind.ts';
import type {FormState} from './form-state.ts';

type SavedElsewhereProps<Draft, Form> = {
  readonly form: FormState<Draft, Form>;
  /** Rises when a save waits or was refused because of what was saved elsewhere: the section then takes the focus. */
  readonly asked: number;
};

/** What another tab or person saved while this form held unsaved edits. Nothing is saved until the merchant has decided. */
export function SavedElsewhereSection<Draft, Form>({form, asked}: SavedElsewhereProps<Draft, Form>) {
  const box = useRef<HTMLDivElement>(null);
  const {elsewhere, draft, kind, keep, discard} = form;
  const isShown = elsewhere !== null;
  useEffect(() => {
    if (asked === 0 || !isShown) return;
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, [asked, isShown]);
  const [decided, setDecided] = useState(0);
  useEffect(() => {
    // The button that decided disappears: the empty box holds the focus then, and takes no space.
    if (decided > 0) box.current?.focus();
  }, [decided]);
  if (!isShown) return <div ref={box} tabIndex={-1} style={{outline: 'none', position: 'absolute'}} />;
  const settle = (decide: () => void) => {
    decide();
    setDecided((times) => times + 1);
  };
  const saved = kind.draftOf(elsewhere);
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="These settings were saved elsewhere while you edited them">
        <s-stack gap="small-200">
          {differing(kind, draft, saved).map((field) => (
            <s-text key={field.key ?? field.label}>
              {field.label}: saved is {field.shown(saved)}, you have {field.shown(draft)}.
            </s-text>
          ))}
          <s-text color="subdued">Nothing is saved until you decide.</s-text>
          <s-stack direction="inline" gap="small-300">
            <s-button variant="primary" onClick={() => settle(discard)}>
              Load what was saved
            </s-button>
            <s-button onClick={() => settle(keep)}>Keep all that you have</s-button>
          </s-stack>
        </s-stack>
      </s-section>
    </div>
  );
}
