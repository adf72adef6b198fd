// The props of the sections of the form.
import type {Choices, ProductsPart} from '#contract/settings.ts';
import type {FieldsProps} from '../../shared/form/settings-form.tsx';
import type {LookDraft} from './look-draft.ts';
import type {Tried} from './tried-article.tsx';

/** The props of the form's fields. */
export type LookFields = FieldsProps<LookDraft, ProductsPart>;

export type LookSectionProps = {
  readonly fields: LookFields;
  /** What the draft makes of one article; null: not known. */
  readonly tried: Tried | null;
};

export type MappedSectionProps = LookSectionProps & {
  /** The supplier's brands and categories; null: not loaded yet. */
  readonly choices: Choices | null;
};
