// Plans what the products of the chosen articles need now, batch by batch. Pure functions decide; nothing is written to the
// store.
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import type {PlannedFor} from '#domain/catalogue/settings-print.ts';
import {type Candidate, loadCandidates, type Planning} from '../../server/db/catalogue/candidates.ts';
import {mapInSlices} from '../../server/db/catalogue/in-slices.ts';
import {loadOpenMatches} from '../../server/db/catalogue/product-matches.ts';
import {loadListings, type StoredListing} from '../../server/db/listings/listings.ts';
import {applyProductWebhooks} from './apply-product-webhooks.ts';
import type {RunWithStore} from './run.ts';

export type Planned = {
  readonly chosen: Omit<Candidate, 'plannedFor'> & {readonly plannedFor: PlannedFor | null};
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
};

export type PlanScope = Planning & {
  /** A listing whose cost change waits for the merchant's decision keeps its price; if it is off sale, it stays off sale. */
  readonly keepPrices: ReadonlySet<string>;
  readonly keepVariants?: ReadonlySet<string>;
};

/** Each batch is read only when it is requested, so it includes the changes of the one before. */
export async function* planListings(run: RunWithStore, scope: PlanScope): AsyncGenerator<readonly Planned[]> {
  for await (const batch of loadCandidates(run.deps.db, scope)) {
    await run.beat();
    await applyProductWebhooks(
      run,
      batch.map(({id}) => id),
    );
    yield await planBatch(run, batch, scope);
  }
}

async function planBatch(
  run: RunWithStore,
  batch: readonly Candidate[],
  {keepPrices, keepVariants}: PlanScope,
): Promise<readonly Planned[]> {
  const {settings, store} = run;
  const {db, digest} = run.deps;
  const ids = batch.map(({id}) => id);
  const listings = await loadListings(db, run.shop, ids);
  const matches = await loadOpenMatches(db, run.shop, ids);
  const planned = await mapInSlices(batch, (chosen): Planned[] => {
    const listing = listings.get(chosen.id) ?? null;
    const {article, stock, defined, unanswered, lastPlannedFor} = chosen;
    const maybe = matches.get(chosen.id) ?? null;
    const facts = {article, stock, defined, unanswered, listing, maybe, settings, store, digest};
    const keep = {cost: keepPrices.has(chosen.id), variants: keepVariants?.has(chosen.id) ?? false};
    if (!keep.cost && !keep.variants) return [{chosen, listing, plan: planListing(facts)}];
    if (listing?.state !== 'active') {
      run.report.count('held');
      return [];
    }
    // This plan keeps an older cost or older variants, so the next run has to plan again.
    const again = {...chosen, plannedFor: lastPlannedFor};
    return [{chosen: again, listing, plan: planListing({...facts, keep})}];
  });
  return planned.flat();
}
