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
};

/** `Form` are the values as the server reads and saves them. */
export type FormKind<Draft, Form> = {
  readonly draftOf: (form: Form) => Draft;
  /** Every field that one of these drafts has. */
  readonly fieldsOf: (...drafts: readonly Draft[]) => readonly FormField<Draft>[];
};

/** Each answer of the server names the version of the values in it. */
export type Versioned<Form> = Form & {readonly version: string};

/** Equal for two texts of one number, such as "62,5" and "62.50". */
export function numberMeaning(text: string, unit: string): number | string {
  const reading = readDecimal(text, unit);
  return reading.kind === 'number' ? reading.value : text.trim();
}

/** The fields in which two drafts mean something else. */
export const differing = <Draft, Form>({fieldsOf}: FormKind<Draft, Form>, one: Draft, other: Draft) =>
  fieldsOf(one, other).filter(({meaning}) => !isSameValue(meaning(one), meaning(other)));

/** Whether the draft means something else than the saved values. */
export const isChanged = <Draft, Form>(kind: FormKind<Draft, Form>, draft: Draft, saved: Form): boolean =>
  differing(kind, draft, kind.draftOf(saved)).length > 0;

/** What is saved with the values: the version they are based on, and the preview the merchant saw. */
export type SaveBasis = {readonly version: string; readonly previewId?: string};

/** How a draft is read. */
export type ReadingKind<Draft, Form> = {
  /** The fields that show an error of their own, as the server names them. */
  readonly fieldNames: readonly string[];
  /** The draft as values, or an error for every field that cannot be saved as it is. */
  readonly read: (
    draft: Draft,
    base: Form,
  ) => {readonly settings: Form | null; readonly errors: Readonly<Record<string, string>>};
  /** Whether it may change products or their prices. */
  readonly changesProducts: (before: Form, after: Form) => boolean;
};

/** The same, with how it is previewed and saved. */
export type SavingKind<Draft, Form> = ReadingKind<Draft, Form> & {
  readonly preview: (settings: Form) => Promise<Preview>;
  readonly save: (settings: Form, basis: SaveBasis) => Promise<Versioned<Form>>;
};
