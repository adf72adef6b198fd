// What the forms with Shopify's save bar have in common: a draft of texts made from saved values, field by field, and how it is saved.
import type {Preview} from '#contract/preview.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {readDecimal} from '../../text/decimal-input.ts';

export type FormField<Draft> = {
  readonly label: string;
  /** Tells fields with the same label apart. */
  readonly key?: string;
  /** Equal for two drafts that mean the same. */
  readonly meaning: (draft: Draft) => unknown;
  readonly shown: (draft: Draft) => string;
  /** The draft with this field's value from the other one. */
  readonly take: (draft: Draft, from: Draft) => Draft;
};

/** `Form` are the values as the server reads and saves them. */
export type FormKind<Draft, Form> = {
  readonly draftOf: (form: Form) => Draft;
  /** Every field that one of these drafts has; the same object for the same field each time. */
  readonly fieldsOf: (...drafts: readonly Draft[]) => readonly FormField<Draft>[];
};

/** Each answer of the server names the version of the values in it. */
export type Versioned<Form> = Form & {readonly version: string};

export const isSame = <Draft>({meaning}: FormField<Draft>, one: Draft, other: Draft): boolean =>
  isSameValue(meaning(one), meaning(other));

/** Equal for two texts of one number, such as "62,5" and "62.50". */
export function numberMeaning(text: string, unit: string): number | string {
  const reading = readDecimal(text, unit);
  return reading.kind === 'number' ? reading.value : text.trim();
}

/** Whether the draft means something else than the saved values. */
export const isChanged = <Draft, Form>(
  {draftOf, fieldsOf}: FormKind<Draft, Form>,
  draft: Draft,
  saved: Form,
): boolean => {
  const savedDraft = draftOf(saved);
  return fieldsOf(draft, savedDraft).some((field) => !isSame(field, draft, savedDraft));
};

/** What is saved with the values: the version they are based on, and the preview the merchant saw. */
export type SaveBasis = {readonly version: string; readonly previewId?: string};

/** How a form is read, previewed and saved. */
export type SavingKind<Draft, Form> = {
  /** The fields that show an error of their own, as the server names them. */
  readonly fieldNames: readonly string[];
  /** The draft as values, or an error for every field that cannot be saved as it is. */
  readonly read: (
    draft: Draft,
    base: Form,
  ) => {readonly settings: Form | null; readonly errors: Readonly<Record<string, string>>};
  /** Whether it may change products or their prices. */
  readonly changesProducts: (before: Form, after: Form) => boolean;
  readonly preview: (settings: Form) => Promise<Preview>;
  readonly save: (settings: Form, basis: SaveBasis) => Promise<Versioned<Form>>;
};
