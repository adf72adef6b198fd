// Values that were saved elsewhere while the form holds unsaved edits: the edits stay, fields without an edit follow, and a field
// with both is for the merchant to decide.
import {type FormField, type FormKind, isSame} from './form-kind.ts';

/** A field that was saved elsewhere with another value. */
export type SavedElsewhere<Draft> = {
  readonly field: FormField<Draft>;
  /** Whether it was edited here too: then the form still holds the value typed here. */
  readonly isEditedHere: boolean;
};

type Merged<Draft> = {readonly draft: Draft; readonly elsewhere: readonly SavedElsewhere<Draft>[]};

/** @param base what the draft was made from. */
export function mergeSaved<Draft, Form>(
  {draftOf, fieldsOf}: FormKind<Draft, Form>,
  draft: Draft,
  base: Form,
  saved: Form,
): Merged<Draft> {
  const [was, is] = [draftOf(base), draftOf(saved)];
  const changed = fieldsOf(draft, was, is).filter((field) => !isSame(field, was, is) && !isSame(field, draft, is));
  const elsewhere = changed.map((field) => ({field, isEditedHere: !isSame(field, draft, was)}));
  return {draft: elsewhere.reduce((merged, one) => follow(merged, one, is), draft), elsewhere};
}

const follow = <Draft>(draft: Draft, {field, isEditedHere}: SavedElsewhere<Draft>, saved: Draft): Draft =>
  isEditedHere ? draft : field.take(draft, saved);
