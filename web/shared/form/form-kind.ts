// What all forms with Shopify's save bar need: a draft of texts made from saved values, compared field by field, and how it is saved.
import type {Preview} from '#contract/preview.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {readDecimal} from '../../text/decimal-input.ts';

export type FormField<Draft> = {
  readonly label: string;
  /** Distinguishes fields with the same label. */
  readonly key?: string;
  /** The value of the field, equal for two drafts that mean the same. */
  readonly meaning: (draft: Draft) => unknown;
  /** The field's value as text for the merchant. */
  readonly textOf: (draft: Draft) => string;
};

/** How a form makes a draft from values, and its fields. `Form` are the values as the server reads and saves them. */
export type FormKind<Draft, Form> = {
  readonly draftOf: (form: Form) => Draft;
  /** Every field that one of these drafts has. */
  readonly fieldsOf: (...drafts: readonly Draft[]) => readonly FormField<Draft>[];
};

/** Values with the version that the server gives them in each answer. */
export type Versioned<Form> = Form & {readonly version: string};

/** The meaning of a typed number, equal for two texts of one number, such as "62,5" and "62.50". */
export function numberMeaning(text: string, unit: string): number | string {
  const reading = readDecimal(text, unit);
  return reading.kind === 'number' ? reading.value : text.trim();
}

/** The fields in which two drafts differ in meaning. */
export const findDifferingFields = <Draft, Form>({fieldsOf}: FormKind<Draft, Form>, one: Draft, other: Draft) =>
  fieldsOf(one, other).filter(({meaning}) => !isSameValue(meaning(one), meaning(other)));

/** Whether the draft differs in meaning from the saved values. */
export const isDraftChanged = <Draft, Form>(kind: FormKind<Draft, Form>, draft: Draft, saved: Form): boolean =>
  findDifferingFields(kind, draft, kind.draftOf(saved)).length > 0;

/** What a save states besides the values: the version they are based on, and the preview the merchant saw. */
export type SaveBasis = {readonly version: string; readonly previewId?: string};

/** How a draft is read as values, and whether a change of them may change products. */
export type ReadingKind<Draft, Form> = {
  /** The names, as the server uses them, of the fields that show an error of their own. */
  readonly fieldNames: readonly string[];
  /** Reads the draft as values, or gives an error for every field that cannot be saved as it is. */
  readonly read: (
    draft: Draft,
    base: Form,
  ) => {readonly settings: Form | null; readonly errors: Readonly<Record<string, string>>};
  /** Whether saving `after` in place of `before` may change products or their prices. */
  readonly changesProducts: (before: Form, after: Form) => boolean;
};

/** A `ReadingKind` with how its values are previewed and saved. */
export type SavingKind<Draft, Form> = ReadingKind<Draft, Form> & {
  /** Whether the review also names the fields that are written to existing products. Left out: no. */
  readonly reviewsFields?: true;
  readonly preview: (settings: Form) => Promise<Preview>;
  /** Saves the values; rejects with the server's refusal. */
  readonly save: (settings: Form, basis: SaveBasis) => Promise<Versioned<Form>>;
};
