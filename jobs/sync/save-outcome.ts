// What a run did with one listing, into the database and the counts.
import type {OperationResult} from '#domain/catalogue/operation.ts';
import {saveLiveVariants} from '../../server/db/listing-variants.ts';
import {type ListingChange, saveListing, saveProductDeleted} from '../../server/db/listings.ts';
import {releaseQuarantine, saveQuarantine} from '../../server/db/quarantine.ts';
import type {Planned} from './apply-listings.ts';
import type {Run} from './open-run.ts';

/** @param result null where the plan needed no call to the store. */
export async function saveOutcome(run: Run, planned: Planned, result: OperationResult | null): Promise<void> {
  const {plan, chosen} = planned;
  if (result !== null && result.kind !== 'done') return saveTrouble(run, planned, result);
  if (result !== null) run.counts.writes += result.writes;
  switch (plan.kind) {
    case 'unchanged':
    case 'leave':
      run.counts.unchanged += 1;
      return;
    case 'quarantine':
      return quarantine(run, planned, plan.reason);
    case 'hold':
      run.counts.held += 1;
      return saveHeld(run, planned, plan.reason, result?.kind === 'done' && result.lowered);
    case 'create':
    case 'update':
      if (result?.kind !== 'done') throw new Error(`no result for ${chosen.id}`);
      return saveDone(run, planned, plan, result);
  }
}

async function saveDone(
  run: Run,
  {chosen, listing}: Planned,
  plan: Extract<Planned['plan'], {kind: 'create' | 'update'}>,
  result: Extract<OperationResult, {kind: 'done'}>,
): Promise<void> {
  const {db, now} = run.deps;
  const {productGid} = result;
  // Variants first: should the process die between the two, the next run finds no fingerprint and does the work again.
  if (result.live !== null)
    await saveLiveVariants(db, run.shop, {articleId: chosen.id, productGid}, result.live, now());
  run.deps.checkpoint('variants-saved');
  const cost = plan.draft.variants[0]?.cost;
  await saveListing(
    db,
    run.shop,
    {
      articleId: chosen.id,
      productGid,
      state: 'active',
      reason: null,
      fingerprint: plan.fingerprint,
      lowered: false,
      ...(cost === undefined ? {} : {cost}),
    },
    now(),
  );
  await releaseQuarantine(db, run.shop, [chosen.id]);
  if (plan.kind === 'create') run.counts.created += 1;
  else if (listing?.state === 'retired') run.counts.restored += 1;
  else run.counts.updated += 1;
}

async function saveHeld(run: Run, {chosen, listing}: Planned, reason: string, lowered: boolean): Promise<void> {
  if (listing?.state === 'held' && listing.reason === reason) return;
  const change: ListingChange = {
    articleId: chosen.id,
    productGid: listing?.productGid ?? null,
    state: 'held',
    reason,
    fingerprint: null,
    lowered: lowered || (listing?.lowered ?? false),
  };
  await saveListing(run.deps.db, run.shop, change, run.deps.now());
}

async function saveTrouble(
  run: Run,
  planned: Planned,
  result: Exclude<OperationResult, {kind: 'done'}>,
): Promise<void> {
  const {listing} = planned;
  switch (result.kind) {
    case 'refused':
      run.counts.writes += result.writes;
      return quarantine(run, planned, result.reason);
    case 'missing':
      run.counts.unchanged += 1;
      if (listing?.productGid) await saveProductDeleted(run.deps.db, run.shop, listing.productGid, run.deps.now());
      return;
    case 'tomorrow':
      if (!run.notes.includes(result.reason)) run.notes.push(result.reason);
      return;
  }
}

async function quarantine(run: Run, {chosen}: Planned, reason: string): Promise<void> {
  run.counts.quarantined += 1;
  const entry = {articleId: chosen.id, reason, inputHash: chosen.hash};
  await saveQuarantine(run.deps.db, run.shop, run.id, [entry], run.deps.now());
}
