import {useEffect, useRef, useState} from 'react';
import {draftOf} from './settings-draft.ts';
import {isSame} from './settings-fields.ts';
import type {SettingsFormState} from './settings-form-state.ts';
import type {SavedElsewhere} from './settings-merge.ts';

type SavedElsewhereProps = {
  readonly form: SettingsFormState;
  /** Rises when the merchant tried to save: it then takes the focus. */
  readonly asked: number;
};

/** What another tab or person saved while this form held unsaved edits, and the decision where both changed the same field. */
export function SavedElsewhereSection({form, asked}: SavedElsewhereProps) {
  const box = useRef<HTMLDivElement>(null);
  const {elsewhere, draft, base, decide} = form;
  const isShown = elsewhere.length > 0;
  useEffect(() => {
    if (asked === 0 || !isShown) return;
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, [asked, isShown]);
  const [decided, setDecided] = useState(0);
  useEffect(() => {
    // The buttons of a decision go away with it: the next one's take the focus, or else the box.
    if (decided > 0) (box.current?.querySelector('s-button') ?? box.current)?.focus();
  }, [decided]);
  const settle = (...decision: Parameters<typeof decide>) => {
    decide(...decision);
    setDecided((times) => times + 1);
  };
  // Empty, it holds the focus after the last decision, and takes no room.
  if (!isShown) return <div ref={box} tabIndex={-1} style={{outline: 'none', position: 'absolute'}} />;
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="These settings were saved elsewhere while you edited them">
        <s-stack gap="small-200">
          {elsewhere.map((one) => {
            const {field} = one;
            const saved = field.shown(draftOf(base));
            return isUndecided(form, one) ? (
              <s-stack key={field.label} gap="small-300">
                <s-text>
                  {field.label}: saved is {saved}, you have {field.shown(draft)}.
                </s-text>
                <s-stack direction="inline" gap="small-300">
                  <s-button onClick={() => settle(one, 'typed')}>Keep {field.shown(draft)}</s-button>
                  <s-button onClick={() => settle(one, 'saved')}>Take {saved}</s-button>
                </s-stack>
              </s-stack>
            ) : (
              <s-text key={field.label}>
                {field.label}: now {saved}.
              </s-text>
            );
          })}
          <s-text color="subdued">Your other edits are still here and not saved yet.</s-text>
        </s-stack>
      </s-section>
    </div>
  );
}

/** Both have changed it, to different values. */
export const isUndecided = ({draft, base}: SettingsFormState, {field, isEditedHere}: SavedElsewhere): boolean =>
  isEditedHere && !isSame(field, draft, draftOf(base));
