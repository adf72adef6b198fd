// Decides what of a run's changes to one product is taken back: only what the store still shows as the run wrote it. Pure, so the
// preview of an undo and the undo decide alike; the preview knows less of the store.
import {z} from 'zod';
import {isMixOf, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {isAmount, writtenFields} from '#domain/catalogue/product-fields.ts';
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

export type UndoField = (typeof writtenFields)[number] | 'status';

/** A change as the history has it. */
export type ChangeToUndo = {readonly kind: string; readonly field: string; readonly undo: UndoValues | null};

/** The product's fields as the store shows them, or as far as they are known; a missing field is not known. */
export type ShownProduct = {readonly values: WrittenValues; readonly status: string | null};

export type UndoFacts = {
  /** Null: there is no listing any more. */
  readonly listing: Pick<KnownListing, 'state' | 'productGid' | 'written'> | null;
  /** Null: the product is no longer in the store. */
  readonly shown: ShownProduct | null;
  /** The store's currency now. */
  readonly currency: string;
  /** By field, newest first: what undos of later runs set back. A field that was changed again after such an undo has none. */
  readonly undone: ReadonlyMap<string, readonly UndoValues[]>;
};

export type UndoStep =
  | {
      readonly kind: 'set_back';
      readonly field: UndoField;
      readonly from: string | null;
      readonly to: string | null;
      readonly warning: UndoWarning | null;
      /** An earlier attempt wrote it already, and ended before it could save that. */
      readonly isWritten: boolean;
    }
  | {
      readonly kind: 'stays';
      readonly field: string;
      readonly because: StayReason;
      /** The value in the store; null: empty, not known, or the product is gone. */
      readonly live: string | null;
    };

/** All changes that a run made to one article's product, in order. One step for each field; changes that concern no product have none. */
export function planUndo(changes: readonly ChangeToUndo[], facts: UndoFacts): readonly UndoStep[] {
  const byField = Map.groupBy(changes.flatMap(toUndoable), ({field}) => field);
  return [...byField.values()].map((ofField) => planField(joined(ofField), facts));
}

/** What a run creates is one thing to undo: being on sale. What changed nothing in the store is left out. */
function toUndoable(change: ChangeToUndo): readonly ChangeToUndo[] {
  const {kind, field} = change;
  if (kind === 'quarantine' || kind === 'adopt' || field === 'state' || field === 'brake') return [];
  return kind === 'create' && field !== 'status' ? [] : [change];
}

/** Merges the changes of one field into one: the undo expects the value written last and restores the one from before the first change. */
function joined(changes: readonly ChangeToUndo[]): ChangeToUndo {
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) throw new Error('no change to undo');
  const isKnown = changes.every(({undo}) => undo !== null);
  if (!isKnown || first.undo === null || last.undo === null) return {...last, undo: null};
  const begun = changes.some(({undo}) => undo?.begun) ? {begun: true as const} : {};
  return {...last, undo: {from: last.undo.from, to: first.undo.to, ...begun}};
}

function planField(change: ChangeToUndo, {listing, shown, currency, undone}: UndoFacts): UndoStep {
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
  if (isAmount(field) && (written.currency ?? currency) !== currency) return stays('currency');
  const live = shown.values[field];
  if (live === undefined || (undo.to === null && field !== 'compareAt')) return stays('not_known');
  if (live === undo.to) return undo.begun ? setBack(field, undo, null, true) : stays('as_before', live);
  // An undo ended between two portions of the variants.
  if (undo.begun && isAmount(field) && isMixOf(live, [undo.from, undo.to])) return setBack(field, undo, null);
  const ours = lastWritten(written[field], undone.get(field) ?? [], live);
  if (ours === undefined || (ours !== undo.from && ours === live)) return stays('changed_since', live);
  return ours === undo.from && live === undo.from ? setBack(field, undo, null) : stays('edited', live);
}

/** The value of ours that the store shows: the last that a run wrote, or one that undos since then set back; if none, the last written. */
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

type StatusFacts = {
  readonly state: KnownListing['state'];
  /** Null: not known, as in a preview; then it counts as the run left it. */
  readonly live: string | null;
  /** The later changes of the status were undone, so the listing's state says nothing about this one. */
  readonly isUndone: boolean;
};

function planStatus({kind, undo}: ChangeToUndo, {state, live, isUndone}: StatusFacts): UndoStep {
  const field = 'status';
  if (undo === null) return {kind: 'stays', field, because: kind === 'create' ? 'draft_already' : 'not_known', live};
  if (undo.begun && live === undo.to) return setBack(field, undo, null, true);
  if (!isUndone && state !== stateAfter(kind)) return {kind: 'stays', field, because: 'changed_since', live};
  if (live !== null && live === undo.to) return {kind: 'stays', field, because: 'as_before', live};
  if (live !== null && live !== undo.from) return {kind: 'stays', field, because: 'edited', live};
  return setBack(field, undo, warnings[kind] ?? 'off_sale');
}

/** The listing's state after a status change of this kind. */
const stateAfter = (kind: string): KnownListing['state'] =>
  kind === 'hold' ? 'held' : kind === 'retire' ? 'retired' : 'active';

const warnings: Readonly<Record<string, UndoWarning>> = {hold: 'was_held', retire: 'not_offered'};

const setBack = (
  field: UndoField,
  {from, to}: UndoValues,
  warning: UndoWarning | null,
  isWritten = false,
): UndoStep => ({kind: 'set_back', field, from, to, warning, isWritten});

const isWrittenField = (field: string): field is (typeof writtenFields)[number] =>
  writtenFields.some((own) => own === field);
