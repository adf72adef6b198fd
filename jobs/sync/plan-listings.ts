// Plans what the products of the chosen articles need, batch by batch. Nothing is written to the store here.
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import type {PlanInputs} from '#domain/catalogue/settings-print.ts';
import {type Candidate, type CandidateScope, loadCandidates} from '../../server/db/catalogue/candidates.ts';
import {mapInSlices} from '../../server/db/catalogue/in-slices.ts';
import {loadOpenMatches} from '../../server/db/catalogue/product-matches.ts';
import {loadListings, type StoredListing} from '../../server/db/listings/listings.ts';
import {applyProductWebhooks} from './apply-product-webhooks.ts';
import type {RunWithStore} from './run.ts';

/** A chosen article, its listing (null: none yet) and the plan for it. `plannedFor` null: the next run plans the article again. */
export type PlannedListing = {
  readonly chosen: Omit<Candidate, 'plannedFor'> & {readonly plannedFor: PlanInputs | null};
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
};

/** Which articles to plan, and for which of them some parts stay as they are. */
export type PlanScope = CandidateScope & {
  /** Articles whose cost change waits for the merchant: they keep their prices, and those off sale stay off sale. */
  readonly keepPrices: ReadonlySet<string>;
  /** Articles whose variants stay as they are, because a withdrawal waits behind a brake. */
  readonly keepVariants?: ReadonlySet<string>;
};

/** Yields the plans by batches. Each batch is read only when it is requested, so it includes the changes of the one before. */
export async function* planListings(run: RunWithStore, scope: PlanScope): AsyncGenerator<readonly PlannedListing[]> {
  for await (const batch of loadCandidates(run.deps.db, scope)) {
    await run.beat();
    await applyProductWebhooks(
      run,
      batch.map(({id}) => id),
    );
    yield await planBatch(run, batch, scope);
  }
}

/** Plans the articles of one batch. An article that a brake stops and that is not on sale gets no plan. */
async function planBatch(
  run: RunWithStore,
  batch: readonly Candidate[],
  {keepPrices, keepVariants}: PlanScope,
): Promise<readonly PlannedListing[]> {
  const {settings, store} = run;
  const {db, digest} = run.deps;
  const ids = batch.map(({id}) => id);
  const listings = await loadListings(db, run.shop, ids);
  const matches = await loadOpenMatches(db, run.shop, ids);
  const planned = await mapInSlices(batch, (chosen): PlannedListing[] => {
    const listing = listings.get(chosen.id) ?? null;
    const {article, stock, defined, ownPrice, unanswered, lastPlannedFor} = chosen;
    const maybe = matches.get(chosen.id) ?? null;
    const facts = {article, stock, defined, ownPrice, unanswered, listing, maybe, settings, store, digest};
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
