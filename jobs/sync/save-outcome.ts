// Saves what a run did with a listing: links, values, images, history and counts, in one short transaction.

import type {Kysely} from 'kysely';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import type {OperationResult} from '#domain/catalogue/operation.ts';
import type {VariantGid} from '#domain/ids.ts';
import {releaseByCause, saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveMedia} from '../../server/db/listings/listing-media.ts';
import {
  clearVariantsOffSale,
  saveLiveVariants,
  saveVariantsDeleted,
} from '../../server/db/listings/listing-variants.ts';
import {
  saveListing,
  saveProductDeleted,
  saveUnchangedListings,
  type UnchangedListing,
} from '../../server/db/listings/listings.ts';
import {giveBackAgain} from '../../server/db/listings/ownership.ts';
import {type RunChange, saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {releaseSale} from '../../server/db/runs/sale-claims.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {correctByStatus, toQuarantinedChange, toRunChanges} from './changes.ts';
import {isTakenOffSale, statusTakenFrom, toStoreValues} from './off-sale.ts';
import type {PlannedListing} from './plan-listings.ts';
import type {Run} from './run.ts';
import {saveWithdrawn} from './save-withdrawn.ts';
import {withUndo} from './undo/undo-values.ts';

type DoneResult = Extract<OperationResult, {kind: 'done'}>;
type PlanOfKind<K extends PlannedListing['plan']['kind']> = Extract<PlannedListing['plan'], {kind: K}>;
type Db = Kysely<Tables>;

/** Saves the listings of a batch that needed no call to the store. */
export async function saveWithoutCall(run: Run, planned: readonly PlannedListing[]): Promise<void> {
  if (planned.length === 0) return;
  await run.write(async (db) => {
    await saveUnchangedListings(db, run.shop, planned.flatMap(toUnchanged));
    await giveBackAgain(db, run.shop, planned.map(toLoaded));
    await clearVariantsOffSale(db, run.shop, planned.flatMap(forgottenVariants));
    const fine = planned.filter(({plan}) => plan.kind === 'unchanged').map(({chosen}) => chosen.id);
    await releaseByCause(db, run.shop, {articleIds: fine, cause: 'planning', runId: run.id});
    for (const entry of planned) await saveDraftOrQuarantine(run, db, entry);
  });
  for (const {plan} of planned) {
    if (plan.kind === 'unchanged' || plan.kind === 'keep') run.report.count('unchanged');
    else if (plan.kind === 'draft') run.report.count('held');
    else if (plan.kind === 'quarantine') run.report.count('quarantined');
  }
}

/** Saves a plan that makes a draft without a call to the store, or that quarantines the article; ignores other plans. */
async function saveDraftOrQuarantine(run: Run, db: Db, entry: PlannedListing): Promise<void> {
  const {plan} = entry;
  if (plan.kind === 'draft') await saveDrafted(run, db, entry, plan, null);
  if (plan.kind === 'quarantine') await quarantineListing(run, db, entry, plan.reason);
}

/** The values to save for an unchanged listing; empty for any other plan. */
function toUnchanged({chosen, plan}: PlannedListing): UnchangedListing[] {
  if (plan.kind !== 'unchanged') return [];
  const {fingerprint, cost, price, trace} = plan;
  return [{id: chosen.id, plannedFor: chosen.plannedFor, fingerprint, cost, price, trace}];
}

/** The listing as the plan knew it. */
const toLoaded = ({chosen: {id}, listing}: PlannedListing) => ({id, listing});

/** The plan's variants whose mark "off sale" is cleared, because the supplier no longer states them. */
const forgottenVariants = ({plan}: PlannedListing): readonly VariantGid[] =>
  plan.kind === 'unchanged' || plan.kind === 'update' ? plan.forgotten : [];

/** `noMoreVariants`: a sentence if the store takes no more new variants today; else null. */
export type SaveResult = {readonly noMoreVariants: string | null};

/** Saves the result of a listing's operation in the store. */
export async function saveOutcome(run: Run, planned: PlannedListing, result: OperationResult): Promise<SaveResult> {
  const {plan} = planned;
  if (result.kind === 'tomorrow') return {noMoreVariants: result.reason};
  if (result.kind !== 'done') {
    await saveFailure(run, planned, result);
    return {noMoreVariants: null};
  }
  run.report.count('writes', result.writes);
  if (plan.kind === 'draft') {
    await run.write((db) => saveDrafted(run, db, planned, plan, result));
    run.report.count('held');
    return {noMoreVariants: null};
  }
  if (plan.kind !== 'create' && plan.kind !== 'update')
    throw new Error(`no change was planned for ${planned.chosen.id}`);
  await run.write((db) => saveApplied(run, db, planned, plan, result));
  if (plan.kind === 'create') run.report.count('created');
  else run.report.count(planned.listing?.state === 'retired' ? 'restored' : 'updated');
  return {noMoreVariants: result.tomorrow};
}

/** Saves what the store answered to the creation or update of a product. */
async function saveApplied(
  run: Run,
  db: Db,
  planned: PlannedListing,
  plan: PlanOfKind<'create'> | PlanOfKind<'update'>,
  result: DoneResult,
): Promise<void> {
  const {productGid, live, deleted, written, media, unpublished, tomorrow} = result;
  const now = run.deps.now();
  const {chosen, listing} = planned;
  if (deleted.length > 0) await saveVariantsDeleted(db, run.shop, deleted, now);
  if (live !== null) await saveLiveVariants(db, run.shop, {articleId: chosen.id, productGid}, live, now);
  await clearVariantsOffSale(db, run.shop, forgottenVariants(planned));
  run.deps.checkpoint('variants-saved');
  const change = {
    articleId: chosen.id,
    productGid,
    state: 'active' as const,
    reason: unpublished,
    reasonCode: null,
    // Variants that wait until tomorrow count as never written, so the next run checks them again.
    fingerprint: tomorrow === null ? plan.fingerprint : withoutField(plan.fingerprint, 'variants'),
    takenOffSale: false,
    plannedFor: tomorrow === null ? chosen.plannedFor : null,
    ...(plan.kind === 'create' ? toMadeValues(result) : {}),
    ...(plan.kind === 'update' && listing?.isToPublish === true ? toPublishedValues(result) : {}),
    ...toStoreValues(result),
    written: {...listing?.written, ...written},
    cost: plan.cost,
    price: plan.price,
    trace: plan.trace,
  };
  await saveListing(db, run.shop, change, now);
  await giveBackAgain(db, run.shop, [toLoaded(planned)]);
  if (plan.kind === 'create' || plan.restore) await releaseSale(db, run.shop, chosen.id);
  if (media !== null) await saveMedia(db, run.shop, chosen.id, media, now);
  await releaseByCause(db, run.shop, {articleIds: [chosen.id], cause: 'planning', runId: run.id});
  const found = {wasOnSale: 'ACTIVE', isRaised: written.status !== undefined} as const;
  const changes = correctByStatus(toRunChanges(planned), planned, found);
  const isDone = ({kind, field, before}: RunChange) => kind === 'create' || field !== 'variants' || before !== null;
  const done = tomorrow === null ? changes : changes.filter(isDone);
  await saveRunChanges(db, run, withUndo(done, {before: listing?.written ?? {}, after: written}), now);
}

/** What is saved about a new product: whether it must still be put into the Online Store, and whether it is a draft of the app's. */
const toMadeValues = ({unpublished, status}: DoneResult) => ({
  publishDue: unpublished !== null,
  ownDraft: status === 'DRAFT' ? ('made' as const) : null,
  departedAs: null,
});

/**
 * What is saved about a draft that was to be published. On sale, it must be put into the Online Store, where it never was; with another
 * status than the app's, it is the merchant's.
 */
const toPublishedValues = ({status}: DoneResult) => ({...(status === null ? {} : {publishDue: true}), ownDraft: null});

/** Saves that the listing became a draft. @param result what was done in the store; null: nothing had to be done there. */
async function saveDrafted(
  run: Run,
  db: Db,
  planned: PlannedListing,
  plan: PlanOfKind<'draft'>,
  result: DoneResult | null,
): Promise<void> {
  const {chosen, listing} = planned;
  const change = {
    articleId: chosen.id,
    productGid: listing?.productGid ?? null,
    state: 'held' as const,
    reason: plan.reason,
    reasonCode: plan.code,
    fingerprint: listing?.fingerprint ?? null,
    takenOffSale: isTakenOffSale(listing, result),
    ...(result === null ? {} : toStoreValues(result)),
    written: {...listing?.written, ...result?.written},
    plannedFor: chosen.plannedFor,
    trace: plan.trace,
  };
  await saveListing(db, run.shop, change, run.deps.now());
  await giveBackAgain(db, run.shop, [toLoaded(planned)]);
  const wasOnSale = result === null ? 'ACTIVE' : statusTakenFrom(listing, result);
  const changes = correctByStatus(toRunChanges(planned), planned, {wasOnSale, isRaised: false});
  await saveRunChanges(db, run, withUndo(changes), run.deps.now());
}

/** Saves that the store refused the operation or no longer has the product; nothing where the merchant left the article out. */
async function saveFailure(
  run: Run,
  planned: PlannedListing,
  result: Extract<OperationResult, {kind: 'refused' | 'missing' | 'left_out'}>,
): Promise<void> {
  const {listing} = planned;
  switch (result.kind) {
    case 'refused':
      run.report.count('writes', result.writes);
      run.report.count('quarantined');
      return run.write(async (db) => {
        if (result.withdrawn !== null) await saveWithdrawn(run, db, planned, result.withdrawn);
        await quarantineListing(run, db, planned, result.reason);
      });
    case 'left_out':
      // The run's last step retires the listing.
      run.report.count('unchanged');
      return;
    case 'missing': {
      run.report.count('unchanged');
      const gid = listing?.productGid ?? null;
      if (gid !== null) await run.write((db) => saveProductDeleted(db, run.shop, gid, run.deps.now()));
    }
  }
}

/** Quarantines an article. The history names it when a plan with these inputs first fails, not every night. */
async function quarantineListing(run: Run, db: Db, {chosen}: PlannedListing, reason: string): Promise<void> {
  const now = run.deps.now();
  const entry = {articleId: chosen.id, reason, input: chosen.plannedFor};
  const fresh = await saveQuarantine(db, run.shop, run.id, [entry], now);
  const changes: readonly RunChange[] = fresh.map((id) => toQuarantinedChange(id, reason));
  await saveRunChanges(db, run, changes, now);
}
