// Adds to a run's changes what an undo needs: the value that the store kept, and the value before.
import {type WrittenValues} from '#domain/catalogue/edits.ts';
import {isAmountField, writtenFields} from '#domain/catalogue/product-fields.ts';
import type {UndoValues} from '#domain/undo/plan-undo.ts';
import type {RunChange} from '../../../server/db/runs/run-changes.ts';

/** The listing's values before and after the run's write. */
type WrittenByRun = {
  /** What the app had written before the run; a missing field is not known. */
  readonly before: WrittenValues;
  /** What the run wrote, as the store kept it. */
  readonly after: WrittenValues;
};

const nothingWritten: WrittenByRun = {before: {}, after: {}};

/** Adds the undo values to changes. @param written left out: only statuses were written. */
export const withUndo = (changes: readonly RunChange[], written = nothingWritten): readonly RunChange[] =>
  changes.map((change) => ({...change, undo: toUndoValues(change, written)}));

/** The values to undo one change; null: it cannot be undone. */
function toUndoValues({kind, field, before, after}: RunChange, written: WrittenByRun): UndoValues | null {
  if (field === 'status') return toStatusUndo(kind, before, after);
  const own = kind === 'create' ? undefined : writtenFields.find((name) => name === field);
  if (own === undefined) return null;
  // Amounts of two currencies cannot be told from each other by their text.
  if (isAmountField(own) && (written.before.currency ?? written.after.currency) !== written.after.currency) return null;
  const [to, from] = [written.before[own], written.after[own]];
  return to === undefined || from === undefined ? null : {from, to};
}

/** The undo values of a status. The undo of a product created on sale makes it a draft. */
function toStatusUndo(kind: RunChange['kind'], before: string | null, after: string | null): UndoValues | null {
  if (kind === 'create') return after === 'ACTIVE' ? {from: after, to: 'DRAFT'} : null;
  return before === null || after === null ? null : {from: after, to: before};
}
