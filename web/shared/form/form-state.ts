// A form of settings: what is typed, what it is based on, and what was saved elsewhere meanwhile.
import {useState} from 'react';
import {type FormKind, isChanged, type Versioned} from './form-kind.ts';

type State<Draft, Form> = {
  readonly draft: Draft;
  readonly base: Versioned<Form>;
  /** What another tab or person saved while the form held edits; null: nothing. The merchant decides between it and the draft. */
  readonly elsewhere: Versioned<Form> | null;
  /** The values loaded last: another object means newly loaded values. */
  readonly loaded: Versioned<Form>;
};

export type FormState<Draft, Form> = Pick<State<Draft, Form>, 'draft' | 'base' | 'elsewhere'> & {
  readonly kind: FormKind<Draft, Form>;
  readonly isChanged: boolean;
  readonly change: (part: Partial<Draft>) => void;
  /** Back to what is saved. */
  readonly discard: () => void;
  /** Keeps all that is typed, in place of what was saved elsewhere: the next save is based on that. */
  readonly keep: () => void;
  /** The server has saved `sent`; edits made since then stay. */
  readonly wasSaved: (sent: Form, saved: Versioned<Form>) => void;
};

export function useForm<Draft, Form>(kind: FormKind<Draft, Form>, loaded: Versioned<Form>): FormState<Draft, Form> {
  const [form, setForm] = useState<State<Draft, Form>>({...shows(kind, loaded), loaded});
  // https://react.dev/reference/react/useState#storing-information-from-previous-renders
  if (loaded !== form.loaded) setForm({...withLoaded(kind, form, loaded), loaded});
  return {
    ...form,
    kind,
    isChanged: isChanged(kind, form.draft, form.base),
    change: (part) => setForm((before) => ({...before, draft: {...before.draft, ...part}})),
    discard: () => setForm((before) => ({...before, ...shows(kind, before.elsewhere ?? before.base)})),
    keep: () => setForm((before) => ({...before, base: before.elsewhere ?? before.base, elsewhere: null})),
    wasSaved: (sent, saved) =>
      setForm((before) => {
        const isTypedOn = isChanged(kind, before.draft, sent) && isChanged(kind, before.draft, before.base);
        return {...before, ...shows(kind, saved), ...(isTypedOn ? {draft: before.draft} : {})};
      }),
  };
}

const shows = <Draft, Form>({draftOf}: FormKind<Draft, Form>, saved: Versioned<Form>) => ({
  draft: draftOf(saved),
  base: saved,
  elsewhere: null,
});

/** A form that means the same as what is saved, or has no edits, simply follows; otherwise nothing typed is touched. */
function withLoaded<Draft, Form>(
  kind: FormKind<Draft, Form>,
  form: State<Draft, Form>,
  loaded: Versioned<Form>,
): State<Draft, Form> {
  if (loaded.version === form.base.version) return {...form, elsewhere: null};
  const follows = !isChanged(kind, form.draft, form.base) || !isChanged(kind, form.draft, loaded);
  return follows ? {...form, ...shows(kind, loaded)} : {...form, elsewhere: loaded};
}
