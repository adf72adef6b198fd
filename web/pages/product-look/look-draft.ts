// The form of how products look: how its draft is made from the saved settings, compared field by field, and read.
import type {ProductsPart} from '#contract/settings.ts';
import {type OwnableField, type Owner, ownableFields, productFields} from '#domain/catalogue/product-fields.ts';
import {maxTags, shownNameError, tagLineError, titleLineError} from '#domain/catalogue/template/template-lines.ts';
import {historySettings, offSaleSettings} from '#domain/settings/catalogue.ts';
import {toRange} from '#domain/settings/describe.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {shorten} from '#domain/text.ts';
import {createDescribedKind, type DescribedDraft} from '../../shared/form/described.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from '../../shared/form/form-kind.ts';
import {collectErrors, errorOf, isEmptyNumber, readNumber} from '../../shared/form/read-number.ts';
import {writeDecimal} from '../../text/decimal-input.ts';

/** The entries of a map as typed, by the supplier's word. */
export type TypedMap = Readonly<Record<string, string>>;

const described = {...offSaleSettings, ...historySettings};

/** What the fields of the form hold. */
export type LookDraft = DescribedDraft<typeof described> & {
  readonly title: string;
  /** One tag on each line. */
  readonly tags: string;
  readonly vendors: TypedMap;
  readonly types: TypedMap;
  /** Grams. */
  readonly weights: TypedMap;
  /** Grams; empty: none. */
  readonly defaultWeight: string;
  readonly origin: boolean;
  readonly owned: ProductsPart['owned'];
};

const describedKind = createDescribedKind(described);

/** How the form is made, compared and read. */
export const lookKind: FormKind<LookDraft, ProductsPart> & ReadingKind<LookDraft, ProductsPart> = {
  draftOf: lookDraftOf,
  fieldsOf: () => [...templateFields, ...ownableFields.map(ownerField), ...describedKind.fieldsOf()],
  fieldNames: [
    'template.title',
    'template.tags',
    'template.vendors',
    'template.types',
    'template.defaultWeight',
    'template.weights',
    ...describedKind.fieldNames,
  ],
  read: readLook,
  changesProducts: (before, after) => !isSameValue(previewed(before), previewed(after)),
};

/** The settings that may change products that exist. */
const previewed = ({template, owned, keepOnSale}: ProductsPart) => ({template, owned, keepOnSale});

function lookDraftOf(saved: ProductsPart): LookDraft {
  const {title, tags, vendors, types, weights, defaultWeight, origin} = saved.template;
  return {
    ...describedKind.draftOf(saved),
    title,
    tags: tags.join('\n'),
    vendors,
    types,
    weights: Object.fromEntries(Object.entries(weights).map(([category, grams]) => [category, writeDecimal(grams)])),
    defaultWeight: defaultWeight === null ? '' : writeDecimal(defaultWeight),
    origin: origin ?? false,
    owned: saved.owned,
  };
}

/** The typed tags, without empty lines. */
export const readTags = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with the typed tags, as a sentence; null: nothing. */
export function tagsError(typed: string): string | null {
  const tags = readTags(typed);
  if (tags.length > maxTags) return `Enter at most ${maxTags} tags.`;
  return tags.map((tag) => tagLineError(tag)).find((error) => error !== null) ?? null;
}

/** Reads the template of the draft, or gives an error for every field that cannot be saved as it is. */
export function readTemplate(draft: LookDraft): {
  readonly template: ProductsPart['template'] | null;
  readonly errors: Readonly<Record<string, string>>;
} {
  const defaultWeight = isEmptyNumber(draft.defaultWeight) ? null : readGrams(draft.defaultWeight);
  const weights = Object.entries(draft.weights).map(([key, typed]) => [key, readGrams(typed)] as const);
  const errors = collectErrors({
    'template.title': titleLineError(draft.title),
    'template.tags': tagsError(draft.tags),
    ...mapErrors('template.vendors', draft.vendors, shownNameError),
    ...mapErrors('template.types', draft.types, shownNameError),
    'template.defaultWeight': errorOf(defaultWeight),
    ...mapErrors('template.weights', draft.weights, (typed) => errorOf(readGrams(typed))),
  });
  if (Object.keys(errors).length > 0) return {template: null, errors};
  const template = {
    title: draft.title.trim(),
    tags: readTags(draft.tags),
    vendors: trimmed(draft.vendors),
    types: trimmed(draft.types),
    defaultWeight: typeof defaultWeight === 'number' ? defaultWeight : null,
    weights: Object.fromEntries(weights.flatMap(([key, read]) => (typeof read === 'number' ? [[key, read]] : []))),
    ...(draft.origin ? {origin: true} : {}),
  };
  return {template, errors};
}

function readLook(draft: LookDraft): ReturnType<typeof lookKind.read> {
  const {template, errors} = readTemplate(draft);
  const rest = describedKind.read(draft, draftBase);
  const all = {...errors, ...rest.errors};
  if (template === null || rest.settings === null) return {settings: null, errors: all};
  return {settings: {template, owned: draft.owned, ...rest.settings}, errors: all};
}

/** The described settings are read from the draft alone. */
const draftBase = {keepOnSale: false, retireAs: 'draft', historyDays: 90} as const;

const grams = {...toRange(1, 100_000, ' g'), tooMuch: 'Enter at most 100,000 g.'};
const notGrams = 'Enter whole grams, such as 350.';

/** A weight, or a sentence that says why there is none. */
function readGrams(typed: string): number | string {
  const read = readNumber(isEmptyNumber(typed) ? '' : typed, 'g', grams, notGrams);
  return typeof read === 'number' && !Number.isInteger(read) ? notGrams : read;
}

/** The errors of a map's rows, each by the name of its field. */
const mapErrors = (name: string, typed: TypedMap, errorOfRow: (typed: string) => string | null) =>
  Object.fromEntries(Object.entries(typed).map(([key, text]) => [`${name}.${key}`, errorOfRow(text)]));

const trimmed = (typed: TypedMap): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, text.trim()]));

type Field = FormField<LookDraft>;

const textField = (label: string, textOf: (draft: LookDraft) => string, quote = true): Field => ({
  label,
  meaning: textOf,
  textOf: (draft) => (textOf(draft) === '' ? 'none' : quote ? `“${textOf(draft)}”` : textOf(draft)),
});

/** A map as a field; the order of its rows means nothing. */
const mapField = (label: string, mapOf: (draft: LookDraft) => TypedMap, unit?: string): Field => ({
  label,
  meaning: (draft) =>
    Object.fromEntries(
      Object.entries(mapOf(draft)).map(([key, text]) => [
        key,
        unit === undefined ? text.trim() : numberMeaning(text, unit),
      ]),
    ),
  textOf(draft) {
    const rows = Object.entries(mapOf(draft)).map(([key, text]) => `${key}: ${text.trim()}`);
    return rows.length === 0 ? 'none' : shorten(rows.join(', '), 300);
  },
});

const templateFields: readonly Field[] = [
  textField('Title', ({title}) => title.trim()),
  textField('Tags', ({tags}) => readTags(tags).join(', '), false),
  mapField('Vendors', ({vendors}) => vendors),
  mapField('Product types', ({types}) => types),
  {
    label: 'Weight of all other categories',
    meaning: ({defaultWeight}) => numberMeaning(defaultWeight, 'g'),
    textOf: ({defaultWeight}) => (defaultWeight.trim() === '' ? 'none' : `${defaultWeight.trim()} g`),
  },
  mapField('Weights', ({weights}) => weights, 'g'),
  {
    label: 'Country of origin',
    meaning: ({origin}) => origin,
    textOf: ({origin}) => (origin ? 'on' : 'off'),
  },
];

/** How the form names the two owners of a field. */
export const ownerWords: Readonly<Record<Owner, string>> = {
  sync: 'Piecewise keeps it up to date',
  merchant: 'Written once, then yours',
};

const ownerField = (field: OwnableField): Field => ({
  label: `Who writes the ${productFields[field].label.toLowerCase()}`,
  meaning: ({owned}) => owned[field],
  textOf: ({owned}) => ownerWords[owned[field]],
});
