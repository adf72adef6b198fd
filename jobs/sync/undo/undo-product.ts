// Sets back one product's fields. All but the status become the merchant's before the store is asked, so no run overwrites them, whatever
// happens in between; what was asked for is recognised by its value when the undo is resumed.
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {ArticleId} from '#domain/ids.ts';
import {planUndo, type UndoFacts, type UndoStep} from '#domain/undo/plan-undo.ts';
import {type Back, settleEdits, withEdits} from '#domain/undo/undo-edits.ts';
import {stayTexts} from '#domain/undo/undo-texts.ts';
import {loadListings, type StoredListing, saveProductDeleted} from '../../../server/db/listings/listings.ts';
import {lockListing} from '../../../server/db/listings/lock-listing.ts';
import {type RunChange, saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {
  type StoredChangeToUndo,
  saveStatusUndone,
  saveStoreTime,
  saveUndoBegun,
  saveUndoEdits,
  saveUndoLeft,
  saveUndone,
} from '../../../server/db/runs/undo-changes.ts';
import {
  type FoundProduct,
  fetchProductToUndo,
  nothingSet,
  type SetBack,
  setBack,
} from '../../../server/shopify/products/set-back.ts';
import {askSameStore} from '../read/same-store.ts';
import type {RunWithStore} from '../run.ts';

export type ProductToUndo = {
  readonly articleId: ArticleId;
  readonly changes: readonly StoredChangeToUndo[];
  readonly undone: UndoFacts['undone'];
};

export async function undoProduct(run: RunWithStore, product: ProductToUndo): Promise<void> {
  await run.beat();
  const {articleId} = product;
  // Read now, not with the batch: the merchant may have edited a field or given one back since.
  const known = (await loadListings(run.deps.db, run.shop, [articleId])).get(articleId) ?? null;
  const found = await findProduct(run, known);
  const begun = await run.write((to) => begin(run, to, product, found));
  const done = found === null || begun.toWrite.length === 0 ? nothingSet : await write(run, begun, found);
  const outcome = {...begun, done, back: begun.steps.filter(isDoneBy(done))};
  await run.write((to) => saveOutcome(run, to, product, outcome));
  count(run, outcome);
  run.deps.checkpoint('undone');
}

const isDoneBy =
  ({written}: SetBack) =>
  (step: UndoStep): step is Back =>
    step.kind === 'set_back' && (step.isWritten || Object.hasOwn(written, step.field));

async function findProduct(run: RunWithStore, listing: StoredListing | null): Promise<FoundProduct | null> {
  if (listing === null || listing.productGid === null || listing.state === 'deleted_in_store') return null;
  return fetchProductToUndo(run.admin, run.shop, toOurs(run, listing, listing.productGid), run.signal);
}

const toOurs = ({store: {currency}}: RunWithStore, {variants}: StoredListing, productGid: FoundGid) => ({
  productGid,
  variants: variants.flatMap(({gid, state}) => (state === 'live' ? [gid] : [])),
  currency,
});

type FoundGid = NonNullable<StoredListing['productGid']>;
type Db = Parameters<Parameters<RunWithStore['write']>[0]>[0];

type Begun = {
  readonly steps: readonly UndoStep[];
  readonly toWrite: readonly Back[];
  /** As it was before the undo. */
  readonly listing: StoredListing | null;
};

/** Decides by the listing as it is now, and in the same transaction makes the fields, except the status, the merchant's. */
async function begin(
  run: RunWithStore,
  to: Db,
  {articleId, changes, undone}: ProductToUndo,
  shown: FoundProduct | null,
): Promise<Begun> {
  const listing = await lockListing(to, run.shop, articleId);
  const steps = planUndo(changes, {listing, shown, currency: run.store.currency, undone});
  const toWrite = steps.filter((step) => step.kind === 'set_back').filter(({isWritten}) => !isWritten);
  if (listing !== null && toWrite.length > 0) {
    const fields = new Set<string>(toWrite.map(({field}) => field));
    await saveUndoEdits(to, run.shop, articleId, withEdits(listing, toWrite));
    await saveUndoBegun(to, run.shop, idsOf(changes, fields));
  }
  return {steps, toWrite, listing};
}

const idsOf = (changes: readonly StoredChangeToUndo[], fields: ReadonlySet<string>): readonly number[] =>
  changes.filter(({field}) => fields.has(field)).map(({id}) => id);

async function write(run: RunWithStore, {listing, toWrite}: Begun, found: FoundProduct): Promise<SetBack> {
  if (listing === null || listing.productGid === null) return nothingSet;
  run.deps.checkpoint('undo-begun');
  const ours = {...toOurs(run, listing, listing.productGid), variants: found.variants};
  await askSameStore(run);
  const values = Object.fromEntries(toWrite.map(({field, to}) => [field, to]));
  const done = await setBack(run.admin, run.shop, ours, values);
  run.report.count('writes', done.writes);
  run.deps.checkpoint('undo-written');
  return done;
}

type Outcome = Begun & {readonly back: readonly Back[]; readonly done: SetBack};

async function saveOutcome(
  run: RunWithStore,
  to: Db,
  {articleId, changes}: ProductToUndo,
  {steps, toWrite, listing, back, done}: Outcome,
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
    await saveStatusUndone(to, run.shop, articleId, statusKindOf(changes), status.to, now);
  }
  if (done.updatedAt !== null) await saveStoreTime(to, run.shop, articleId, done.updatedAt);
  const isGone = steps.some((step) => step.kind === 'stays' && step.because === 'gone') || done.isMissing;
  if (isGone && listing?.productGid != null && listing.state !== 'deleted_in_store') {
    await saveProductDeleted(to, run.shop, listing.productGid, now);
  }
  const history = steps.map((step) => toHistory(articleId, step, isDoneBy(done)(step), done.refused));
  await saveRunChanges(to, run, history, now);
  const left = isGone ? [] : toWrite.filter((step) => !isDoneBy(done)(step)).map(({field}) => field);
  const leftIds = idsOf(changes, new Set<string>(left));
  await saveUndoLeft(to, run.shop, leftIds, run.id);
  const settled = changes.map(({id}) => id).filter((id) => !leftIds.includes(id));
  await saveUndone(to, run.shop, settled, run.id);
}

function count({report}: RunWithStore, {back, done}: Outcome): void {
  report.count(back.length > 0 ? 'updated' : 'unchanged');
  if (done.refused === null) return;
  const note =
    'Shopify refused to set back some of the fields. They stay as they are, and can be tried again; the list says which.';
  if (!report.notes.includes(note)) report.note(note);
}

function statusKindOf(changes: readonly StoredChangeToUndo[]): 'retire' | 'hold' | 'other' {
  const kind = changes.findLast(({field}) => field === 'status')?.kind;
  return kind === 'retire' || kind === 'hold' ? kind : 'other';
}

function toHistory(articleId: ArticleId, step: UndoStep, isDone: boolean, refused: string | null): RunChange {
  const {field} = step;
  const change = {articleId, kind: 'undo', field, applied: isDone} as const;
  if (step.kind === 'stays') return {...change, before: step.live, after: null, why: stayTexts[step.because]};
  const {from: before, to: after} = step;
  if (isDone) return {...change, before, after, why: 'Set back to what it was before the run.'};
  return {...change, before, after: null, why: refused ?? stayTexts.gone};
}
