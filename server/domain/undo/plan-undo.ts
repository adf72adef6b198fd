// Decides which of a run's changes to one product are undone: those whose value the store still shows as the run wrote it. Pure functions,
// so an undo and its preview decide alike; the preview knows less of the store.
import {z} from 'zod';
import {isMixOf, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {isAmountField, writtenFields} from '#domain/catalogue/product-fields.ts';
import type {StayReason, UndoWarning} from '#domain/undo/undo-texts.ts';

/**
 * `from`: the value a change wrote, as the store kept it; `to`: the value before it. In the format of written values; a status by its
 * name. `begun`: an undo was about to write `to`. `leftIn`: the undo in which Shopify did not take `to`, so a later undo may try again.
 */
export const UndoValues = z
  .object({
    from: z.string().nullable(),
    to: z.string().nullable(),
    begun: z.literal(true).optional(),
    leftIn: z.string().optional(),
  })
  .readonly();
export type UndoValues = z.infer<typeof UndoValues>;

/** A field that can be set back. */
export type UndoField = (typeof writtenFields)[number] | 'status';

/** A change from the history of runs. */
export type ChangeToUndo = {readonly kind: string; readonly field: string; readonly undo: UndoValues | null};

/** The product's fields as the store shows them; a missing field is not known. */
export type ShownProduct = {readonly values: WrittenValues; readonly status: string | null};

export type UndoFacts = {
  /** Null: the listing no longer exists. */
  readonly listing: Pick<KnownListing, 'state' | 'productGid' | 'written'> | null;
  /** Null: the product is no longer in the store. */
  readonly shown: ShownProduct | null;
  /** The store's currency now. */
  readonly currency: string;
  /** What undos of later runs set back, by field, newest first. A field that was changed again after such an undo has none. */
  readonly undone: ReadonlyMap<string, readonly UndoValues[]>;
};

/** What the undo does with one field: it sets the value back, or the value stays. */
export type UndoStep =
  | {
      readonly kind: 'set_back';
      readonly field: UndoField;
      /** The value that the run wrote. */
      readonly from: string | null;
      /** The value to set back. */
      readonly to: string | null;
      readonly warning: UndoWarning | null;
      /** Whether an earlier attempt already wrote the value, but ended before it could save that. */
      readonly isWritten: boolean;
    }
  | {
      readonly kind: 'stays';
      readonly field: string;
      /** Why the value stays; `stayTexts` has the sentence. */
      readonly because: StayReason;
      /** The value in the store; null: empty, not known, or the product is gone. */
      readonly live: string | null;
    };

/** Plans one step for each field. @param changes all that a run made to one article's product, in order. */
export function planUndo(changes: readonly ChangeToUndo[], facts: UndoFacts): readonly UndoStep[] {
  const byField = Map.groupBy(changes.flatMap(toUndoable), ({field}) => field);
  return [...byField.values()].map((ofField) => planFieldUndo(mergeFieldChanges(ofField), facts));
}

/** Leaves out changes that wrote nothing to the store. Of a creation only the status can be undone. */
function toUndoable(change: ChangeToUndo): readonly ChangeToUndo[] {
  const {kind, field} = change;
  if (kind === 'quarantine' || kind === 'adopt' || field === 'state' || field === 'brake') return [];
  return kind === 'create' && field !== 'status' ? [] : [change];
}

/** Merges the changes of one field: the undo expects the value of the last change, and restores the one from before the first. */
function mergeFieldChanges(changes: readonly ChangeToUndo[]): ChangeToUndo {
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) throw new Error('no change to undo');
  const isKnown = changes.every(({undo}) => undo !== null);
  if (!isKnown || first.undo === null || last.undo === null) return {...last, undo: null};
  const begun = changes.some(({undo}) => undo?.begun) ? {begun: true as const} : {};
  return {...last, undo: {from: last.undo.from, to: first.undo.to, ...begun}};
}

/** The step for one field, by its merged change. */
function planFieldUndo(change: ChangeToUndo, {listing, shown, currency, undone}: UndoFacts): UndoStep {
  const {field, undo, kind} = change;
  const stays = (because: StayReason, live: string | null = null): UndoStep => ({kind: 'stays', field, because, live});
  if (kind === 'delete') return stays('deleted');
  if (listing === null || listing.productGid === null || listing.state === 'deleted_in_store' || shown === null) {
    return stays('gone');
  }
  if (field === 'variants' || field === 'images' || field === 'cost') return stays(field);
  if (field === 'status') {
    return planStatus(change, {state: listing.state, live: shown.status, isUndone: undone.has(field)});
  }
  if (undo === null || !isWrittenField(field)) return stays('not_known');
  const {written} = listing;
  if (isAmountField(field) && (written.currency ?? currency) !== currency) return stays('currency');
  const live = shown.values[field];
  if (live === undefined || (undo.to === null && field !== 'compareAt')) return stays('not_known');
  if (live === undo.to) return undo.begun ? toSetBack(field, undo, null, true) : stays('as_before', live);
  // An earlier undo ended after it had written only some of the variants.
  if (undo.begun && isAmountField(field) && isMixOf(live, [undo.from, undo.to])) return toSetBack(field, undo, null);
  const ours = lastWritten(written[field], undone.get(field) ?? [], live);
  if (ours === undefined || (ours !== undo.from && ours === live)) return stays('changed_since', live);
  return ours === undo.from && live === undo.from ? toSetBack(field, undo, null) : stays('edited', live);
}

/** Our last value of the field: what a run wrote last, or, if the store shows it, what an undo since then set back. */
function lastWritten(
  written: string | null | undefined,
  undone: readonly UndoValues[],
  live: string | null,
): string | null | undefined {
  let value = written;
  for (const {from, to} of undone) {
    if (value === live || from !== value) break;
    value = to;
  }
  return value === live ? value : written;
}

/** What decides whether a status is set back. */
type StatusFacts = {
  readonly state: KnownListing['state'];
  /** The status in the store; null: not known, as in a preview. Then it counts as the run left it. */
  readonly live: string | null;
  /** Whether later changes of the status were undone. Then the listing's state says nothing about this change. */
  readonly isUndone: boolean;
};

/** The step for the product's status. */
function planStatus({kind, undo}: ChangeToUndo, {state, live, isUndone}: StatusFacts): UndoStep {
  const field = 'status';
  if (undo === null) return {kind: 'stays', field, because: kind === 'create' ? 'draft_already' : 'not_known', live};
  if (undo.begun && live === undo.to) return toSetBack(field, undo, null, true);
  if (!isUndone && state !== stateAfter(kind)) return {kind: 'stays', field, because: 'changed_since', live};
  if (live !== null && live === undo.to) return {kind: 'stays', field, because: 'as_before', live};
  if (live !== null && live !== undo.from) return {kind: 'stays', field, because: 'edited', live};
  return toSetBack(field, undo, statusWarnings[kind] ?? 'off_sale');
}

/** The listing's state after a status change of this kind. */
const stateAfter = (kind: string): KnownListing['state'] =>
  kind === 'hold' ? 'held' : kind === 'retire' ? 'retired' : 'active';

/** The warning for setting back a status, by the kind of the change; for all other kinds it is `off_sale`. */
const statusWarnings: Readonly<Record<string, UndoWarning>> = {hold: 'was_held', retire: 'not_offered'};

/** The step that sets the field back to the value from before the run. */
const toSetBack = (
  field: UndoField,
  {from, to}: UndoValues,
  warning: UndoWarning | null,
  isWritten = false,
): UndoStep => ({kind: 'set_back', field, from, to, warning, isWritten});

const isWrittenField = (field: string): field is (typeof writtenFields)[number] =>
  writtenFields.some((own) => own === field);
