import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {isSame} from './form-kind.ts';
import type {FormState} from './form-state.ts';
import type {SavedElsewhere} from './merge-saved.ts';

type SavedElsewhereProps<Draft, Form> = {
  readonly form: FormState<Draft, Form>;
  /** Rises when a save was held back or refused because of these changes: the section then takes the focus. */
  readonly asked: number;
};

/** What another tab or person saved while this form held unsaved edits, and the decision where both changed the same field. */
export function SavedElsewhereSection<Draft, Form>({form, asked}: SavedElsewhereProps<Draft, Form>) {
  const box = useRef<HTMLDivElement>(null);
  const {elsewhere, draft, base, decide, kind} = form;
  const isShown = elsewhere.length > 0;
  useEffect(() => {
    if (asked === 0 || !isShown) return;
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, [asked, isShown]);
  const [decided, setDecided] = useState(0);
  useEffect(() => {
    // The buttons of a decision disappear with it: the first button of the next decision takes the focus, or else the box.
    if (decided > 0) (box.current?.querySelector('s-button') ?? box.current)?.focus();
  }, [decided]);
  const settle = (...decision: Parameters<typeof decide>) => {
    decide(...decision);
    setDecided((times) => times + 1);
  };
  // The empty box holds the focus after the last decision, and takes no space.
  if (!isShown) return <div ref={box} tabIndex={-1} style={{outline: 'none', position: 'absolute'}} />;
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="These settings were saved elsewhere while you edited them">
        <s-stack gap="small-200">
          {elsewhere.map((one) => {
            const {field} = one;
            const saved = field.shown(kind.draftOf(base));
            return isUndecided(form, one) ? (
              <s-stack key={field.key ?? field.label} gap="small-300">
                <s-text>
                  {field.label}: saved is {saved}, you have {field.shown(draft)}.
                </s-text>
                <s-stack direction="inline" gap="small-300">
                  <Choose verb="Keep" value={field.shown(draft)} long="yours" onClick={() => settle(one, 'typed')} />
                  <Choose verb="Take" value={saved} long="what was saved" onClick={() => settle(one, 'saved')} />
                </s-stack>
              </s-stack>
            ) : (
              <s-text key={field.key ?? field.label}>
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

type ChooseProps = {
  readonly verb: 'Keep' | 'Take';
  readonly value: string;
  /** Stands in the button instead of a long value. */
  readonly long: string;
  readonly onClick: () => void;
};

/** In characters. A longer value does not fit into a button on a phone; the sentence above the button names it. */
const longestInButton = 20;

function Choose({verb, value, long, onClick}: ChooseProps) {
  if (value.length <= longestInButton) return <s-button onClick={onClick}>{`${verb} ${value}`}</s-button>;
  return (
    <s-button accessibilityLabel={`${verb} ${long}: ${value}`} onClick={onClick}>
      {`${verb} ${long}`}
    </s-button>
  );
}

/** Whether the field was changed here and elsewhere, to different values. */
export const isUndecided = <Draft, Form>(
  {draft, base, kind}: FormState<Draft, Form>,
  {field, isEditedHere}: SavedElsewhere<Draft>,
): boolean => isEditedHere && !isSame(field, draft, kind.draftOf(base));

/** Calls `onMore` when the list of what was saved elsewhere has changed and is not empty. */
export function useSavedElsewhere<Draft, Form>({elsewhere}: FormState<Draft, Form>, onMore: () => void): void {
  const known = useRef(elsewhere);
  const react = useEffectEvent(onMore);
  useEffect(() => {
    if (known.current === elsewhere) return;
    const isMore = elsewhere.length > 0;
    known.current = elsewhere;
    if (isMore) react();
  }, [elsewhere]);
}
