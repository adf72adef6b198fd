// Decides whether a run can be undone.

/** The run that is to be undone, and what is known about its changes. */
export type RunToUndo = {
  readonly kind: string;
  readonly state: string;
  /** The states of the undos of this run so far. */
  readonly undos: readonly string[];
  /** Whether the run changed something whose earlier value is known. */
  readonly hasValues: boolean;
  /** Whether Shopify refused some values in an earlier undo, so that something is left to undo. */
  readonly hasLeft: boolean;
};

/** Why a run cannot be undone; `reason` is a sentence for the merchant. */
export type UndoRefusal = {
  readonly code: 'changed_nothing' | 'is_undo' | 'not_ended' | 'undone';
  readonly reason: string;
};

/** Why the run cannot be undone; null: it can. After an undo that stopped, failed or was refused in part, the rest can be undone. */
export function findUndoRefusal({kind, state, undos, hasValues, hasLeft}: RunToUndo): UndoRefusal | null {
  if (kind === 'preview') return {code: 'changed_nothing', reason: 'A preview changes nothing in your store.'};
  if (kind === 'undo') {
    const reason =
      'This update is an undo itself. What it set back is yours; give a field back to have it written again.';
    return {code: 'is_undo', reason};
  }
  if (state === 'queued' || state === 'running') {
    return {code: 'not_ended', reason: 'This update has not ended. Stop it, or wait for its end.'};
  }
  if (!hasLeft && undos.some((undo) => undo === 'done' || undo === 'partial')) {
    return {code: 'undone', reason: 'This update was undone already. What was set back is yours now.'};
  }
  if (hasValues) return null;
  return {
    code: 'changed_nothing',
    reason:
      'Nothing of this update can be taken back: of no field is an earlier value known, and variants stay as it left them.',
  };
}
