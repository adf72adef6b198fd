// Adds to a run's changes what an undo of the run needs: each value as the store kept it, and the value before.
import {type WrittenValues} from '#domain/catalogue/edits.ts';
import {isAmount, writtenFields} from '#domain/catalogue/product-fields.ts';
import type {UndoValues} from '#domain/undo/plan-undo.ts';
import type {RunChange} from '../../../server/db/runs/run-changes.ts';

type Written = {
  /** What the app had written before the run; a missing field is not known. */
  readonly before: WrittenValues;
  /** What the run wrote, as the store kept it. */
  readonly after: WrittenValues;
};

const nothing: Written = {before: {}, after: {}};

/** @param written absent: no field was written, only a status. */
export const withUndo = (changes: readonly RunChange[], written = nothing): readonly RunChange[] =>
  changes.map((change) => ({...change, undo: undoOf(change, written)}));

function undoOf({kind, field, before, after}: RunChange, written: Written): UndoValues | null {
  if (field === 'status') return toStatusUndo(kind, before, after);
  const own = kind === 'create' ? undefined : writtenFields.find((name) => name === field);
  if (own === undefined) return null;
  // Amounts of two currencies cannot be told from each other by their text.
  if (isAmount(own) && (written.before.currency ?? written.after.currency) !== written.after.currency) return null;
  const [to, from] = [written.before[own], written.after[own]];
  return to === undefined || from === undefined ? null : {from, to};
}

/** What a run made on sale becomes a draft. */
function toStatusUndo(kind: RunChange['kind'], before: string | null, after: string | null): UndoValues | null {
  if (kind === 'create') return after === 'ACTIVE' ? {from: after, to: 'DRAFT'} : null;
  return before === null || after === null ? null : {from: after, to: before};
}
