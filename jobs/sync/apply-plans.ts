// Applies plans in the store, batch by batch, and saves the store's answers.
import {toStatusChange} from '#domain/catalogue/changes.ts';
import {drafted} from '#domain/catalogue/off-sale/draft.ts';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {toOperation} from '#domain/catalogue/to-operation.ts';
import {refreshStatistics} from '../../server/db/connection/statistics.ts';
import {forgetPlans} from '../../server/db/listings/listings.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {ensureListingDefinitions} from '../../server/shopify/products/definitions.ts';
import {findOnlineStore, type OnlineStore} from '../../server/shopify/products/publish.ts';
import {rememberIntended} from './apply-product-webhooks.ts';
import {rememberingOffSale} from './off-sale.ts';
import type {Planned} from './plan-listings.ts';
import {askSameStore, assertSameStore} from './read/same-store.ts';
import type {Run, RunWithStore} from './run.ts';
import {saveOutcome, saveQuiet} from './save-outcome.ts';
import {savePreview} from './save-preview.ts';

/** A preview only saves the changes. */
export async function applyPlans(run: RunWithStore, batches: AsyncIterable<readonly Planned[]>): Promise<void> {
  const onlineStore = findOnlineStore(run.admin, run.shop, run.signal);
  const today: StoreToday = {hasDefinitions: false, takesVariants: true, onlineStore};
  for await (const planned of batches) {
    if (run.kind === 'preview') await savePreview(run, planned);
    else await applyBatch(run, planned, today);
  }
}

/** What the run learned about the store while writing to it. */
type StoreToday = {
  /** Whether the metafields' definitions exist. */
  hasDefinitions: boolean;
  /** False: the store takes no more new variants today. Nothing more is created; all other work continues. */
  takesVariants: boolean;
  readonly onlineStore: OnlineStore;
};

async function applyBatch(run: RunWithStore, planned: readonly Planned[], today: StoreToday): Promise<void> {
  const operations = planned.flatMap((entry) => operationFor(run, entry, today) ?? []);
  if (operations.some(({kind}) => kind !== 'off_sale')) await askSameStore(run);
  if (operations.length > 0 && !today.hasDefinitions) {
    run.report.count('writes', await ensureListingDefinitions(run.admin, run.shop));
    today.hasDefinitions = true;
  }
  await carryOut(run, planned, operations, today);
  await refreshStatistics(run.deps.db);
}

function operationFor(
  run: Run,
  {chosen, listing, plan}: Planned,
  {takesVariants}: StoreToday,
): ProductOperation | null {
  if (plan.kind === 'create' && !takesVariants) return null;
  return toOperation(chosen.id, listing, plan, run.settings);
}

async function carryOut(
  run: RunWithStore,
  planned: readonly Planned[],
  operations: readonly ProductOperation[],
  today: StoreToday,
): Promise<void> {
  const asked = new Set(operations.map(({key}) => key));
  const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
  const drafts: Planned[] = [];
  await saveQuiet(
    run,
    planned.filter(({chosen}) => !asked.has(chosen.id)),
  );
  await rememberIntended(run, operations);
  const save = async (key: string, result: OperationResult) => {
    run.deps.checkpoint('operation-answered');
    const entry = byKey.get(key);
    if (entry) {
      const {noMoreVariants} = await saveOutcome(run, entry, result);
      if (noMoreVariants !== null) stopCreating(run, today, noMoreVariants);
      if (result.kind === 'tomorrow') drafts.push(...toDraftUntilTomorrow(entry));
    }
    run.deps.checkpoint('outcome-saved');
    await run.beat();
  };
  const {signal} = run;
  const {onlineStore} = today;
  await applyOperations(run.admin, run.shop, operations, save, {
    signal,
    onlineStore,
    beforeOffSale: rememberingOffSale(run),
    beforeWriting: () => assertSameStore(run),
  });
  if (drafts.length > 0) await draftUntilTomorrow(run, drafts, today);
}

function stopCreating({report}: Run, today: StoreToday, reason: string): void {
  today.takesVariants = false;
  if (!report.notes.includes(reason)) report.note(reason);
}

/** The next run restores them when the store takes their new variants. */
async function draftUntilTomorrow(run: RunWithStore, drafts: readonly Planned[], today: StoreToday): Promise<void> {
  const operations = drafts.flatMap((entry) => operationFor(run, entry, today) ?? []);
  await carryOut(run, drafts, operations, today);
  const ids = drafts.map(({chosen}) => chosen.id);
  await run.write((to) => forgetPlans(to, run.shop, ids));
}

const noVariantLeft =
  'The supplier no longer states any colour or size it has in the store, and the store takes no new variants today.';

/**
 * For an article whose new variants the store refuses today and whose existing variants are all gone at the supplier: the same
 * article as a draft. Empty if one of its variants can still be sold, or if it is off sale already.
 */
function toDraftUntilTomorrow({chosen, listing, plan}: Planned): readonly Planned[] {
  if (plan.kind !== 'update' || listing?.state !== 'active') return [];
  const wanted = new Set(plan.draft.variants.map(variantKey));
  const left = listing.variants.filter((variant) => variant.state === 'live' && wanted.has(variantKey(variant)));
  if (left.length > 0) return [];
  const {cost, trace} = plan;
  const changes = [toStatusChange('ACTIVE', 'DRAFT', noVariantLeft)];
  const {productGid} = listing;
  return [{chosen, listing, plan: {...drafted('variants_gone', noVariantLeft), productGid, cost, trace, changes}}];
}
