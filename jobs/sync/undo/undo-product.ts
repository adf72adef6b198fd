// Sets back one product's fields. The fields become the merchant's before the store is asked, so no run overwrites them, whatever happens
// in between; what was asked for is recognised by its value when the undo is resumed.
import {FieldEdits, type WrittenValues} from '#domain/catalogue/edits.ts';
import {planUndo, type UndoStep} from '#domain/catalogue/plan-undo.ts';
import {stayTexts} from '#domain/catalogue/undo-texts.ts';
import type {ArticleId} from '#domain/ids.ts';
import {type StoredListing, saveProductDeleted} from '../../../server/db/listings/listings.ts';
import {type RunChange, saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {
  type StoredChangeToUndo,
  saveStatusUndone,
  saveStoreTime,
  saveUndoBegun,
  saveUndoEdits,
  saveUndone,
} from '../../../server/db/runs/undo-changes.ts';
import {isAboutOneProduct} from '../../../server/shopify/client/user-errors.ts';
import {
  type FoundProduct,
  fetchProductToUndo,
  type SetBack,
  setBack,
} from '../../../server/shopify/products/set-back.ts';
import type {RunWithStore} from '../run.ts';

export type ProductToUndo = {
  readonly articleId: ArticleId;
  readonly changes: readonly StoredChangeToUndo[];
  readonly listing: StoredListing | null;
};

type Back = Extract<UndoStep, {readonly kind: 'set_back'}>;

export async function undoProduct(run: RunWithStore, product: ProductToUndo): Promise<void> {
  await run.beat();
  const {listing, changes} = product;
  const found = await findProduct(run, listing);
  const {currency} = run.store;
  const steps = planUndo(changes, {listing, shown: found, currency});
  const back = steps.filter((step) => step.kind === 'set_back');
  const toWrite = back.filter(({isWritten}) => !isWritten);
  const done = found === null || toWrite.length === 0 ? nothing : await write(run, product, toWrite, found);
  const outcome = {steps, done, back: steps.filter(isDoneBy(done))};
  await run.write((to) => saveOutcome(run, to, product, outcome));
  count(run, outcome);
  run.deps.checkpoint('undone');
}

const isDoneBy =
  ({written}: SetBack) =>
  (step: UndoStep): step is Back =>
    step.kind === 'set_back' && (step.isWritten || Object.hasOwn(written, step.field));

const nothing: SetBack = {written: {}, refused: null, isMissing: false, updatedAt: null, writes: 0};

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

async function write(
  run: RunWithStore,
  {articleId, changes, listing}: ProductToUndo,
  back: readonly Back[],
  found: FoundProduct,
): Promise<SetBack> {
  if (listing === null || listing.productGid === null) return nothing;
  const fields = new Set<string>(back.map(({field}) => field));
  await run.write(async (to) => {
    await saveUndoEdits(to, run.shop, articleId, withEdits(listing, back));
    const begun = changes.filter(({field}) => fields.has(field)).map(({id}) => id);
    await saveUndoBegun(to, run.shop, begun);
  });
  run.deps.checkpoint('undo-begun');
  const ours = {...toOurs(run, listing, listing.productGid), variants: found.variants};
  const values = Object.fromEntries(back.map(({field, to}) => [field, to]));
  const done = await setBack(run.admin, run.shop, ours, values).catch(asRefusal);
  run.report.count('writes', done.writes);
  run.deps.checkpoint('undo-written');
  return done;
}

/** A refusal of one product does not end the undo. Whether an unreadable answer came after the write, the next reading of it shows. */
function asRefusal(error: unknown): SetBack {
  if (!isAboutOneProduct(error)) throw error;
  return {...nothing, refused: error.message, writes: 1};
}

/** As if the merchant had edited these fields in the store. @param kept as the store keeps them; absent: as they are sent. */
function withEdits({edits}: StoredListing, back: readonly Back[], kept: WrittenValues = {}): FieldEdits {
  const own = back.flatMap(({field, from, to}) =>
    field === 'status' ? [] : [[field, {written: from, live: kept[field] ?? to}]],
  );
  return FieldEdits.parse({...edits, ...Object.fromEntries(own)});
}

type Outcome = {readonly steps: readonly UndoStep[]; readonly back: readonly Back[]; readonly done: SetBack};
type Db = Parameters<Parameters<RunWithStore['write']>[0]>[0];

async function saveOutcome(
  run: RunWithStore,
  to: Db,
  product: ProductToUndo,
  {steps, back, done}: Outcome,
): Promise<void> {
  const {articleId, changes, listing} = product;
  const now = run.deps.now();
  if (listing !== null && back.length > 0) {
    await saveUndoEdits(to, run.shop, articleId, withEdits(listing, back, done.written));
    if (back.some(({field}) => field === 'status')) {
      await saveStatusUndone(to, run.shop, articleId, statusKindOf(changes), now);
    }
    if (done.updatedAt !== null) await saveStoreTime(to, run.shop, articleId, done.updatedAt);
  } else if (listing !== null && done.refused !== null) {
    await saveUndoEdits(to, run.shop, articleId, listing.edits);
  }
  const isGone = steps.some((step) => step.kind === 'stays' && step.because === 'gone') || done.isMissing;
  if (isGone && listing?.productGid != null && listing.state !== 'deleted_in_store') {
    await saveProductDeleted(to, run.shop, listing.productGid, now);
  }
  const history = steps.map((step) => toHistory(articleId, step, isDoneBy(done)(step), done.refused));
  await saveRunChanges(to, run, history, now);
  const ids = changes.map(({id}) => id);
  await saveUndone(to, run.shop, ids, run.id);
}

function count({report}: RunWithStore, {back, done}: Outcome): void {
  report.count(back.length > 0 ? 'updated' : 'unchanged');
  if (done.refused === null) return;
  const note = 'Shopify refused to set back some of the fields. They stay as they are; the list says which.';
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
