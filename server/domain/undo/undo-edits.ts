// Records the fields that an undo sets back, except the status, as edits of the merchant, so that no run overwrites them. The merchant may
// edit or give back fields while the undo runs.
import {FieldEdits, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {UndoStep} from '#domain/undo/plan-undo.ts';

/** A step that sets a field back. */
export type SetBackStep = Extract<UndoStep, {readonly kind: 'set_back'}>;

type EditsAndWritten = Pick<KnownListing, 'edits' | 'written'>;

/** The listing's edits to save before the undo writes to the store. */
export const withBegunEdits = ({edits, written}: EditsAndWritten, toWrite: readonly SetBackStep[]): FieldEdits =>
  FieldEdits.parse({...edits, ...toBegunEdits(written, toWrite)});

/** What the undo wrote to the store. */
type UndoOutcome = {
  /** The listing as it was before the undo. */
  readonly listing: EditsAndWritten;
  /** The steps that the undo wanted to write. */
  readonly toWrite: readonly SetBackStep[];
  /** The values that the store took, in the form in which it keeps them. */
  readonly kept: WrittenValues;
  /** Whether it is not known if the other fields were written. Then they stay the merchant's. */
  readonly isLeft: boolean;
};

/** The edits to save after the undo: a field that the store did not take is as before; one that was edited meanwhile stays edited. */
export function settleEdits(now: FieldEdits, {listing, toWrite, kept, isLeft}: UndoOutcome): FieldEdits {
  const begun = new Map(Object.entries(toBegunEdits(listing.written, toWrite)));
  const before = new Map(Object.entries(listing.edits));
  const entries = Object.entries(now).flatMap(([field, edit]) => {
    const mine = begun.get(field);
    if (mine === undefined || mine.live !== edit?.live) return [[field, edit]];
    const live = new Map(Object.entries(kept)).get(field);
    if (live !== undefined) return [[field, {...mine, live}]];
    if (isLeft) return [[field, edit]];
    return before.has(field) ? [[field, before.get(field)]] : [];
  });
  return FieldEdits.parse(Object.fromEntries(entries));
}

/** The edits by which the fields become the merchant's, each with the value that the undo wants to write. */
function toBegunEdits(written: WrittenValues, toWrite: readonly SetBackStep[]): FieldEdits {
  const own = toWrite.flatMap(({field, from, to}) =>
    field === 'status' ? [] : [[field, {written: written[field] ?? from, live: to}]],
  );
  return FieldEdits.parse(Object.fromEntries(own));
}
