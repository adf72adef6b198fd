// Errors at the fields of a form: which field each of the server's errors belongs to, and the focus on the first one.
import {type RefObject, useEffect, useRef} from 'react';
import {ApiFailure, sentenceOf} from '../api/api.ts';

/** Errors by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

type SortedErrors = {
  readonly errors: FieldErrors;
  /** The text beside the form: errors that belong to none of its fields, or a refusal that names no field; null: neither. */
  readonly failure: string | null;
};

/**
 * Assigns the errors of a refusal to the fields of a form. @param names the form's fields. An error inside a field's value, such as
 * `colours.3`, belongs to the field.
 */
export function sortErrors(error: unknown, names: readonly string[]): SortedErrors {
  const wrong = error instanceof ApiFailure ? error.fields : [];
  const errors: Record<string, string> = {};
  const others: string[] = [];
  for (const {path, message} of wrong) {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`));
    if (name === undefined) others.push(message);
    else errors[name] ??= message;
  }
  const beside = wrong.length === 0 ? [sentenceOf(error)] : others;
  return {errors, failure: beside.length === 0 ? null : [...new Set(beside)].join(' ')};
}

export const correctMarkedText = 'Please correct what is marked.';

/** Moves the focus to the first field with an error, in the page's order. Each field names itself by `data-field`. */
export function useFocusOnError(errors: FieldErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    fields.find(({dataset: {field = ''}}) => errors[field] !== undefined)?.focus();
  }, [errors]);
  return form;
}
