// Saves what a run would do to the products. A preview writes nothing to the store.
import type {ArticleId} from '#domain/ids.ts';
import type {StoredListing} from '../../server/db/listings/listings.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';
import {fetchProductsByKeys} from '../../server/shopify/products/products.ts';
import {type ActualStatus, correctByStatus, toQuarantinedChange, toRunChanges} from './changes.ts';
import type {PlannedListing} from './plan-listings.ts';
import type {Run} from './run.ts';

/** Saves the changes that the plans would make, corrected by the products' actual status, and counts them. */
export async function savePreview(run: Run, planned: readonly PlannedListing[]): Promise<void> {
  for (const {listing, plan} of planned) run.report.count(countName(listing, plan));
  const plans = planned.map((entry) => ({entry, changes: toPreviewChanges(entry)}));
  const asked = plans.filter(({changes}) => changes.some(({kind, field}) => field === 'status' && kind !== 'create'));
  const found = await findActualStatus(
    run,
    asked.map(({entry}) => entry.chosen.id),
  );
  const changes = plans.flatMap(({entry, changes: own}) =>
    correctByStatus(own, entry, found(entry.chosen.id, entry.listing)),
  );
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

const toPreviewChanges = (entry: PlannedListing) =>
  entry.plan.kind === 'quarantine' ? [toQuarantinedChange(entry.chosen.id, entry.plan.reason)] : toRunChanges(entry);

/** The count of the run to which the plan adds one. */
function countName(listing: PlannedListing['listing'], plan: PlannedListing['plan']): keyof RunCounts {
  switch (plan.kind) {
    case 'create':
      return 'created';
    case 'update':
      return listing?.state === 'retired' ? 'restored' : 'updated';
    case 'draft':
      return 'held';
    case 'quarantine':
      return 'quarantined';
    case 'unchanged':
    case 'keep':
      return 'unchanged';
  }
}

/**
 * Reads the current status of these articles' products from the store, in large batches. A run learns it when it writes, but a preview does
 * not write.
 */
export async function findActualStatus(
  run: Run,
  articleIds: readonly ArticleId[],
): Promise<(articleId: ArticleId, listing: StoredListing | null) => ActualStatus> {
  const products = await fetchProductsByKeys(run.admin, run.shop, articleIds, run.signal);
  return (articleId, listing) => {
    const status = products.get(articleId)?.status;
    const offSaleStatus = listing?.written.status === 'ARCHIVED' ? 'ARCHIVED' : 'DRAFT';
    const wasOnSale = status === 'ACTIVE' || status === 'UNLISTED' ? status : false;
    return {wasOnSale, isRaised: status === offSaleStatus};
  };
}
