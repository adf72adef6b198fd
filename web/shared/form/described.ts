// Makes the form of settings from their descriptions: numbers and words are text until they are saved.
import {nightlyError} from '#domain/settings/catalogue.ts';
import type {Setting, SettingDescriptions, SettingValue} from '#domain/settings/describe.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from './form-kind.ts';
import {collectErrors, isEmptyNumber, readNumber, toMinorUnits, writeMajorUnits} from './read-number.ts';

/** What the fields of these settings hold: a boolean for a switch, text for every other setting. */
export type DescribedDraft<All extends SettingDescriptions> = {
  readonly [Name in keyof All]: SettingValue<All[Name]> extends boolean ? boolean : string;
};

type SettingValues<All extends SettingDescriptions> = {[Name in keyof All]: SettingValue<All[Name]>};
type DescribedFormKind<All extends SettingDescriptions> = FormKind<DescribedDraft<All>, SettingValues<All>> &
  Pick<ReadingKind<DescribedDraft<All>, SettingValues<All>>, 'fieldNames' | 'read'>;

/** Makes the form of settings from their descriptions: how a draft is made, compared field by field, and read. */
export function createDescribedKind<const All extends SettingDescriptions>(all: All): DescribedFormKind<All> {
  const settings = Object.entries(all);
  const fields = settings.map(([name, setting]) => toFormField(name, setting));
  return {
    // Switches and choices show no error of their own.
    fieldNames: settings.flatMap(([name, {kind}]) => (kind === 'switch' || kind === 'choice' ? [] : [name])),
    draftOf: (values) => mapSettings(settings, values, toTypedValue) as DescribedDraft<All>,
    fieldsOf: () => fields,
    read(draft) {
      const read = mapSettings(settings, draft, readTypedValue);
      const errors = collectErrors(Object.fromEntries(Object.entries(read).map(([name, one]) => [name, one.error])));
      if (Object.keys(errors).length > 0) return {settings: null, errors};
      const values = Object.fromEntries(Object.entries(read).map(([name, one]) => [name, one.value]));
      return {settings: values as SettingValues<All>, errors};
    },
  };
}

/** What a field of the form holds: text, or whether a switch is on. */
type TypedValue = string | boolean;
/** The value read from a field, or why it cannot be saved. */
type ReadValue = {readonly value: unknown; readonly error: string | null};

/** Maps each setting to a value, by its name. @param values by name: those of the draft, or the saved ones. */
function mapSettings<T>(
  settings: readonly (readonly [string, Setting])[],
  values: object,
  map: (setting: Setting, value: unknown) => T,
): Record<string, T> {
  const named = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(settings.map(([name, setting]) => [name, map(setting, named.get(name))]));
}

/** What the field of a setting holds for a saved value. */
function toTypedValue(setting: Setting, value: unknown): TypedValue {
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value !== 'number') return '';
  return 'unit' in setting && setting.unit === 'EUR' ? writeMajorUnits(value, 'EUR') : writeDecimal(value);
}

/** The value to save of what was typed, or why it cannot be saved. */
function readTypedValue(setting: Setting, typed: unknown): ReadValue {
  if (typeof typed !== 'string') return {value: typed, error: null};
  const text = typed.trim();
  switch (setting.kind) {
    case 'number':
      return toReadValue(readSettingNumber(setting, text));
    case 'limit':
      return isEmptyNumber(text) ? {value: null, error: null} : toReadValue(readSettingNumber(setting, text));
    case 'time':
      return {value: text, error: nightlyError(text)};
    case 'word':
    case 'email':
      return {value: text || null, error: null};
    case 'switch':
    case 'choice':
      return {value: text, error: null};
  }
}

const toReadValue = (read: number | string): ReadValue =>
  typeof read === 'string' ? {value: null, error: read} : {value: read, error: null};

/** The number, in cents if its unit is EUR, or a sentence that says why there is none. */
function readSettingNumber(setting: Extract<Setting, {unit: string}>, text: string): number | string {
  const {range, isWhole, unit, notNumber = 'Enter a number.'} = setting;
  const read = readNumber(isEmptyNumber(text) ? '' : text, unit, range, notNumber);
  if (typeof read === 'string') return read;
  if (unit === 'EUR') return toMinorUnits(read, 'EUR') ?? 'Enter fewer decimals.';
  return isWhole && !Number.isInteger(read) ? notNumber : read;
}

/** The field of a setting for the comparison of two drafts. */
function toFormField(name: string, setting: Setting): FormField<object> {
  const typedIn = (draft: object): TypedValue => new Map<string, TypedValue>(Object.entries(draft)).get(name) ?? '';
  return {
    label: setting.label ?? name,
    meaning(draft) {
      const typed = typedIn(draft);
      if (typeof typed === 'boolean') return typed;
      return 'unit' in setting ? numberMeaning(typed, setting.unit) : typed.trim();
    },
    textOf: (draft) => shownText(setting, typedIn(draft)),
  };
}

/** What was typed, as text that shows the merchant a difference between two drafts. */
function shownText(setting: Setting, typed: TypedValue): string {
  if (typeof typed === 'boolean') return typed ? 'on' : 'off';
  const text = typed.trim();
  if (setting.kind === 'choice') return `“${setting.choices[text] ?? text}”`;
  if (text === '') return 'unit' in setting ? 'empty' : 'none';
  if ('unit' in setting) return `${text} ${setting.unit}`;
  return setting.kind === 'time' ? text : `“${text}”`;
}
