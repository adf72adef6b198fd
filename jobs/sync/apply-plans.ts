// Applies plans in the store, batch by batch, and saves the store's answers.
import {describeStatusChange} from '#domain/catalogue/changes.ts';
import {draftFor} from '#domain/catalogue/off-sale/draft.ts';
import {mayPutOnSale, type OperationResult, type ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {toOperation} from '#domain/catalogue/to-operation.ts';
import {refreshStatistics} from '../../server/db/connection/statistics.ts';
import {forgetPlans} from '../../server/db/listings/listings.ts';
import {claimSale, releaseSale} from '../../server/db/runs/sale-claims.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {ensureListingDefinitions} from '../../server/shopify/products/definitions.ts';
import {createPublicationFinder, type FindPublication} from '../../server/shopify/products/publish.ts';
import {recordIntendedValues} from './apply-product-webhooks.ts';
import {createOffSaleRecorder} from './off-sale.ts';
import type {PlannedListing} from './plan-listings.ts';
import {assertSameStoreByDatabase, assertSameStoreByShopify} from './read/same-store.ts';
import type {Run, RunWithStore} from './run.ts';
import {saveOutcome, saveWithoutCall} from './save-outcome.ts';
import {savePreview} from './save-preview.ts';

/** Applies the plans of all batches. A preview only saves the changes. */
export async function applyPlans(run: RunWithStore, batches: AsyncIterable<readonly PlannedListing[]>): Promise<void> {
  const onlineStore = createPublicationFinder(run.admin, run.shop, run.signal);
  const today: StoreWriteState = {hasDefinitions: false, takesVariants: true, onlineStore};
  for await (const planned of batches) {
    if (run.kind === 'preview') await savePreview(run, planned);
    else await applyBatch(run, planned, today);
  }
}

/** What the run has learned about the store while writing to it. */
type StoreWriteState = {
  /** Whether the definitions of our metafields exist. */
  hasDefinitions: boolean;
  /** Whether the store still takes new variants today. If not, no more products are created; all other work continues. */
  takesVariants: boolean;
  /** Finds the publication "Online Store", once for the run. */
  readonly onlineStore: FindPublication;
};

/** Carries out the plans of one batch in the store, after a check that the store's currency and taxes did not change. */
async function applyBatch(
  run: RunWithStore,
  planned: readonly PlannedListing[],
  today: StoreWriteState,
): Promise<void> {
  const operations = planned.flatMap((entry) => operationFor(run, entry, today) ?? []);
  if (operations.some(({kind}) => kind !== 'off_sale')) await assertSameStoreByShopify(run);
  if (operations.length > 0 && !today.hasDefinitions) {
    run.report.count('writes', await ensureListingDefinitions(run.admin, run.shop));
    today.hasDefinitions = true;
  }
  await applyAndSave(run, planned, operations, today);
  await refreshStatistics(run.deps.db);
}

/**
 * The operation that a plan needs in the store; null: none, or the product cannot be created because the store takes no more new variants
 * today.
 */
function operationFor(
  run: Run,
  {chosen, listing, plan}: PlannedListing,
  {takesVariants}: StoreWriteState,
): ProductOperation | null {
  if (plan.kind === 'create' && !takesVariants) return null;
  return toOperation(chosen.id, listing, plan, run.settings);
}

/** Carries out the operations and saves each answer; saves the plans that need no operation without asking the store. */
async function applyAndSave(
  run: RunWithStore,
  planned: readonly PlannedListing[],
  operations: readonly ProductOperation[],
  today: StoreWriteState,
): Promise<void> {
  const asked = new Set(operations.map(({key}) => key));
  const onSale = new Set<string>(operations.filter(mayPutOnSale).map(({key}) => key));
  const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
  const drafts: PlannedListing[] = [];
  await saveWithoutCall(
    run,
    planned.filter(({chosen}) => !asked.has(chosen.id)),
  );
  await recordIntendedValues(run, operations);
  const save = async (key: string, result: OperationResult) => {
    run.deps.checkpoint('operation-answered');
    const entry = byKey.get(key);
    if (entry) {
      const {noMoreVariants} = await saveOutcome(run, entry, result);
      // After a `done` it was given back with the listing.
      if (onSale.has(key) && result.kind !== 'done')
        await run.write((to) => releaseSale(to, run.shop, entry.chosen.id));
      if (noMoreVariants !== null) stopCreating(run, today, noMoreVariants);
      if (result.kind === 'tomorrow') drafts.push(...toTemporaryDraft(entry));
    }
    run.deps.checkpoint('outcome-saved');
    await run.beat();
  };
  const {signal} = run;
  const {onlineStore} = today;
  await applyOperations(run.admin, run.shop, operations, save, {
    signal,
    findPublication: onlineStore,
    beforeOffSale: createOffSaleRecorder(run),
    beforeWriting: () => assertSameStoreByDatabase(run),
    beforeSale: (key) => run.write((to) => claimSale(to, run, key)),
  });
  if (drafts.length > 0) await draftUntilTomorrow(run, drafts, today);
}

/** From now on the run creates no more products. Its report states the reason once. */
function stopCreating({report}: Run, today: StoreWriteState, reason: string): void {
  today.takesVariants = false;
  if (!report.notes.includes(reason)) report.note(reason);
}

/** Makes drafts of products that cannot be sold today. The next run restores them when the store takes their new variants. */
async function draftUntilTomorrow(
  run: RunWithStore,
  drafts: readonly PlannedListing[],
  today: StoreWriteState,
): Promise<void> {
  const operations = drafts.flatMap((entry) => operationFor(run, entry, today) ?? []);
  await applyAndSave(run, drafts, operations, today);
  const ids = drafts.map(({chosen}) => chosen.id);
  await run.write((to) => forgetPlans(to, run.shop, ids));
}

/** Why a product is a draft until tomorrow. */
const noVariantLeftText =
  'The supplier no longer states any colour or size it has in the store, and the store takes no new variants today.';

/**
 * The plan to draft a product whose new variants the store refuses today and whose existing variants the supplier no longer states. Empty
 * if one of its variants can still be sold, or if it is off sale already.
 */
function toTemporaryDraft({chosen, listing, plan}: PlannedListing): readonly PlannedListing[] {
  if (plan.kind !== 'update' || listing?.state !== 'active') return [];
  const wanted = new Set(plan.draft.variants.map(variantKey));
  const left = listing.variants.filter((variant) => variant.state === 'live' && wanted.has(variantKey(variant)));
  if (left.length > 0) return [];
  const {cost, trace} = plan;
  const changes = [describeStatusChange('ACTIVE', 'DRAFT', noVariantLeftText)];
  const {productGid} = listing;
  return [{chosen, listing, plan: {...draftFor('variants_gone', noVariantLeftText), productGid, cost, trace, changes}}];
}
