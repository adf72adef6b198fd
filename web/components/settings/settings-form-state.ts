// The form of the settings: what is typed, what it is based on, and what was saved elsewhere meanwhile.
import {useState} from 'react';
import type {SavedSettings, SettingsForm, StoredSettingsForm} from '#contract/settings.ts';
import {draftOf, type SettingsDraft} from './settings-draft.ts';
import {isChanged, mergeSaved, type SavedElsewhere} from './settings-merge.ts';

type FormState = {
  readonly draft: SettingsDraft;
  readonly base: SavedSettings;
  readonly elsewhere: readonly SavedElsewhere[];
  /** The settings as they were loaded last: only other ones than these are news. */
  readonly loaded: StoredSettingsForm;
};

export type SettingsFormState = Pick<FormState, 'draft' | 'base' | 'elsewhere'> & {
  readonly isChanged: boolean;
  readonly change: (part: Partial<SettingsDraft>) => void;
  /** Back to what is saved. */
  readonly discard: () => void;
  /** Keeps the value typed here, or takes the saved one; the merchant has seen what was saved elsewhere. */
  readonly decide: (one: SavedElsewhere, which: 'typed' | 'saved') => void;
  /** The server has saved `sent`; edits made since then stay. */
  readonly wasSaved: (sent: SettingsForm, saved: SavedSettings) => void;
};

export function useSettingsForm(loaded: StoredSettingsForm): SettingsFormState {
  const [form, setForm] = useState<FormState>({draft: draftOf(loaded), base: loaded, elsewhere: [], loaded});
  // https://react.dev/reference/react/useState#storing-information-from-previous-renders
  if (loaded !== form.loaded) setForm({...withLoaded(form, loaded), loaded});
  return {
    ...form,
    isChanged: isChanged(form.draft, form.base),
    change: (part) => setForm((before) => ({...before, draft: {...before.draft, ...part}})),
    discard: () => setForm((before) => ({...before, draft: draftOf(before.base), elsewhere: []})),
    decide: (one, which) => setForm((before) => withDecision(before, one, which)),
    wasSaved: (sent, saved) => setForm((before) => ({...before, ...withSaved(before, sent, saved)})),
  };
}

/** Without edits the form simply follows; with edits the merchant is told. */
function withLoaded({draft, base, elsewhere, ...rest}: FormState, loaded: StoredSettingsForm): FormState {
  if (loaded.version === base.version) return {...rest, draft, base, elsewhere};
  if (!isChanged(draft, base)) return {...rest, draft: draftOf(loaded), base: loaded, elsewhere: []};
  const merged = mergeSaved(draft, base, loaded);
  const named = merged.elsewhere.map(({field}) => field);
  const before = elsewhere.filter(({field}) => !named.includes(field));
  return {...rest, draft: merged.draft, base: loaded, elsewhere: [...before, ...merged.elsewhere]};
}

function withDecision(form: FormState, one: SavedElsewhere, which: 'typed' | 'saved'): FormState {
  const draft = which === 'saved' ? one.field.take(form.draft, draftOf(form.base)) : form.draft;
  return {...form, draft, elsewhere: form.elsewhere.filter(({field}) => field !== one.field)};
}

/** Discarded while it was being saved: the form shows what is saved now. */
function withSaved({draft, base}: FormState, sent: SettingsForm, saved: SavedSettings) {
  const {draft: merged} = isChanged(draft, base) ? mergeSaved(draft, sent, saved) : {draft: draftOf(saved)};
  return {draft: merged, base: saved, elsewhere: []};
}
