// Whether a run can be undone, and the reason if not.

export type UndoableRun = {
  readonly kind: string;
  readonly state: string;
  /** The states of the undos that were asked for so far. */
  readonly undos: readonly string[];
  /** Whether it changed something whose value before is known. */
  readonly hasValues: boolean;
  /** Whether Shopify did not take some of it in an earlier undo, so that something is left. */
  readonly hasLeft: boolean;
};

export type UndoRefusal = {
  readonly code: 'changed_nothing' | 'is_undo' | 'not_ended' | 'undone';
  readonly reason: string;
};

/** Null: it can be undone. An undo that was stopped, failed or was refused in part can be asked for again, for what is left. */
export function whyNotUndone({kind, state, undos, hasValues, hasLeft}: UndoableRun): UndoRefusal | null {
  if (kind === 'preview') return {code: 'changed_nothing', reason: 'A preview changes nothing in your store.'};
  if (kind === 'undo') {
    const reason = 'This run is an undo itself. What it set back is yours; give a field back to have it written again.';
    return {code: 'is_undo', reason};
  }
  if (state === 'queued' || state === 'running') {
    return {code: 'not_ended', reason: 'This run has not ended. Stop it, or wait for its end.'};
  }
  if (!hasLeft && undos.some((undo) => undo === 'done' || undo === 'partial')) {
    return {code: 'undone', reason: 'This run was undone already. What was set back is yours now.'};
  }
  if (hasValues) return null;
  return {code: 'changed_nothing', reason: 'This run changed nothing in your store that can be taken back.'};
}
