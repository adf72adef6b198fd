// The settings form's state: numbers are text until they are saved.
import type {SettingsForm} from '#contract/settings.ts';

export type SettingsDraft = Omit<SettingsForm, 'markupPercent' | 'vatPercent'> & {
  readonly markupPercent: string;
  readonly vatPercent: string;
};

/** Errors by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

export const draftOf = (settings: SettingsForm): SettingsDraft => ({
  ...settings,
  markupPercent: String(settings.markupPercent),
  vatPercent: settings.vatPercent === null ? '' : String(settings.vatPercent),
});

/** Whether it differs from the saved settings; the order of ticked names does not matter. */
export const isChanged = (draft: SettingsDraft, saved: SettingsForm): boolean =>
  JSON.stringify(comparable(draft)) !== JSON.stringify(comparable(draftOf(saved)));

const comparable = ({choice: {brands, categories}, standingColour, ...rest}: SettingsDraft) => [
  brands.toSorted(),
  categories.toSorted(),
  standingColour?.trim() || null,
  Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)),
];

type Read = {readonly settings: SettingsForm | null; readonly errors: FieldErrors};

/** The draft as settings, or the fields that are not numbers. The server checks the ranges. */
export function settingsOf(draft: SettingsDraft): Read {
  const markupPercent = numberOf(draft.markupPercent);
  const vatPercent = draft.vatPercent.trim() === '' ? null : numberOf(draft.vatPercent);
  if (typeof markupPercent === 'number' && vatPercent !== undefined) {
    const standingColour = draft.standingColour?.trim() || null;
    return {settings: {...draft, markupPercent, vatPercent, standingColour}, errors: {}};
  }
  const errors: Record<string, string> = {};
  if (markupPercent === undefined) errors.markupPercent = 'Enter a number, such as 60.';
  if (vatPercent === undefined) errors.vatPercent = 'Enter a number, such as 19, or leave it empty.';
  return {settings: null, errors};
}

/** Whether it may change products or their prices. */
export const changesProducts = (before: SettingsForm, after: SettingsForm): boolean =>
  JSON.stringify(productPart(before)) !== JSON.stringify(productPart(after));

const productPart = ({choice: {brands, categories}, markupPercent, vatPercent}: SettingsForm) => [
  brands,
  categories,
  markupPercent,
  vatPercent,
];

/** A number as people type it, with a point or a comma; undefined if it is not a number. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
