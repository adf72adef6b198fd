// The settings form's state: numbers are text until they are saved.
import type {SettingsForm} from '#contract/settings.ts';
import {delayRange, markupRange, nightlyError, rangeError, vatRange} from '#domain/settings-limits.ts';
import {readDecimal, writeDecimal} from '../../decimal-input.ts';

export type SettingsDraft = Omit<SettingsForm, 'markupPercent' | 'vatPercent' | 'delayMinutes'> & {
  readonly markupPercent: string;
  readonly vatPercent: string;
  readonly delayMinutes: string;
};

type AsLoaded = SettingsForm & {readonly version?: string; readonly unreadable?: readonly string[]};

/** @param settings as loaded or saved; what the server says about them is no part of the form. */
export const draftOf = ({version: _version, unreadable: _unreadable, ...settings}: AsLoaded): SettingsDraft => ({
  ...settings,
  markupPercent: writeDecimal(settings.markupPercent),
  vatPercent: settings.vatPercent === null ? '' : writeDecimal(settings.vatPercent),
  delayMinutes: String(settings.delayMinutes ?? ''),
});

/** The fields that show an error of their own, as the server names them. */
export const fieldNames: readonly string[] = [
  'markupPercent',
  'vatPercent',
  'nightlyAt',
  'standingColour',
  'delayMinutes',
];

type Read = {
  readonly settings: SettingsForm | null;
  /** By field name. */
  readonly errors: Readonly<Record<string, string>>;
};

/** The draft as settings, or an error for every field that cannot be saved as it is. */
export function settingsOf(draft: SettingsDraft): Read {
  const markup = readPercent(draft.markupPercent, markupRange, 'Enter a number, such as 62.5.');
  const hasVat = readDecimal(draft.vatPercent, '%').kind !== 'empty';
  const vat = hasVat ? readPercent(draft.vatPercent, vatRange, 'Enter a number, such as 19, or leave it empty.') : null;
  const delayMinutes = readMinutes(draft.delayMinutes);
  const nightlyAt = draft.nightlyAt.trim();
  const found = {
    markupPercent: errorIn(markup),
    vatPercent: vat === null ? null : errorIn(vat),
    nightlyAt: nightlyError(nightlyAt),
    delayMinutes: errorIn(delayMinutes),
  };
  const errors = Object.fromEntries(
    Object.entries(found).flatMap(([name, error]) => (error === null ? [] : [[name, error]])),
  );
  if (
    typeof markup !== 'number' ||
    typeof vat === 'string' ||
    typeof delayMinutes === 'string' ||
    Object.keys(errors).length > 0
  )
    return {settings: null, errors};
  const standingColour = draft.standingColour?.trim() || null;
  const read = {markupPercent: markup, vatPercent: vat, delayMinutes, nightlyAt, standingColour};
  return {settings: {...draft, ...read}, errors};
}

/** The number, or why there is none. */
function readPercent(text: string, range: Parameters<typeof rangeError>[0], unreadable: string): number | string {
  const reading = readDecimal(text, '%');
  if (reading.kind === 'ambiguous') return 'Say which of the two numbers you mean.';
  if (reading.kind !== 'number') return unreadable;
  return rangeError(range, reading.value) ?? reading.value;
}

function readMinutes(text: string): number | string {
  const digits = text.trim();
  if (!/^\d{1,6}$/.test(digits)) return 'Enter whole minutes, such as 10, or 0 to send at once.';
  return rangeError(delayRange, Number(digits)) ?? Number(digits);
}

const errorIn = (read: number | string): string | null => (typeof read === 'string' ? read : null);

/** Whether it may change products or their prices. */
export const changesProducts = (before: SettingsForm, after: SettingsForm): boolean =>
  JSON.stringify(productPart(before)) !== JSON.stringify(productPart(after));

const productPart = ({choice: {brands, categories}, markupPercent, vatPercent}: SettingsForm) => [
  brands,
  categories,
  markupPercent,
  vatPercent,
];
