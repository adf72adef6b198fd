// The settings form's state: numbers are text until they are saved.
import type {SettingsForm} from '#contract/settings.ts';
import {delayRange, nightlyError, rangeError} from '#domain/settings-limits.ts';
import type {SavingKind} from '../../shared/form/form-kind.ts';
import {errorIn, errorsIn} from '../../shared/form/read-number.ts';

export type SettingsDraft = Omit<SettingsForm, 'delayMinutes'> & {readonly delayMinutes: string};

type AsLoaded = SettingsForm & {readonly version?: string; readonly unreadable?: readonly string[]};

/** @param settings as loaded or saved; what the server says about them is no part of the form. */
export const draftOf = ({version: _version, unreadable: _unreadable, ...settings}: AsLoaded): SettingsDraft => ({
  ...settings,
  delayMinutes: String(settings.delayMinutes ?? ''),
});

/** The fields that show an error of their own, as the server names them. */
export const fieldNames: readonly string[] = ['nightlyAt', 'standingColour', 'delayMinutes'];

type Read = ReturnType<SavingKind<SettingsDraft, SettingsForm>['read']>;

/** The draft as settings, or an error for every field that cannot be saved as it is. */
export function settingsOf(draft: SettingsDraft): Read {
  const delayMinutes = readMinutes(draft.delayMinutes);
  const nightlyAt = draft.nightlyAt.trim();
  const errors = errorsIn({nightlyAt: nightlyError(nightlyAt), delayMinutes: errorIn(delayMinutes)});
  if (typeof delayMinutes === 'string' || Object.keys(errors).length > 0) return {settings: null, errors};
  const standingColour = draft.standingColour?.trim() || null;
  return {settings: {...draft, delayMinutes, nightlyAt, standingColour}, errors};
}

function readMinutes(text: string): number | string {
  const digits = text.trim();
  if (!/^\d{1,6}$/.test(digits)) return 'Enter whole minutes, such as 10, or 0 to send at once.';
  return rangeError(delayRange, Number(digits)) ?? Number(digits);
}
