// What a run did with one listing, into the database and the counts.
import type {LiveVariant, OperationResult} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {saveLiveVariants, saveVariantsDeleted} from '../../server/db/listing-variants.ts';
import {saveListing, saveProductDeleted} from '../../server/db/listings.ts';
import {releaseQuarantine, saveQuarantine} from '../../server/db/quarantine.ts';
import type {Planned} from './apply-listings.ts';
import type {Run} from './open-run.ts';

type Done = Extract<OperationResult, {kind: 'done'}>;
type Made = Extract<Planned['plan'], {kind: 'create' | 'update'}>;

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
      return quarantine(run, planned, plan.reason, planned.input);
    case 'hold':
      run.counts.held += 1;
      return saveHeld(run, planned, plan.reason, result?.kind === 'done' && result.lowered);
    case 'create':
    case 'update':
      if (result?.kind !== 'done') throw new Error(`no result for ${chosen.id}`);
      return saveDone(run, planned, plan, result);
  }
}

async function saveDone(run: Run, planned: Planned, plan: Made, result: Done): Promise<void> {
  const {chosen, listing} = planned;
  const {productGid} = result;
  const cost = plan.draft.variants[0]?.cost;
  const change = {
    articleId: chosen.id,
    productGid,
    state: 'active',
    reason: null,
    fingerprint: plan.fingerprint,
    lowered: false,
    ...(cost === undefined ? {} : {cost}),
  } as const;
  await run.write(async (to) => {
    const now = run.deps.now();
    if (result.live !== null) {
      const taken = takenByMerchant(planned, plan, result.live);
      if (taken.length > 0) await saveVariantsDeleted(to, run.shop, taken, now);
      await saveLiveVariants(to, run.shop, {articleId: chosen.id, productGid}, result.live, now);
    }
    await saveListing(to, run.shop, change, now);
    await releaseQuarantine(to, run.shop, [chosen.id]);
  });
  if (plan.kind === 'create') run.counts.created += 1;
  else if (listing?.state === 'retired') run.counts.restored += 1;
  else run.counts.updated += 1;
}

/** Variants that were on the product, are still wanted and yet not there: the merchant took them off, and no webhook told. */
function takenByMerchant({listing}: Planned, {draft}: Made, live: readonly LiveVariant[]): string[] {
  const wanted = new Set(draft.variants.map(variantKey));
  const there = new Set(live.map(variantKey));
  const before = listing?.variants.filter(({state}) => state === 'live') ?? [];
  return before.filter((words) => wanted.has(variantKey(words)) && !there.has(variantKey(words))).map(({gid}) => gid);
}

async function saveHeld(run: Run, {chosen, listing}: Planned, reason: string, lowered: boolean): Promise<void> {
  if (listing?.state === 'held' && listing.reason === reason) return;
  const change = {
    articleId: chosen.id,
    productGid: listing?.productGid ?? null,
    state: 'held',
    reason,
    fingerprint: null,
    lowered: lowered || (listing?.lowered ?? false),
  } as const;
  await run.write((to) => saveListing(to, run.shop, change, run.deps.now()));
}

async function saveTrouble(
  run: Run,
  planned: Planned,
  result: Exclude<OperationResult, {kind: 'done'}>,
): Promise<void> {
  const product = planned.listing?.productGid;
  switch (result.kind) {
    case 'refused':
      run.counts.writes += result.writes;
      // Without a write it was an answer nobody could read, not a refusal of what was sent: that is tried again.
      return quarantine(run, planned, result.reason, result.writes > 0 ? planned.input : null);
    case 'missing':
      run.counts.unchanged += 1;
      if (product) await run.write((to) => saveProductDeleted(to, run.shop, product, run.deps.now()));
      return;
    case 'tomorrow':
      if (!run.notes.includes(result.reason)) run.notes.push(result.reason);
      return;
  }
}

async function quarantine(run: Run, {chosen}: Planned, reason: string, refusedInput: string | null): Promise<void> {
  run.counts.quarantined += 1;
  const entry = {articleId: chosen.id, reason, inputHash: refusedInput};
  await run.write((to) => saveQuarantine(to, run.shop, run.id, [entry], run.deps.now()));
}
