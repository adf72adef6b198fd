// Saves what a run did with one listing: links, values, images, history and counts, in one short transaction.

import type {Kysely} from 'kysely';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import type {OperationResult} from '#domain/catalogue/operation.ts';
import type {VariantGid} from '#domain/ids.ts';
import {releaseCause, saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveMedia} from '../../server/db/listings/listing-media.ts';
import {forgetOffSale, saveLiveVariants, saveVariantsDeleted} from '../../server/db/listings/listing-variants.ts';
import {saveListing, saveProductDeleted, saveUnchanged, type Unchanged} from '../../server/db/listings/listings.ts';
import {type RunChange, saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {asFound, toQuarantined, toRunChanges} from './changes.ts';
import {isTakenOffSale, takenFrom, toStoreFacts} from './off-sale.ts';
import type {Planned} from './plan-listings.ts';
import type {Run} from './run.ts';
import {saveWithdrawn} from './save-withdrawn.ts';
import {withUndo} from './undo/undo-values.ts';

type Done = Extract<OperationResult, {kind: 'done'}>;
type Plan<K extends Planned['plan']['kind']> = Extract<Planned['plan'], {kind: K}>;
type Db = Kysely<Tables>;

/** Saves all listings of a batch that needed no call to the store. */
export async function saveQuiet(run: Run, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return;
  await run.write(async (db) => {
    await saveUnchanged(db, run.shop, planned.flatMap(toUnchanged));
    await forgetOffSale(db, run.shop, planned.flatMap(forgottenBy));
    const fine = planned.filter(({plan}) => plan.kind === 'unchanged').map(({chosen}) => chosen.id);
    await releaseCause(db, run.shop, {articleIds: fine, cause: 'planning', runId: run.id});
    for (const entry of planned) await saveQuietOne(run, db, entry);
  });
  for (const {plan} of planned) {
    if (plan.kind === 'unchanged' || plan.kind === 'keep') run.report.count('unchanged');
    else if (plan.kind === 'draft') run.report.count('held');
    else if (plan.kind === 'quarantine') run.report.count('quarantined');
  }
}

async function saveQuietOne(run: Run, db: Db, entry: Planned): Promise<void> {
  const {plan} = entry;
  if (plan.kind === 'draft') await saveDrafted(run, db, entry, plan, null);
  if (plan.kind === 'quarantine') await quarantine(run, db, entry, plan.reason);
}

function toUnchanged({chosen, plan}: Planned): Unchanged[] {
  if (plan.kind !== 'unchanged') return [];
  const {fingerprint, cost, price, trace} = plan;
  return [{id: chosen.id, plannedFor: chosen.plannedFor, fingerprint, cost, price, trace}];
}

const forgottenBy = ({plan}: Planned): readonly VariantGid[] =>
  plan.kind === 'unchanged' || plan.kind === 'update' ? plan.forgotten : [];

/** Why the store takes no more new variants today; null if the answer does not say that. */
export type Saved = {readonly noMoreVariants: string | null};

/** Saves the store's answer to the one operation a listing needed. */
export async function saveOutcome(run: Run, planned: Planned, result: OperationResult): Promise<Saved> {
  const {plan} = planned;
  if (result.kind === 'tomorrow') return {noMoreVariants: result.reason};
  if (result.kind !== 'done') {
    await saveTrouble(run, planned, result);
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
  await run.write((db) => saveDone(run, db, planned, plan, result));
  if (plan.kind === 'create') run.report.count('created');
  else run.report.count(planned.listing?.state === 'retired' ? 'restored' : 'updated');
  return {noMoreVariants: result.tomorrow};
}

async function saveDone(
  run: Run,
  db: Db,
  planned: Planned,
  plan: Plan<'create'> | Plan<'update'>,
  result: Done,
): Promise<void> {
  const {productGid, live, deleted, written, media, unpublished, tomorrow} = result;
  const now = run.deps.now();
  const {chosen, listing} = planned;
  if (deleted.length > 0) await saveVariantsDeleted(db, run.shop, deleted, now);
  if (live !== null) await saveLiveVariants(db, run.shop, {articleId: chosen.id, productGid}, live, now);
  await forgetOffSale(db, run.shop, forgottenBy(planned));
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
    ...(plan.kind === 'create' ? {publishDue: unpublished !== null} : {}),
    ...toStoreFacts(result),
    written: {...listing?.written, ...written},
    cost: plan.cost,
    price: plan.price,
    trace: plan.trace,
  };
  await saveListing(db, run.shop, change, now);
  if (media !== null) await saveMedia(db, run.shop, chosen.id, media, now);
  await releaseCause(db, run.shop, {articleIds: [chosen.id], cause: 'planning', runId: run.id});
  const found = {wasOnSale: 'ACTIVE', isRaised: written.status !== undefined} as const;
  const changes = asFound(toRunChanges(planned), planned, found);
  const isDone = ({kind, field, before}: RunChange) => kind === 'create' || field !== 'variants' || before !== null;
  const done = tomorrow === null ? changes : changes.filter(isDone);
  await saveRunChanges(db, run, withUndo(done, {before: listing?.written ?? {}, after: written}), now);
}

async function saveDrafted(
  run: Run,
  db: Db,
  planned: Planned,
  plan: Plan<'draft'>,
  result: Done | null,
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
    ...(result === null ? {} : toStoreFacts(result)),
    written: {...listing?.written, ...result?.written},
    plannedFor: chosen.plannedFor,
    trace: plan.trace,
  };
  await saveListing(db, run.shop, change, run.deps.now());
  const wasOnSale = result === null ? 'ACTIVE' : takenFrom(listing, result);
  const changes = asFound(toRunChanges(planned), planned, {wasOnSale, isRaised: false});
  await saveRunChanges(db, run, withUndo(changes), run.deps.now());
}

async function saveTrouble(
  run: Run,
  planned: Planned,
  result: Extract<OperationResult, {kind: 'refused' | 'missing'}>,
): Promise<void> {
  const {listing} = planned;
  switch (result.kind) {
    case 'refused':
      run.report.count('writes', result.writes);
      run.report.count('quarantined');
      return run.write(async (db) => {
        if (result.withdrawn !== null) await saveWithdrawn(run, db, planned, result.withdrawn);
        await quarantine(run, db, planned, result.reason);
      });
    case 'missing': {
      run.report.count('unchanged');
      const gid = listing?.productGid ?? null;
      if (gid !== null) await run.write((db) => saveProductDeleted(db, run.shop, gid, run.deps.now()));
    }
  }
}

/** The history names an article when a plan first fails with its inputs, not every night it stays in quarantine. */
async function quarantine(run: Run, db: Db, {chosen}: Planned, reason: string): Promise<void> {
  const now = run.deps.now();
  const entry = {articleId: chosen.id, reason, input: chosen.plannedFor};
  const fresh = await saveQuarantine(db, run.shop, run.id, [entry], now);
  const changes: readonly RunChange[] = fresh.map((id) => toQuarantined(id, reason));
  await saveRunChanges(db, run, changes, now);
}
