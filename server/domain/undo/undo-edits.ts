// What an undo sets back, except the status, is the merchant's from then on, as if edited in the store. The merchant may edit or give back
// fields while the undo runs.
import {FieldEdits, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {UndoStep} from '#domain/undo/plan-undo.ts';

export type Back = Extract<UndoStep, {readonly kind: 'set_back'}>;

type Before = Pick<KnownListing, 'edits' | 'written'>;

/** The listing's edits while the store is asked. */
export const withEdits = ({edits, written}: Before, toWrite: readonly Back[]): FieldEdits =>
  FieldEdits.parse({...edits, ...begunEdits(written, toWrite)});

type Settled = {
  /** As it was before the undo. */
  readonly listing: Before;
  readonly toWrite: readonly Back[];
  /** What was set back, as the store keeps it. */
  readonly kept: WrittenValues;
  /** What became of the other fields is not known, so they stay the merchant's. */
  readonly isLeft: boolean;
};

/** The edits afterwards: what the store did not take is as before. A field that was changed while the store was asked stays as it is. */
export function settleEdits(now: FieldEdits, {listing, toWrite, kept, isLeft}: Settled): FieldEdits {
  const begun = new Map(Object.entries(begunEdits(listing.written, toWrite)));
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

function begunEdits(written: WrittenValues, toWrite: readonly Back[]): FieldEdits {
  const own = toWrite.flatMap(({field, from, to}) =>
    field === 'status' ? [] : [[field, {written: written[field] ?? from, live: to}]],
  );
  return FieldEdits.parse(Object.fromEntries(own));
}
