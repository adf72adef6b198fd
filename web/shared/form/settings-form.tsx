import {type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react';
import {StorePausedBanner, useUnreadableSettings} from '../page/paused-banner.tsx';
import {type FieldErrors, useFocusOnError} from './field-errors.ts';
import type {FormKind, SavingKind, Versioned} from './form-kind.ts';
import {type FormState, useForm} from './form-state.ts';
import {SaveBar} from './save-bar.tsx';
import {SavedElsewhereSection} from './saved-elsewhere.tsx';
import {type Saving, useSaving} from './saving.ts';

/** The props that the fields of a form need. */
export type FieldsProps<Draft, Form> = {
  readonly draft: Draft;
  readonly base: Versioned<Form>;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Draft>) => void;
};

/** Everything a settings form shows, and its actions. */
export type SettingsFormState<Draft, Form> = {
  readonly form: FormState<Draft, Form>;
  readonly saving: Saving<Draft, Form>;
  /** For the form element: the first field with an error in it gets the focus. */
  readonly element: RefObject<HTMLFormElement | null>;
  /** The props of the form's fields. */
  readonly fields: FieldsProps<Draft, Form>;
  /** How often the merchant was asked to decide about what was saved elsewhere. */
  readonly timesAsked: number;
  /** Saves the draft; if other values were saved elsewhere, it asks the merchant to decide first. */
  readonly save: () => void;
  /** Replaces the draft by what is saved. */
  readonly discard: () => void;
};

/** What set-up asks of a form: to preview each save, and to let new products pass that come later. See `useSaving`. */
type FormOptions = {readonly alwaysPreviews?: boolean; readonly createsLater?: boolean};

/** The state of a settings form. */
export function useSettingsForm<Draft, Form>(
  kind: FormKind<Draft, Form> & SavingKind<Draft, Form>,
  loaded: Versioned<Form>,
  {alwaysPreviews = false, createsLater = false}: FormOptions = {},
): SettingsFormState<Draft, Form> {
  const form = useForm(kind, loaded);
  const {draft, base, savedElsewhere} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSaving(kind, base, {
    onSaved: form.onSaved,
    onSavedElsewhere: ask,
    alwaysPreviews,
    createsLater,
  });
  const element = useFocusOnError(saving.errors);
  // A preview and errors no longer apply once other values were saved elsewhere.
  const known = useRef(savedElsewhere);
  const restart = useEffectEvent(saving.restart);
  useEffect(() => {
    if (known.current !== savedElsewhere && savedElsewhere !== null) restart();
    known.current = savedElsewhere;
  }, [savedElsewhere]);
  const onChange = (part: Partial<Draft>) => {
    form.change(part);
    saving.restart();
  };
  const save = () => {
    if (savedElsewhere === null) void saving.submit(draft);
    else ask();
  };
  const discard = () => {
    form.discard();
    saving.restart();
  };
  return {
    form,
    saving,
    element,
    fields: {draft, base, errors: saving.errors, onChange},
    timesAsked: asked,
    save,
    discard,
  };
}

type SettingsFormProps<Draft, Form> = {
  readonly state: SettingsFormState<Draft, Form>;
  /** The DOM id of the save bar, unique on the page. */
  readonly id: string;
  /** Shown at the top of the form, below the banner that says that the shop is paused. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
};

/** A form with Shopify's save bar. While no save has failed, it shows the banner of a paused shop, whose stored settings cannot be read. */
export function SettingsForm<Draft, Form>({state, id, top, children}: SettingsFormProps<Draft, Form>) {
  const {form, saving, element, timesAsked, save, discard} = state;
  const isUnreadable = useUnreadableSettings();
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onReset={discard}
    >
      <SaveBar
        id={id}
        isChanged={form.isChanged}
        isSaving={saving.isSaving || isUnreadable}
        onSave={save}
        onDiscard={discard}
      />
      <s-stack gap="base">
        {saving.failure === null && <StorePausedBanner />}
        {top}
        <SavedElsewhereSection form={form} timesAsked={timesAsked} />
        <InertWhileUnreadable>{children}</InertWhileUnreadable>
      </s-stack>
    </form>
  );
}

/** Inactive while the stored settings cannot be read: what is shown is not what is stored, and nothing can be saved. The banner says so. */
export function InertWhileUnreadable({children}: {readonly children: ReactNode}) {
  const isUnreadable = useUnreadableSettings();
  return (
    <div inert={isUnreadable} style={isUnreadable ? {opacity: 0.6} : {}}>
      <s-stack gap="base">{children}</s-stack>
    </div>
  );
}
