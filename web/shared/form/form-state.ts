// A form of settings: what is typed, what it is based on, and what was saved elsewhere meanwhile.
import {useState} from 'react';
import {type FormKind, isChanged, type Versioned} from './form-kind.ts';
import {mergeSaved, type SavedElsewhere} from './merge-saved.ts';

type State<Draft, Form> = {
  readonly draft: Draft;
  readonly base: Versioned<Form>;
  readonly elsewhere: readonly SavedElsewhere<Draft>[];
  /** The values loaded last: another object means newly loaded values. */
  readonly loaded: Versioned<Form>;
};

export type FormState<Draft, Form> = Pick<State<Draft, Form>, 'draft' | 'base' | 'elsewhere'> & {
  readonly kind: FormKind<Draft, Form>;
  readonly isChanged: boolean;
  readonly change: (part: Partial<Draft>) => void;
  /** Back to what is saved. */
  readonly discard: () => void;
  /** Keeps the value typed here, or takes the saved one; the merchant has seen what was saved elsewhere. */
  readonly decide: (one: SavedElsewhere<Draft>, which: 'typed' | 'saved') => void;
  /** The server has saved `sent`; edits made since then stay. */
  readonly wasSaved: (sent: Form, saved: Versioned<Form>) => void;
};

export function useForm<Draft, Form>(kind: FormKind<Draft, Form>, loaded: Versioned<Form>): FormState<Draft, Form> {
  const [form, setForm] = useState<State<Draft, Form>>({
    draft: kind.draftOf(loaded),
    base: loaded,
    elsewhere: [],
    loaded,
  });
  // https://react.dev/reference/react/useState#storing-information-from-previous-renders
  if (loaded !== form.loaded) setForm({...withLoaded(kind, form, loaded), loaded});
  return {
    ...form,
    kind,
    isChanged: isChanged(kind, form.draft, form.base),
    change: (part) => setForm((before) => ({...before, draft: {...before.draft, ...part}})),
    discard: () => setForm((before) => ({...before, draft: kind.draftOf(before.base), elsewhere: []})),
    decide: (one, which) => setForm((before) => withDecision(kind, before, one, which)),
    wasSaved: (sent, saved) => setForm((before) => ({...before, ...withSaved(kind, before, sent, saved)})),
  };
}

/** Without edits the form simply follows; with edits the merchant is told. */
function withLoaded<Draft, Form>(
  kind: FormKind<Draft, Form>,
  {draft, base, elsewhere, ...rest}: State<Draft, Form>,
  loaded: Versioned<Form>,
): State<Draft, Form> {
  if (loaded.version === base.version) return {...rest, draft, base, elsewhere};
  if (!isChanged(kind, draft, base)) return {...rest, draft: kind.draftOf(loaded), base: loaded, elsewhere: []};
  const merged = mergeSaved(kind, draft, base, loaded);
  const named = merged.elsewhere.map(({field}) => field);
  const before = elsewhere.filter(({field}) => !named.includes(field));
  return {...rest, draft: merged.draft, base: loaded, elsewhere: [...before, ...merged.elsewhere]};
}

function withDecision<Draft, Form>(
  {draftOf}: FormKind<Draft, Form>,
  form: State<Draft, Form>,
  one: SavedElsewhere<Draft>,
  which: 'typed' | 'saved',
): State<Draft, Form> {
  const draft = which === 'saved' ? one.field.take(form.draft, draftOf(form.base)) : form.draft;
  return {...form, draft, elsewhere: form.elsewhere.filter(({field}) => field !== one.field)};
}

/** A form without edits, for example discarded while it was being saved, shows what is saved now. */
function withSaved<Draft, Form>(
  kind: FormKind<Draft, Form>,
  {draft, base}: State<Draft, Form>,
  sent: Form,
  saved: Versioned<Form>,
) {
  const merged = isChanged(kind, draft, base) ? mergeSaved(kind, draft, sent, saved).draft : kind.draftOf(saved);
  return {draft: merged, base: saved, elsewhere: []};
}
