// The state of a settings form: what is typed, what it is based on, and what was saved elsewhere meanwhile.
import {useState} from 'react';
import {type FormKind, isDraftChanged, type Versioned} from './form-kind.ts';

/** What a form keeps: the draft, the saved values it is based on, and values saved elsewhere. */
type FormValues<Draft, Form> = {
  readonly draft: Draft;
  /** The saved values that the draft is based on, with their version. */
  readonly base: Versioned<Form>;
  /** What another tab or person saved while the form held edits; null: nothing. The merchant decides between it and the draft. */
  readonly savedElsewhere: Versioned<Form> | null;
  /** The object loaded last: another object means that values were loaded again. */
  readonly loaded: Versioned<Form>;
};

export type FormState<Draft, Form> = Pick<FormValues<Draft, Form>, 'draft' | 'base' | 'savedElsewhere'> & {
  readonly kind: FormKind<Draft, Form>;
  /** Whether the draft differs in meaning from the values it is based on. */
  readonly isChanged: boolean;
  /** Replaces the given fields of the draft. */
  readonly change: (part: Partial<Draft>) => void;
  /** Replaces the draft by what is saved. */
  readonly discard: () => void;
  /** Keeps the draft in spite of what was saved elsewhere: the next save is based on that. */
  readonly keepDraft: () => void;
  /** Call it when the server has saved `sent`; edits made since then stay. */
  readonly onSaved: (sent: Form, saved: Versioned<Form>) => void;
};

/** Keeps the state of a form; `loaded` are the values that the server sent last. */
export function useForm<Draft, Form>(kind: FormKind<Draft, Form>, loaded: Versioned<Form>): FormState<Draft, Form> {
  const [form, setForm] = useState<FormValues<Draft, Form>>({...startingFrom(kind, loaded), loaded});
  // https://react.dev/reference/react/useState#storing-information-from-previous-renders
  if (loaded !== form.loaded) setForm({...takeLoaded(kind, form, loaded), loaded});
  return {
    ...form,
    kind,
    isChanged: isDraftChanged(kind, form.draft, form.base),
    change: (part) => setForm((before) => ({...before, draft: {...before.draft, ...part}})),
    discard: () => setForm((before) => ({...before, ...startingFrom(kind, before.savedElsewhere ?? before.base)})),
    keepDraft: () =>
      setForm((before) => ({...before, base: before.savedElsewhere ?? before.base, savedElsewhere: null})),
    onSaved: (sent, saved) =>
      setForm((before) => {
        const isTypedOn = isDraftChanged(kind, before.draft, sent) && isDraftChanged(kind, before.draft, before.base);
        return {...before, ...startingFrom(kind, saved), ...(isTypedOn ? {draft: before.draft} : {})};
      }),
  };
}

/** The state of a form that starts from these saved values, without edits. */
const startingFrom = <Draft, Form>({draftOf}: FormKind<Draft, Form>, saved: Versioned<Form>) => ({
  draft: draftOf(saved),
  base: saved,
  savedElsewhere: null,
});

/**
 * Takes newly loaded values into the form. A form without edits, or with a draft that means the same, follows them; otherwise nothing typed
 * is touched.
 */
function takeLoaded<Draft, Form>(
  kind: FormKind<Draft, Form>,
  form: FormValues<Draft, Form>,
  loaded: Versioned<Form>,
): FormValues<Draft, Form> {
  if (loaded.version === form.base.version) return {...form, savedElsewhere: null};
  const follows = !isDraftChanged(kind, form.draft, form.base) || !isDraftChanged(kind, form.draft, loaded);
  return follows ? {...form, ...startingFrom(kind, loaded)} : {...form, savedElsewhere: loaded};
}
