// Undoes a run's changes to one product. Before the store is written, the merchant becomes the owner of the fields, except the status, so
// that no run overwrites them. A resumed undo recognises by the values what was written already.
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {ArticleId} from '#domain/ids.ts';
import {planUndo, type UndoFacts, type UndoStep} from '#domain/undo/plan-undo.ts';
import {type SetBackStep, settleEdits, withBegunEdits} from '#domain/undo/undo-edits.ts';
import {stayTexts} from '#domain/undo/undo-texts.ts';
import {loadListings, type StoredListing, saveProductDeleted} from '../../../server/db/listings/listings.ts';
import {lockListing} from '../../../server/db/listings/lock-listing.ts';
import {type RunChange, saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {claimSale, releaseSale} from '../../../server/db/runs/sale-claims.ts';
import {
  markLeftByUndo,
  markUndoBegun,
  markUndone,
  type StoredChangeToUndo,
  saveRestoredStatus,
  saveStoreUpdatedAt,
  saveUndoEdits,
} from '../../../server/db/runs/undo-changes.ts';
import {
  type FoundProductToUndo,
  fetchProductToUndo,
  nothingSet,
  type SetBackOutcome,
  setBackProduct,
} from '../../../server/shopify/products/set-back.ts';
import {assertSameStoreByShopify} from '../read/same-store.ts';
import type {RunWithStore} from '../run.ts';

/** One product, with the changes of the run to undo, and what undos of later runs set back (see `UndoFacts`). */
export type ProductToUndo = {
  readonly articleId: ArticleId;
  readonly changes: readonly StoredChangeToUndo[];
  readonly undone: UndoFacts['undone'];
};

/** Plans and carries out the undo of one product, and saves the outcome. */
export async function undoProduct(run: RunWithStore, product: ProductToUndo): Promise<void> {
  await run.beat();
  const {articleId} = product;
  const hasStatus = product.changes.some(({field}) => field === 'status');
  if (hasStatus) await run.write((to) => claimSale(to, run, articleId, true));
  // The listing is read now, not with the batch, because the merchant may have edited or given back a field since.
  const known = (await loadListings(run.deps.db, run.shop, [articleId])).get(articleId) ?? null;
  const found = await fetchProductOf(run, known);
  const begun = await run.write((to) => beginUndo(run, to, product, found));
  const done = found === null || begun.toWrite.length === 0 ? nothingSet : await writeUndo(run, begun, found);
  const outcome = {...begun, done, back: begun.steps.filter(isDoneByWrite(done))};
  await run.write((to) => saveUndoOutcome(run, to, product, outcome));
  countUndo(run, outcome);
  run.deps.checkpoint('undone');
}

/** Returns a test: whether a step's value is in the store, written now or by an earlier attempt. */
const isDoneByWrite =
  ({written}: SetBackOutcome) =>
  (step: UndoStep): step is SetBackStep =>
    step.kind === 'set_back' && (step.isWritten || Object.hasOwn(written, step.field));

/** Reads the product as the store shows it; null: there is no product, or it is no longer in the store. */
async function fetchProductOf(run: RunWithStore, listing: StoredListing | null): Promise<FoundProductToUndo | null> {
  if (listing === null || listing.productGid === null || listing.state === 'deleted_in_store') return null;
  return fetchProductToUndo(run.admin, run.shop, toUndoTarget(run, listing, listing.productGid), run.signal);
}

const toUndoTarget = ({store: {currency}}: RunWithStore, {variants}: StoredListing, productGid: LinkedProductGid) => ({
  productGid,
  variants: variants.flatMap(({gid, state}) => (state === 'live' ? [gid] : [])),
  currency,
});

type LinkedProductGid = NonNullable<StoredListing['productGid']>;
type Db = Parameters<Parameters<RunWithStore['write']>[0]>[0];

/** The planned steps, and those of them whose value must still be written. */
type BegunUndo = {
  readonly steps: readonly UndoStep[];
  readonly toWrite: readonly SetBackStep[];
  /** The listing as it was before the undo. */
  readonly listing: StoredListing | null;
};

/** Plans by the current listing, and in the same transaction makes the merchant the owner of the fields, except the status. */
async function beginUndo(
  run: RunWithStore,
  to: Db,
  {articleId, changes, undone}: ProductToUndo,
  shown: FoundProductToUndo | null,
): Promise<BegunUndo> {
  const listing = await lockListing(to, run.shop, articleId);
  const steps = planUndo(changes, {listing, shown, currency: run.store.currency, undone});
  const toWrite = steps.filter((step) => step.kind === 'set_back').filter(({isWritten}) => !isWritten);
  if (listing !== null && toWrite.length > 0) {
    const fields = new Set<string>(toWrite.map(({field}) => field));
    await saveUndoEdits(to, run.shop, articleId, withBegunEdits(listing, toWrite));
    await markUndoBegun(to, run.shop, changeIds(changes, fields));
  }
  return {steps, toWrite, listing};
}

/** The ids of the changes to these fields. */
const changeIds = (changes: readonly StoredChangeToUndo[], fields: ReadonlySet<string>): readonly number[] =>
  changes.filter(({field}) => fields.has(field)).map(({id}) => id);

/** Writes the values of the steps `toWrite` to the store. */
async function writeUndo(
  run: RunWithStore,
  {listing, toWrite}: BegunUndo,
  found: FoundProductToUndo,
): Promise<SetBackOutcome> {
  if (listing === null || listing.productGid === null) return nothingSet;
  run.deps.checkpoint('undo-begun');
  const ours = {...toUndoTarget(run, listing, listing.productGid), variants: found.variants};
  await assertSameStoreByShopify(run);
  const values = Object.fromEntries(toWrite.map(({field, to}) => [field, to]));
  const done = await setBackProduct(run.admin, run.shop, ours, values);
  run.report.count('writes', done.writes);
  run.deps.checkpoint('undo-written');
  return done;
}

/** `back`: the steps whose value is in the store now. `done`: what this attempt wrote. */
type WrittenUndo = BegunUndo & {readonly back: readonly SetBackStep[]; readonly done: SetBackOutcome};

/** Saves edits, status and history of the undo, and which changes are settled or can be tried again. */
async function saveUndoOutcome(
  run: RunWithStore,
  to: Db,
  {articleId, changes}: ProductToUndo,
  {steps, toWrite, listing, back, done}: WrittenUndo,
): Promise<void> {
  const now = run.deps.now();
  const locked = toWrite.length === 0 ? null : await lockListing(to, run.shop, articleId);
  if (locked !== null && listing !== null) {
    const kept: WrittenValues = done.written;
    const isLeft = done.isUnclear;
    await saveUndoEdits(to, run.shop, articleId, settleEdits(locked.edits, {listing, toWrite, kept, isLeft}));
  }
  const status = back.find(({field}) => field === 'status');
  if (listing !== null && status !== undefined) {
    await saveRestoredStatus(to, run.shop, articleId, statusKindOf(changes), status.to, now);
  }
  if (done.updatedAt !== null) await saveStoreUpdatedAt(to, run.shop, articleId, done.updatedAt);
  const isGone = steps.some((step) => step.kind === 'stays' && step.because === 'gone') || done.isMissing;
  if (isGone && listing?.productGid != null && listing.state !== 'deleted_in_store') {
    await saveProductDeleted(to, run.shop, listing.productGid, now);
  }
  const history = steps.map((step) => toHistoryChange(articleId, step, done));
  await saveRunChanges(to, run, history, now);
  await releaseSale(to, run.shop, articleId);
  const left = isGone ? [] : toWrite.filter((step) => !isDoneByWrite(done)(step)).map(({field}) => field);
  const leftIds = changeIds(changes, new Set<string>(left));
  await markLeftByUndo(to, run.shop, leftIds, run.id);
  const settled = changes.map(({id}) => id).filter((id) => !leftIds.includes(id));
  await markUndone(to, run.shop, settled, run.id);
}

/** Counts the product as updated or unchanged, and notes once if Shopify refused something. */
function countUndo({report}: RunWithStore, {back, done}: WrittenUndo): void {
  report.count(back.length > 0 ? 'updated' : 'unchanged');
  if (done.refused === null) return;
  const note =
    'Shopify refused to set back some of the fields. They stay as they are, and can be tried again; the list says which.';
  if (!report.notes.includes(note)) report.note(note);
}

/** The kind of the last status change: a retirement, a draft (`hold`), or any other or none. */
function statusKindOf(changes: readonly StoredChangeToUndo[]): 'retire' | 'hold' | 'other' {
  const kind = changes.findLast(({field}) => field === 'status')?.kind;
  return kind === 'retire' || kind === 'hold' ? kind : 'other';
}

/** The history's entry for one step: set back, to the value that the store kept of it, or the reason why the value stays. */
function toHistoryChange(articleId: ArticleId, step: UndoStep, done: SetBackOutcome): RunChange {
  const {field} = step;
  const change = {articleId, kind: 'undo', field, applied: isDoneByWrite(done)(step)} as const;
  if (step.kind === 'stays') return {...change, before: step.live, after: null, why: stayTexts[step.because]};
  const {from: before, to} = step;
  if (!change.applied) return {...change, before, after: null, why: done.refused ?? stayTexts.gone};
  const kept = new Map(Object.entries(done.written)).get(field);
  const after = kept === undefined ? to : kept;
  return {...change, before, after, why: 'Set back to what it was before the update.', undo: {from: after, to: before}};
}
