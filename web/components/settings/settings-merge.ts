// Settings that were saved elsewhere while the form holds unsaved edits: the edits stay, fields without an edit follow, and a field
// with both is for the merchant to decide.
import type {SettingsForm} from '#contract/settings.ts';
import {draftOf, type SettingsDraft} from './settings-draft.ts';
import {isSame, type SettingsField, settingsFields} from './settings-fields.ts';

/** A field that was saved elsewhere with another value. */
export type SavedElsewhere = {
  readonly field: SettingsField;
  /** Whether it was edited here too: then the form still holds the value typed here. */
  readonly isEditedHere: boolean;
};

type Merged = {readonly draft: SettingsDraft; readonly elsewhere: readonly SavedElsewhere[]};

/** @param base what the draft was made from. */
export function mergeSaved(draft: SettingsDraft, base: SettingsForm, saved: SettingsForm): Merged {
  const [was, is] = [draftOf(base), draftOf(saved)];
  const changed = settingsFields.filter((field) => !isSame(field, was, is) && !isSame(field, draft, is));
  const elsewhere = changed.map((field) => ({field, isEditedHere: !isSame(field, draft, was)}));
  return {draft: elsewhere.reduce((merged, one) => follow(merged, one, is), draft), elsewhere};
}

const follow = (draft: SettingsDraft, {field, isEditedHere}: SavedElsewhere, saved: SettingsDraft): SettingsDraft =>
  isEditedHere ? draft : field.take(draft, saved);

/** Whether the draft means something else than the saved settings. */
export const isChanged = (draft: SettingsDraft, saved: SettingsForm): boolean =>
  settingsFields.some((field) => !isSame(field, draft, draftOf(saved)));
