// Step five: what each chosen article's listing needs now, and the store's answer written down.
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {planCostBrake} from '#domain/catalogue/plan-cost-brake.ts';
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {toOperation} from '#domain/catalogue/to-operation.ts';
import {liftBrake, loadCostMoves, loadHeldBrake, saveBrake} from '../../server/db/brakes.ts';
import {
  type Candidate,
  countStanding,
  loadCandidates,
  type Planning,
  type Standing,
} from '../../server/db/candidates.ts';
import {loadListings, type StoredListing} from '../../server/db/listings.ts';
import {refreshStatistics} from '../../server/db/statistics.ts';
import {applyOperations, ensureListingDefinitions} from '../../server/shopify/apply.ts';
import {enterStep} from './heartbeat.ts';
import {rememberLowering} from './lowering.ts';
import {type Run, settingsPrint} from './open-run.ts';
import {saveOutcome, saveQuiet} from './save-outcome.ts';
import {savePreview} from './save-preview.ts';

export type Planned = {
  readonly chosen: Candidate;
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
};

export async function applyListings(run: Run): Promise<void> {
  await enterStep(run, 'applying');
  const {shop, only} = run;
  const planning: Planning = {shop, settingsPrint: settingsPrint(run), ...(only === null ? {} : {only})};
  const standing = await countWhatStands(run, planning);
  const waiting = await holdMovedCosts(run);
  let definitionsStand = false;
  if (standing.chosen === standing.unchanged + standing.held + standing.resting) return;
  for await (const batch of loadCandidates(run.deps.db, planning)) {
    await run.beat();
    const free = batch.filter(({id}) => !waiting.has(id));
    run.counts.unchanged += batch.length - free.length;
    const planned = await planBatch(run, free);
    if (run.kind === 'preview') {
      await savePreview(run, planned);
      continue;
    }
    const operations = planned.flatMap((entry) => operationFor(run, entry) ?? []);
    if (operations.length > 0 && !definitionsStand) {
      run.counts.writes += await ensureListingDefinitions(run.admin, shop);
      definitionsStand = true;
    }
    await carryOut(run, planned, operations);
    await refreshStatistics(run.deps.db);
  }
}

/** Articles the database found unchanged need no plan; they are only counted. */
async function countWhatStands(run: Run, planning: Planning): Promise<Standing> {
  const standing = await countStanding(run.deps.db, planning);
  run.counts.chosen = standing.chosen;
  run.counts.unchanged += standing.unchanged;
  run.counts.held += standing.held;
  run.counts.quarantined += standing.resting;
  return standing;
}

/** Where too many costs moved too far at once, those products keep their prices until the merchant says so. */
async function holdMovedCosts(run: Run): Promise<ReadonlySet<string>> {
  const {db, newId, now} = run.deps;
  if (run.only !== null) {
    const held = await loadHeldBrake(db, run.shop, 'cost');
    return new Set(held?.article_ids);
  }
  const brake = planCostBrake(await loadCostMoves(db, run.shop));
  if (brake.kind === 'go') {
    if (run.kind !== 'preview') await run.write((tx) => liftBrake(tx, run.shop, 'cost', now()));
    return new Set();
  }
  run.notes.push(brake.reason);
  const {reason, articleIds} = brake;
  const row = {id: newId(), shop: run.shop, run_id: run.id, kind: 'cost', reason, article_ids: articleIds} as const;
  if (run.kind !== 'preview') await run.write((tx) => saveBrake(tx, row, now()));
  return new Set(articleIds);
}

async function planBatch(run: Run, batch: readonly Candidate[]): Promise<readonly Planned[]> {
  const {settings, store} = run;
  const {db, digest} = run.deps;
  const listings = await loadListings(
    db,
    run.shop,
    batch.map(({id}) => id),
  );
  return batch.map((chosen) => {
    const listing = listings.get(chosen.id) ?? null;
    const {article, stock} = chosen;
    return {chosen, listing, plan: planListing({article, stock, listing, settings, store, digest})};
  });
}

function operationFor(run: Run, {chosen, listing, plan}: Planned): ProductOperation | null {
  if (plan.kind === 'create' && run.creationStopped) return null;
  return toOperation(chosen.id, listing, plan, run.settings);
}

async function carryOut(run: Run, planned: readonly Planned[], operations: readonly ProductOperation[]): Promise<void> {
  const asked = new Set(operations.map(({key}) => key));
  const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
  await saveQuiet(
    run,
    planned.filter(({chosen}) => !asked.has(chosen.id)),
  );
  await rememberLowering(run, operations);
  const save = async (key: string, result: OperationResult) => {
    run.deps.checkpoint('operation-answered');
    const entry = byKey.get(key);
    if (entry) await saveOutcome(run, entry, result);
    run.deps.checkpoint('outcome-saved');
    await run.beat();
  };
  await applyOperations(run.admin, run.shop, operations, save, run.signal);
}
