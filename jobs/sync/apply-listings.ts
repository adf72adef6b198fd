// Step five: what each chosen article's listing needs now, and the store's answer written down.

import {toStatusChange} from '#domain/catalogue/changes.ts';
import {toHold} from '#domain/catalogue/hold.ts';
import {noLosses} from '#domain/catalogue/losses.ts';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {toOperation} from '#domain/catalogue/to-operation.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import {
  type Candidate,
  countStanding,
  loadCandidates,
  type Planning,
  type Standing,
} from '../../server/db/catalogue/candidates.ts';
import {refreshStatistics} from '../../server/db/connection/statistics.ts';
import {forgetPlans} from '../../server/db/listings/listings.ts';
import {forgetLosses, liftBrake, loadCostMoves, loadHeldBrake, saveBrake} from '../../server/db/runs/brakes.ts';
import {applyOperations, ensureListingDefinitions} from '../../server/shopify/products/apply.ts';
import {applyProductWebhooks, rememberIntended} from './apply-product-webhooks.ts';
import {enterStep} from './heartbeat.ts';
import {type Planned, planBatch} from './plan-batch.ts';
import {publishDue} from './publish-due.ts';
import {decideRemovals, separateRemovals} from './removal-guard.ts';
import {type Run, settingsPrint} from './run.ts';
import {rememberingLowering, saveOutcome, saveQuiet} from './save-outcome.ts';
import {saveForeseenBrake, savePreview} from './save-preview.ts';

export async function applyListings(run: Run): Promise<void> {
  await enterStep(run, 'applying');
  const {shop, only} = run;
  const planning: Planning = {shop, settingsPrint: settingsPrint(run), ...(only === null ? {} : {only})};
  const standing = await countWhatStands(run, planning);
  const waiting = await holdMovedCosts(run);
  const losses = noLosses();
  const carryOut = carrier(run);
  // Where nothing is to be planned, the candidates need not be looked for among a hundred thousand.
  const nothing = standing.chosen === standing.unchanged + standing.held + standing.resting;
  const candidates = nothing ? [] : loadCandidates(run.deps.db, planning);
  for await (const batch of candidates) {
    await run.beat();
    await applyWebhooksOf(run, batch);
    await carryOut(await separateRemovals(run, await planBatch(run, batch, {waiting}), losses));
  }
  const {go, keepVariants, stay} = await decideRemovals(run, losses);
  run.counts.unchanged += stay.size;
  const last = [...go, ...keepVariants];
  if (last.length > 0) {
    for await (const batch of loadCandidates(run.deps.db, {...planning, only: last})) {
      await run.beat();
      await applyWebhooksOf(run, batch);
      await carryOut(await planBatch(run, batch, {waiting, keepVariants}));
    }
    if (run.kind !== 'preview') await run.write((to) => forgetLosses(to, shop, [...go]));
  }
  if (run.kind !== 'preview') await publishDue(run);
}

const applyWebhooksOf = (run: Run, batch: readonly Candidate[]): Promise<void> =>
  applyProductWebhooks(
    run,
    batch.map(({id}) => id),
  );

/** Carries out one batch after the other, or in a preview writes down what it would do. */
function carrier(run: Run): (planned: readonly Planned[]) => Promise<void> {
  let definitionsStand = false;
  return async (planned) => {
    if (run.kind === 'preview') return savePreview(run, planned);
    const operations = planned.flatMap((entry) => operationFor(run, entry) ?? []);
    if (operations.length > 0 && !definitionsStand) {
      run.counts.writes += await ensureListingDefinitions(run.admin, run.shop);
      definitionsStand = true;
    }
    await carryOutBatch(run, planned, operations);
    await refreshStatistics(run.deps.db);
  };
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
  if (run.kind === 'preview') await saveForeseenBrake(run, 'cost', reason, articleIds);
  else await run.write((tx) => saveBrake(tx, row, now()));
  return new Set(articleIds);
}

function operationFor(run: Run, {chosen, listing, plan}: Planned): ProductOperation | null {
  if (plan.kind === 'create' && run.creationStopped) return null;
  return toOperation(chosen.id, listing, plan, run.settings);
}

async function carryOutBatch(
  run: Run,
  planned: readonly Planned[],
  operations: readonly ProductOperation[],
): Promise<void> {
  const asked = new Set(operations.map(({key}) => key));
  const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
  const held: Planned[] = [];
  await saveQuiet(
    run,
    planned.filter(({chosen}) => !asked.has(chosen.id)),
  );
  await rememberIntended(run, operations);
  const save = async (key: string, result: OperationResult) => {
    run.deps.checkpoint('operation-answered');
    const entry = byKey.get(key);
    if (entry) await saveOutcome(run, entry, result);
    if (entry && result.kind === 'tomorrow') held.push(...toDraftUntilTomorrow(entry));
    run.deps.checkpoint('outcome-saved');
    await run.beat();
  };
  await applyOperations(run.admin, run.shop, operations, save, run.signal, rememberingLowering(run));
  if (held.length > 0) await draftUntilTomorrow(run, held);
}

/** They come back as soon as the store takes their new variants. */
async function draftUntilTomorrow(run: Run, held: readonly Planned[]): Promise<void> {
  await carryOutBatch(
    run,
    held,
    held.flatMap((entry) => operationFor(run, entry) ?? []),
  );
  const ids = held.map(({chosen}) => chosen.id);
  await run.write((to) => forgetPlans(to, run.shop, ids));
}

const noVariantLeft =
  'The supplier no longer states any colour or size it has in the store, and the store takes no new variants today.';

/**
 * The store takes no new variants today, and none of its variants is still stated: the same article as one to be held; empty where something of it can still be sold, or where it is off sale
 * already.
 */
function toDraftUntilTomorrow({chosen, listing, plan}: Planned): readonly Planned[] {
  if (plan.kind !== 'update' || listing?.state !== 'active') return [];
  const wanted = new Set(plan.draft.variants.map(variantKey));
  const left = listing.variants.filter((variant) => variant.state === 'live' && wanted.has(variantKey(variant)));
  if (left.length > 0) return [];
  const {cost, trace} = plan;
  const changes = [toStatusChange('ACTIVE', 'DRAFT', noVariantLeft)];
  const {productGid} = listing;
  return [{chosen, listing, plan: {...toHold('variants_gone', noVariantLeft), productGid, cost, trace, changes}}];
}
