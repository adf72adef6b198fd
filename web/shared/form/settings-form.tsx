import {type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react';
import {StorePausedBanner} from '../page/paused-banner.tsx';
import {type FieldErrors, useFocusOnError} from './field-errors.ts';
import type {FormKind, SavingKind, Versioned} from './form-kind.ts';
import {type FormState, useForm} from './form-state.ts';
import {SaveBar} from './save-bar.tsx';
import {SavedElsewhereSection} from './saved-elsewhere.tsx';
import {type Saving, useSaving} from './saving.ts';

/** What the fields of a form need. */
export type FieldsProps<Draft, Form> = {
  readonly draft: Draft;
  readonly base: Versioned<Form>;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Draft>) => void;
};

export type SettingsFormState<Draft, Form> = {
  readonly form: FormState<Draft, Form>;
  readonly saving: Saving<Draft, Form>;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly fields: FieldsProps<Draft, Form>;
  /** How often the merchant was asked to decide about what was saved elsewhere. */
  readonly asked: number;
  readonly save: () => void;
  readonly discard: () => void;
};

/** The state of a form of settings. @param alwaysCounts in set-up: each save counts its effect first. */
export function useSettingsForm<Draft, Form>(
  kind: FormKind<Draft, Form> & SavingKind<Draft, Form>,
  loaded: Versioned<Form>,
  alwaysCounts = false,
): SettingsFormState<Draft, Form> {
  const form = useForm(kind, loaded);
  const {draft, base, elsewhere} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSaving(kind, base, {onSaved: form.wasSaved, onSavedElsewhere: ask, alwaysCounts});
  const element = useFocusOnError(saving.errors);
  // A preview and errors no longer apply once other values were saved elsewhere.
  const known = useRef(elsewhere);
  const restart = useEffectEvent(saving.restart);
  useEffect(() => {
    if (known.current !== elsewhere && elsewhere !== null) restart();
    known.current = elsewhere;
  }, [elsewhere]);
  const onChange = (part: Partial<Draft>) => {
    form.change(part);
    saving.restart();
  };
  const save = () => {
    if (elsewhere === null) void saving.submit(draft);
    else ask();
  };
  const discard = () => {
    form.discard();
    saving.restart();
  };
  return {form, saving, element, fields: {draft, base, errors: saving.errors, onChange}, asked, save, discard};
}

type SettingsFormProps<Draft, Form> = {
  readonly state: SettingsFormState<Draft, Form>;
  /** Of the save bar; unique on the page. */
  readonly id: string;
  /** Shown below the banner. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
};

/** A form with Shopify's save bar, and the page's one banner. */
export function SettingsForm<Draft, Form>({state, id, top, children}: SettingsFormProps<Draft, Form>) {
  const {form, saving, element, asked, save, discard} = state;
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onReset={discard}
    >
      <SaveBar id={id} isChanged={form.isChanged} isSaving={saving.isSaving} onSave={save} onDiscard={discard} />
      <s-stack gap="base">
        {saving.failure === null && <StorePausedBanner />}
        {top}
        <SavedElsewhereSection form={form} asked={asked} />
        {children}
      </s-stack>
    </form>
  );
}
