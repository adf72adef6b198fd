// The form of plain settings, made from their descriptions: numbers and words are text until they are saved.
import {nightlyError} from '#domain/settings/catalogue.ts';
import type {Descriptions, Setting, ValueOf} from '#domain/settings/describe.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from './form-kind.ts';
import {errorsIn, isEmpty, readNumber, toMajor, toMinor} from './read-number.ts';

export type DescribedDraft<All extends Descriptions> = {
  readonly [Name in keyof All]: ValueOf<All[Name]> extends boolean ? boolean : string;
};

type Values<All extends Descriptions> = {[Name in keyof All]: ValueOf<All[Name]>};
type Kind<All extends Descriptions> = FormKind<DescribedDraft<All>, Values<All>> &
  Pick<ReadingKind<DescribedDraft<All>, Values<All>>, 'fieldNames' | 'read'>;

export function describedKind<const All extends Descriptions>(all: All): Kind<All> {
  const settings = Object.entries(all);
  const fields = settings.map(([name, setting]) => fieldOf(name, setting));
  return {
    // Switches and choices show no error of their own.
    fieldNames: settings.flatMap(([name, {kind}]) => (kind === 'switch' || kind === 'choice' ? [] : [name])),
    draftOf: (values) => mapped(settings, values, toTyped) as DescribedDraft<All>,
    fieldsOf: () => fields,
    read(draft) {
      const read = mapped(settings, draft, fromTyped);
      const errors = errorsIn(Object.fromEntries(Object.entries(read).map(([name, one]) => [name, one.error])));
      if (Object.keys(errors).length > 0) return {settings: null, errors};
      const values = Object.fromEntries(Object.entries(read).map(([name, one]) => [name, one.value]));
      return {settings: values as Values<All>, errors};
    },
  };
}

type Typed = string | boolean;
type Read = {readonly value: unknown; readonly error: string | null};

function mapped<T>(
  settings: readonly (readonly [string, Setting])[],
  values: object,
  map: (setting: Setting, value: unknown) => T,
): Record<string, T> {
  const named = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(settings.map(([name, setting]) => [name, map(setting, named.get(name))]));
}

function toTyped(setting: Setting, value: unknown): Typed {
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value !== 'number') return '';
  return 'unit' in setting && setting.unit === 'EUR' ? toMajor(value, 'EUR') : writeDecimal(value);
}

function fromTyped(setting: Setting, typed: unknown): Read {
  if (typeof typed !== 'string') return {value: typed, error: null};
  const text = typed.trim();
  switch (setting.kind) {
    case 'number':
      return toRead(numberIn(setting, text));
    case 'limit':
      return isEmpty(text) ? {value: null, error: null} : toRead(numberIn(setting, text));
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

const toRead = (read: number | string): Read =>
  typeof read === 'string' ? {value: null, error: read} : {value: read, error: null};

function numberIn(setting: Extract<Setting, {unit: string}>, text: string): number | string {
  const {range, isWhole, unit, notNumber = 'Enter a number.'} = setting;
  const read = readNumber(isEmpty(text) ? '' : text, unit, range, notNumber);
  if (typeof read === 'string') return read;
  if (unit === 'EUR') return toMinor(read, 'EUR') ?? 'Enter fewer decimals.';
  return isWhole && !Number.isInteger(read) ? notNumber : read;
}

function fieldOf(name: string, setting: Setting): FormField<object> {
  const typedIn = (draft: object): Typed => new Map<string, Typed>(Object.entries(draft)).get(name) ?? '';
  return {
    label: setting.label ?? name,
    meaning(draft) {
      const typed = typedIn(draft);
      if (typeof typed === 'boolean') return typed;
      return 'unit' in setting ? numberMeaning(typed, setting.unit) : typed.trim();
    },
    shown: (draft) => shown(setting, typedIn(draft)),
  };
}

function shown(setting: Setting, typed: Typed): string {
  if (typeof typed === 'boolean') return typed ? 'on' : 'off';
  const text = typed.trim();
  if (setting.kind === 'choice') return `“${setting.choices[text] ?? text}”`;
  if (text === '') return 'unit' in setting ? 'empty' : 'none';
  if ('unit' in setting) return `${text} ${setting.unit}`;
  return setting.kind === 'time' ? text : `“${text}”`;
}
