// Saves what a run would have done to the products. A preview writes nothing to the store.
import type {ArticleId} from '#domain/ids.ts';
import type {StoredListing} from '../../server/db/listings/listings.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';
import {fetchProductsByKeys} from '../../server/shopify/products/products.ts';
import {asFound, type Found, toQuarantined, toRunChanges} from './changes.ts';
import type {Planned} from './plan-listings.ts';
import type {Run} from './run.ts';

export async function savePreview(run: Run, planned: readonly Planned[]): Promise<void> {
  for (const {listing, plan} of planned) run.report.count(countedAs(listing, plan));
  const plans = planned.map((entry) => ({entry, changes: foreseen(entry)}));
  const asked = plans.filter(({changes}) => changes.some(({kind, field}) => field === 'status' && kind !== 'create'));
  const found = await findStatus(
    run,
    asked.map(({entry}) => entry.chosen.id),
  );
  const changes = plans.flatMap(({entry, changes: own}) => asFound(own, entry, found(entry.chosen.id, entry.listing)));
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

const foreseen = (entry: Planned) =>
  entry.plan.kind === 'quarantine' ? [toQuarantined(entry.chosen.id, entry.plan.reason)] : toRunChanges(entry);

function countedAs(listing: Planned['listing'], plan: Planned['plan']): keyof RunCounts {
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
 * A preview takes nothing off sale and puts nothing back, so it reads the current status of these articles' products from the store, in large
 * batches.
 */
export async function findStatus(
  run: Run,
  articleIds: readonly ArticleId[],
): Promise<(articleId: ArticleId, listing: StoredListing | null) => Found> {
  const products = await fetchProductsByKeys(run.admin, run.shop, articleIds, run.signal);
  return (articleId, listing) => {
    const status = products.get(articleId)?.status;
    const offSaleStatus = listing?.written.status === 'ARCHIVED' ? 'ARCHIVED' : 'DRAFT';
    const wasOnSale = status === 'ACTIVE' || status === 'UNLISTED' ? status : false;
    return {wasOnSale, isRaised: status === offSaleStatus};
  };
}
